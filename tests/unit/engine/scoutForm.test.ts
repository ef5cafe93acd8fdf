import { describe, expect, it } from 'vitest';
import { scoutForm } from '../../../src/core/engine/scoutForm';
import { waitingCall, type WaitingCall } from '../../../src/core/engine/waitingCall';
import type { ChatReply, ChatRequest } from '../../../src/core/providers/provider';
import { defaultAnswer, FakeProvider } from './fakeProvider';

const request: ChatRequest = {
  model: 'm',
  system: 'You are a tutor.',
  messages: [{ role: 'user', content: 'Why?' }],
  maxOutputTokens: 100,
  temperature: 0,
  repeat: 0,
  simulation: { seed: 's', run: () => '' },
};

function callsThatWait(count: number): readonly WaitingCall[] {
  const receiver = { answered: () => undefined, failed: () => undefined };
  return Array.from({ length: count }, (_, repeat) =>
    waitingCall('fake', { request: { ...request, repeat }, signal: new AbortController().signal, receiver }),
  );
}

async function scouted(count: number, answered: (index: number) => boolean) {
  const heard: { readonly call: number; readonly reply: ChatReply | undefined }[] = [];
  const provider = new FakeProvider((asked, index) => {
    if (!answered(index)) throw new Error('refused');
    return defaultAnswer(asked);
  });
  const found = await scoutForm(provider, callsThatWait(count), {
    answered: (call, reply) => heard.push({ call: call.request.repeat, reply }),
    refused: (call) => heard.push({ call: call.request.repeat, reply: undefined }),
  });
  return { ...found, left: found.left.map((call) => call.request.repeat), heard, asked: provider.requests.length };
}

describe('scoutForm', () => {
  it('gives up after three refusals: each is a call at full price that asks the same of a server that does not take it', async () => {
    const { asked, found, left, heard } = await scouted(10, () => false);
    expect([asked, found]).toEqual([3, false]);
    expect(left).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(heard.map(({ call, reply }) => [call, reply])).toEqual([
      [0, undefined],
      [1, undefined],
      [2, undefined],
    ]);
  });

  it('leaves the rest to a batch as soon as one is answered', async () => {
    const { asked, found, left, heard } = await scouted(10, (index) => index === 2);
    expect([asked, found]).toEqual([2, true]);
    expect(left).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(heard.map(({ reply }) => reply === undefined)).toEqual([true, false]);
  });
});
