import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { ReplyTooLongError } from './replyTooLong';

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * A body as it was before it was compressed for the way, which `headers` then no longer say. Rejects with `ReplyTooLongError` beyond
 * `longest` bytes, and as zlib does for a damaged one.
 */
export async function decodeBody(
  body: Buffer<ArrayBuffer>,
  headers: Headers,
  longest: number,
): Promise<Buffer<ArrayBuffer>> {
  const decode = decoders.get(headers.get('content-encoding')?.trim().toLowerCase() ?? '');
  if (decode === undefined || body.length === 0) return body;
  headers.delete('content-encoding');
  headers.delete('content-length');
  try {
    return await decode(body, { maxOutputLength: longest });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new ReplyTooLongError(longest);
    throw error;
  }
}
