import { AnswerError, statusFailure, unreadable } from './sdkFailure';

/** In bytes after decompression. */
export interface BodyLimits {
  /** Of a reply, an error and the state of a batch. */
  readonly reply: number;
  /** Of the results of a whole batch, which are read line by line. */
  readonly results: number;
  /** How long the text of an error is waited for once its status is there; five seconds unless set. */
  readonly errorMs?: number;
}

/** A reply of a million tokens has some 4 MB; a batch has up to 100,000 calls, at 20 kB each. */
export const usualBodyLimits: BodyLimits = { reply: 8_000_000, results: 2_000_000_000 };

/** Where the results of a batch are, with Anthropic and with OpenAI. */
const resultsAddress = /\/batches\/[^/]+\/results$|\/files\/[^/]+\/content$/;

/**
 * A `fetch` that rejects with `AnswerError` for a body beyond its limit, the status of an error and a status that is none of HTTP. The
 * body of an error is read here, as OpenAI's SDK drops one without a member `error`.
 */
export function boundedFetch(inner: typeof fetch, limits: BodyLimits = usualBodyLimits): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    const { body, status, headers } = response;
    if (status < 200 || status > 599) {
      // Nobody reads it, and what is not read keeps the connection.
      await body?.cancel();
      throw unreadable(`the status ${status} is none of HTTP`);
    }
    if (status >= 300) {
      const bytes = body === null ? undefined : await readError(body, limits.errorMs);
      const text = bytes?.toString('utf8') ?? (await response.text());
      throw new AnswerError(statusFailure(status, shallowText(text), headers));
    }
    if (body === null) return response;
    const limit = resultsAddress.test(pathOf(input)) ? limits.results : limits.reply;
    return new Response(body.pipeThrough(bounded(limit)), { status, statusText: response.statusText, headers });
  };
}

function bounded(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let left = limit;
  return new TransformStream({
    transform(piece, controller) {
      left -= piece.byteLength;
      // The error also cancels the body itself, which lets go of the connection.
      if (left < 0) throw new AnswerError({ kind: 'tooLong', largestBytes: limit });
      controller.enqueue(piece);
    },
  });
}

function pathOf(input: Parameters<typeof fetch>[0]): string {
  const address = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
  return URL.canParse(address) ? new URL(address).pathname : '';
}

/** In bytes: the status says the most of an error. */
const longestError = 1_000_000;
/** Real errors are five levels deep, and the SDKs walk through all of them. */
const deepest = 50;

/** The body of an error as far as it comes within `patienceMs`. What breaks off is as good as what ends. */
export async function readError(body: ReadableStream<Uint8Array>, patienceMs = 5_000): Promise<Buffer<ArrayBuffer>> {
  const reader = body.getReader();
  // Ends the read that is under way as if the body were over.
  const cancel = (): Promise<void> => reader.cancel().catch(() => undefined);
  const timer = setTimeout(() => void cancel(), patienceMs);
  const pieces: Uint8Array[] = [];
  let left = longestError;
  try {
    while (left > 0) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value.subarray(0, left));
      left -= value.byteLength;
    }
  } catch {
    // The status is known.
  } finally {
    clearTimeout(timer);
  }
  await cancel();
  return Buffer.concat(pieces);
}

/** The text, or nothing where it is JSON that is nested so deep that no reader of errors gets through it. */
function shallowText(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charAt(index);
    if (isQuoted && sign === '\\') index += 1;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === '[' || sign === '{')) depth += 1;
    else if (!isQuoted && (sign === ']' || sign === '}')) depth -= 1;
    if (depth > deepest) return '';
  }
  return text;
}
