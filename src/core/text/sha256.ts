import * as crypto from 'node:crypto';

/** SHA-256 of bytes, or of a text's in UTF-8, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  // In one go where Node can (from 20.12 on): an object for each of tens of thousands of texts costs as much as hashing them.
  if (typeof crypto.hash === 'function') return crypto.hash('sha256', content, 'hex');
  return crypto.createHash('sha256').update(content).digest('hex');
}
