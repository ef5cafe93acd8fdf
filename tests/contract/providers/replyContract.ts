import { describe, expect, it } from 'vitest';
import { chatRequest, failureOf, providerBench, type ProviderSubject } from './providerSubject';

/** What a provider sends, and what it makes of a good answer. */
export function describeReplies(subject: ProviderSubject): void {
  const { start, open, create } = providerBench(subject);

  describe('replies', () => {
    it('sends system, messages, model and limits, and returns the text', async () => {
      const server = await start({ reply: () => 'Try to split 12 into four equal parts.' });
      const messages = [
        { role: 'user', content: 'What is 3/4 of 12?' },
        { role: 'assistant', content: 'What is a quarter of 12?' },
        { role: 'user', content: '3' },
      ] as const;
      const reply = await create(server).complete(chatRequest({ messages, temperature: 0.1 }), open);
      expect(reply).toMatchObject({
        text: 'Try to split 12 into four equal parts.',
        finish: 'stop',
        model: 'test-model',
      });
      const [request] = server.requests;
      expect(request?.api).toBe(subject.id);
      expect(request?.system).toBe('You are a tutor.');
      expect(request?.messages.map(({ role, text }) => ({ role, content: text }))).toEqual(messages);
      expect(request?.body).toMatchObject({ model: 'test-model', max_tokens: 256, temperature: 0.1 });
    });

    it('sends no system message and no temperature where there is none, and nothing of the simulation', async () => {
      const server = await start();
      await create(server).complete(chatRequest({ system: '' }), open);
      const [request] = server.requests;
      expect(request?.system).toBe('');
      expect(request?.messages).toHaveLength(1);
      expect(Object.keys(request?.body ?? {}).sort()).toEqual(['max_tokens', 'messages', 'model']);
    });

    it.each(['stop', 'length', 'refusal', 'other'] as const)('reports the finish reason %s', async (finish) => {
      const server = await start({ reply: () => ({ text: 'Well', finish }) });
      expect((await create(server).complete(chatRequest(), open)).finish).toBe(finish);
    });

    it('counts cached tokens into the input', async () => {
      const server = await start({
        reply: () => ({ text: 'Yes', usage: { input: 1000, output: 7, cachedRead: 600, cachedWrite: 300 } }),
      });
      const reply = await create(server).complete(chatRequest(), open);
      expect(reply.usage).toMatchObject({ input: 1000, output: 7, cachedInput: 600 });
    });

    it('leaves usage undefined where the server reports none', async () => {
      const server = await start({ reply: () => ({ text: 'Yes', usage: null }) });
      expect((await create(server).complete(chatRequest(), open)).usage).toBeUndefined();
    });

    it('keeps reasoning out of the text, and an empty text empty', async () => {
      const server = await start({
        reply: ({ call }) => ({ text: call === 1 ? 'Good start.' : '', thinking: 'The answer is 9.' }),
      });
      const provider = create(server);
      expect((await provider.complete(chatRequest(), open)).text).toBe('Good start.');
      expect((await provider.complete(chatRequest(), open)).text).toBe('');
    });

    it('carries unicode both ways', async () => {
      const odd = 'Größe ½ × π ≈ 1.57 👩🏽‍🏫 עברית 数学\u2028\u0000\n"\\';
      const server = await start({ reply: ({ messages }) => messages[0]?.text ?? '' });
      const reply = await create(server).complete(chatRequest({ messages: [{ role: 'user', content: odd }] }), open);
      expect(reply.text).toBe(odd);
    });

    it('carries a prompt of 200 kB', async () => {
      const long = 'Explain fractions. '.repeat(10_800);
      const server = await start({
        reply: ({ messages, system }) => String((messages[0]?.text ?? '') + system === long + long),
      });
      const request = chatRequest({ system: long, messages: [{ role: 'user', content: long }] });
      expect(long.length).toBeGreaterThan(200_000);
      expect((await create(server).complete(request, open)).text).toBe('true');
    });

    it('keeps as many calls in flight as it is given', async () => {
      const server = await start({ fault: () => ({ kind: 'neverAnswers' }) });
      const provider = create(server);
      const controller = new AbortController();
      const calls = Array.from({ length: 40 }, () => failureOf(provider.complete(chatRequest(), controller.signal)));
      await server.arrived(40);
      expect(server.inFlight).toBe(40);
      controller.abort();
      await Promise.all(calls);
    });
  });

  describe('images', () => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

    it('sends addresses and data URLs', async () => {
      const server = await start();
      const images = [
        { url: 'https://example.org/graph.jpg', mediaType: 'image/jpeg' },
        { url: `data:image/png;base64,${pixel}`, mediaType: 'image/png' },
      ];
      await create(server).complete(chatRequest({ messages: [{ role: 'user', content: 'See', images }] }), open);
      expect(server.requests[0]?.messages[0]).toEqual({
        role: 'user',
        text: 'See',
        images: ['https://example.org/graph.jpg', `data:image/png;base64,${pixel}`],
      });
    });

    it('says in words what an image of the tutor shows', async () => {
      const server = await start();
      const images = [{ url: 'https://example.org/a.png', mediaType: 'image/png', alt: 'a number line' }];
      const messages = [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Look', images },
        { role: 'user', content: 'Ok' },
      ] as const;
      await create(server).complete(chatRequest({ messages }), open);
      expect(server.requests[0]?.messages[1]).toEqual({
        role: 'assistant',
        text: 'Look\n[Image: a number line]',
        images: [],
      });
    });

    it.each([
      ['data of another type', { url: 'data:text/plain;base64,aGVsbG8=', mediaType: 'text/plain' }, /text\/plain/],
      ['an address of another kind', { url: 'file:///etc/hosts', mediaType: 'image/png' }, /file:/],
    ])('refuses %s before anything is sent', async (_, image, named) => {
      const server = await start();
      const call = create(server).complete(
        chatRequest({ messages: [{ role: 'user', content: 'See', images: [image] }] }),
        open,
      );
      const error = await failureOf(call);
      expect(error).toMatchObject({ failure: 'badRequest', retryable: false });
      expect(error.message).toMatch(named);
      expect(server.calls).toBe(0);
    });
  });
}
