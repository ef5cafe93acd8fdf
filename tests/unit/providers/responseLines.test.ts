import { describe, expect, it } from 'vitest';
import { responseLines } from '../../../src/core/providers/sdkBatches';

/** A response that arrives in these pieces. */
function pieces(...parts: readonly (string | Uint8Array)[]): Response {
  const encoder = new TextEncoder();
  const chunks = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = chunks.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(next);
      },
    }),
  );
}

async function linesOf(response: Pick<Response, 'body'>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of responseLines(response)) lines.push(line);
  return lines;
}

describe('responseLines', () => {
  it('puts lines together that arrive in pieces, characters too', async () => {
    const owl = new TextEncoder().encode('{"a":"🦉"}');
    expect(await linesOf(pieces('one\ntw', 'o\n\n', owl.slice(0, 7), owl.slice(7), '\nlast'))).toEqual([
      'one',
      'two',
      '{"a":"🦉"}',
      'last',
    ]);
  });

  it('has none of an empty body', async () => {
    expect(await linesOf(pieces())).toEqual([]);
    expect(await linesOf({ body: null })).toEqual([]);
  });

  it('leaves out a line without end, and goes on after it', async () => {
    const much = 'x'.repeat(5_000_000);
    expect(await linesOf(pieces('one\n', much, much, much, '\ntwo\n'))).toEqual(['one', 'two']);
    expect(await linesOf(pieces('one\n', much, much))).toEqual(['one']);
  });
});
