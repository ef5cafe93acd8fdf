/** Formats that both APIs take. */
export const imageMediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageMediaType = (typeof imageMediaTypes)[number];

/** The type of an image by its first bytes, whatever its name says; `undefined` for anything else. */
export function imageTypeOf(content: Uint8Array): ImageMediaType | undefined {
  const text = (from: number, to: number): string => String.fromCharCode(...content.subarray(from, to));
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff) return 'image/jpeg';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  return text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP' ? 'image/webp' : undefined;
}
