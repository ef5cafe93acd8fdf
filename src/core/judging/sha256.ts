import * as crypto from 'node:crypto';

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export function sha256(text: string): string {
  // In one go where Node can (from 20.12 on): an object for each of tens of thousands of texts costs as much as hashing them.
  if (typeof crypto.hash === 'function') return crypto.hash('sha256', text, 'hex');
  return crypto.createHash('sha256').update(text).digest('hex');
}
