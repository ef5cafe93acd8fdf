import { describe, expect, it } from 'vitest';
import { closedAfterEach } from '../../loopback/closedAfterEach';
import { retry } from '../../../src/core/run/retry';
import { createAnthropicProvider } from '../../../src/core/providers/anthropicProvider';
import { usualBodyLimits } from '../../../src/core/providers/boundedFetch';
import { keptFetch } from '../../../src/core/providers/keptFetch';
import { createOpenAiProvider } from '../../../src/core/providers/openAiProvider';
import { ShapeMemory } from '../../../src/core/providers/requestShape';
import { startEndlessServer, type EndlessAnswer, type EndlessServer } from './endlessServer';
import { chatRequest, failureOf, testKey } from './providerSubject';

/** What may lie in the buffers of both ends when reading stops. */
const inBuffers = 8_000_000;
const open = new AbortController().signal;
const servers = closedAfterEach();

async function start(answer: EndlessAnswer): Promise<EndlessServer> {
  const server = await startEndlessServer(answer);
  servers.push(server);
  return server;
}

const endlessText = { first: '{"choices": [{"message": {"content": "', piece: 'and so on '.repeat(6_000) };

/** The provider as the command line makes it. */
function overKept(create: typeof createOpenAiProvider): typeof createOpenAiProvider {
  return (options, shapes) => create({ fetch: keptFetch(), ...options }, shapes);
}

describe.each([
  ['openai', createOpenAiProvider],
  ['anthropic', createAnthropicProvider],
  ['openai over kept connections', overKept(createOpenAiProvider)],
  ['anthropic over kept connections', overKept(createAnthropicProvider)],
] as const)('a body without end from %s', (_id, create) => {
  it('of a reply is given up at 8 MB, with one request, and the connection let go', async () => {
    const server = await start(() => endlessText);
    const provider = create({ apiKey: testKey, baseUrl: server.url }, new ShapeMemory());
    const delays: number[] = [];
    const call = retry(() => provider.complete(chatRequest(), open), {
      signal: open,
      delay: (ms) => {
        delays.push(ms);
        return Promise.resolve();
      },
      random: () => 0,
    });
    const error = await failureOf(call);
    expect(error).toMatchObject({ failure: 'tooLong', retryable: false });
    expect(error.message).toMatch(/reading stopped after 8 MB/);
    expect(error.message).not.toContain(testKey);
    expect(delays).toEqual([]);
    expect(server.endless).toBe(1);
    await expect.poll(() => server.left).toBe(1);
    expect(server.bytes).toBeGreaterThan(usualBodyLimits.reply);
    expect(server.bytes).toBeLessThan(usualBodyLimits.reply + inBuffers);
  });

  it('under a status that HTTP does not have is not read', async () => {
    const server = await start(() => ({ status: 799, ...endlessText }));
    const provider = create({ apiKey: testKey, baseUrl: server.url }, new ShapeMemory());
    const error = await failureOf(provider.complete(chatRequest(), open));
    expect(error).toMatchObject({ failure: 'badResponse' });
    expect(error.message).toContain('the status 799 does not exist in HTTP');
    expect(server.endless).toBe(1);
    await expect.poll(() => server.left).toBe(1);
    const short = await start(() => ({ status: 799, json: {} }));
    const other = create({ apiKey: testKey, baseUrl: short.url }, new ShapeMemory());
    expect(await failureOf(other.complete(chatRequest(), open))).toMatchObject({ failure: 'badResponse' });
  });

  it('of an error is given up too, and the status kept', async () => {
    const server = await start(() => ({ status: 500, ...endlessText }));
    const provider = create({ apiKey: testKey, baseUrl: server.url }, new ShapeMemory());
    const error = await failureOf(provider.complete(chatRequest(), open));
    expect(error).toMatchObject({ failure: 'server', status: 500 });
    await expect.poll(() => server.left).toBe(1);
    expect(server.bytes).toBeLessThan(usualBodyLimits.reply + inBuffers);
  });

  it.each([
    [
      'of lines',
      { first: '', piece: `${JSON.stringify({ custom_id: 'nobody', padding: 'x'.repeat(20_000) })}\n`.repeat(3) },
    ],
    ['of one line', { first: '{"custom_id": "', piece: 'x'.repeat(60_000) }],
  ])('%s of a batch’s results is given up at its own limit', async (_what, pieces) => {
    const server = await start(({ url = '' }) =>
      /\/(?:results|content)$/.test(url) ? pieces : { json: { status: 'completed', output_file_id: 'file-1' } },
    );
    const bodyLimits = { ...usualBodyLimits, results: 12_000_000 };
    const { batches } = create({ apiKey: testKey, baseUrl: server.url, bodyLimits }, new ShapeMemory());
    if (batches === undefined) throw new Error('The provider has no batches.');
    const read = async (): Promise<number> => {
      let results = 0;
      for await (const result of batches.results({ batchId: 'batch-1', model: 'test-model' }, open)) {
        if (result.id === 'nobody') results += 1;
      }
      return results;
    };
    const error = await failureOf(read());
    expect(error).toMatchObject({ failure: 'tooLong', retryable: false });
    expect(error.message).toMatch(/after 12 MB/);
    expect(server.endless).toBe(1);
    await expect.poll(() => server.left).toBe(1);
    expect(server.bytes).toBeGreaterThan(bodyLimits.results);
    expect(server.bytes).toBeLessThan(bodyLimits.results + inBuffers);
  });
});
