import { EmbeddedFileError } from './embeddedFileError';

/** Whole numbers of one byte as Base64. */
export function packBytes(values: Int8Array | Uint8Array): string {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');
}

/** Whole numbers of two bytes as Base64, the lower byte first on every machine. */
export function packShorts(values: Int16Array): string {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [place, value] of values.entries()) bytes.writeInt16LE(value, 2 * place);
  return bytes.toString('base64');
}

/** Exactly `count` numbers of one byte; EmbeddedFileError for anything else. */
export function unpackSigned(text: string, count: number, place: string): Int8Array {
  return Int8Array.from(unpackUnsigned(text, count, place), (value) => (value << 24) >> 24);
}

/** Exactly `count` numbers 0 to 255; EmbeddedFileError for anything else. */
export function unpackUnsigned(text: string, count: number, place: string): Uint8Array {
  if (text.length !== 4 * Math.ceil(count / 3) || !isBase64(text)) {
    throw new EmbeddedFileError(place, `does not hold ${count} bytes in Base64`);
  }
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  if (bytes.length !== count) throw new EmbeddedFileError(place, `holds ${bytes.length} bytes where ${count} are due`);
  return bytes;
}

/** Exactly `count` numbers of two bytes; EmbeddedFileError for anything else. */
export function unpackShorts(text: string, count: number, place: string): Int16Array {
  const bytes = Buffer.from(unpackUnsigned(text, 2 * count, place));
  return Int16Array.from({ length: count }, (_, index) => bytes.readInt16LE(2 * index));
}

/** Looks for what is none: an expression that matched the whole would run out of room for steps to go back to. */
function isBase64(text: string): boolean {
  return !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, ''));
}
