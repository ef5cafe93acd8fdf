import * as crypto from 'node:crypto';

/** SHA-256 of bytes or of UTF-8 text, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  // One call from Node 20.12 on: a hash object for each of many short texts doubles the time.
  if (typeof crypto.hash === 'function') return crypto.hash('sha256', content, 'hex');
  return crypto.createHash('sha256').update(content).digest('hex');
}
