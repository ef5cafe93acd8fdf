import * as z from 'zod';
import { base64Url, type ChatMessage, type ImageReference } from './message';
import { ProviderError } from './provider';

const imageMediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageMediaType = (typeof imageMediaTypes)[number];

/** The image type by its first bytes, whatever the name says; `undefined` for anything else. */
export function imageTypeOf(content: Uint8Array): ImageMediaType | undefined {
  const text = (from: number, to: number): string => String.fromCharCode(...content.subarray(from, to));
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff) return 'image/jpeg';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  return text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP' ? 'image/webp' : undefined;
}

/** Throws `ProviderError` (`badRequest`) for images that cannot be sent. */
export function imageSource(
  { url = '' }: ImageReference,
  provider: string,
): Readonly<{ kind: 'url'; url: string } | { kind: 'data'; mediaType: ImageMediaType; base64: string }> {
  const refused = (message: string): ProviderError =>
    new ProviderError(message, { failure: 'badRequest', provider, sent: false });
  const data = base64Url(url);
  if (data === undefined) {
    if (/^https?:\/\//i.test(url)) return { kind: 'url', url };
    throw refused(`The image address "${url.slice(0, 100)}" is not http, https or base64 data.`);
  }
  const given = data.mediaType.toLowerCase();
  const mediaType = z.enum(imageMediaTypes).safeParse(given === 'image/jpg' ? 'image/jpeg' : given);
  if (mediaType.success) return { kind: 'data', mediaType: mediaType.data, base64: data.base64 };
  throw refused(`The image is of type "${data.mediaType}"; models take ${imageMediaTypes.join(', ')}.`);
}

/** Neither API takes images from the assistant, so their alternative texts replace them. */
export function textWithAlternatives(message: ChatMessage): string {
  const alternatives = (message.images ?? []).map((image) => `[Image: ${image.alt ?? 'no description'}]`);
  return [message.content, ...alternatives].filter((part) => part !== '').join('\n');
}
