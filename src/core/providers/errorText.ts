/** The text of an error is short, and the status says the most of it: what goes on beyond this, in bytes, is not read. */
const longestError = 1_000_000;
/** How deep JSON of an error may be nested: real ones are five levels deep, and the SDKs walk through all of them. */
const deepest = 50;

/** The body of an error as far as it comes within `patienceMs`. What breaks off is as good as what ends. */
export async function readError(body: ReadableStream<Uint8Array>, patienceMs: number): Promise<Buffer<ArrayBuffer>> {
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
export function shallowText(text: string): string {
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
