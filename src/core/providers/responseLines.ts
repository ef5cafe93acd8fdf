/** Longest line that is kept, in characters: a reply of a million tokens would fit. */
const longestLine = 8_000_000;

/** The lines of a text that arrives in pieces, empty ones left out. One that is too long to be a reply is left out too. */
export async function* responseLines(response: Pick<Response, 'body'>): AsyncGenerator<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let rest = '';
  let skipping = false;
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!skipping && line.trim() !== '') yield line;
      skipping = false;
    }
    if (rest.length > longestLine) {
      skipping = true;
      rest = '';
    }
  }
  rest += decoder.decode();
  if (!skipping && rest.trim() !== '') yield rest;
}

/** The value of a line; `undefined` where it is no JSON. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
