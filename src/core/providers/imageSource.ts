import * as z from 'zod';
import { base64Url } from '../dialogue/base64Url';
import type { ChatMessage, ImageReference } from '../dialogue/message';
import { PlainFileError, readPlainFile } from '../store/plainFile';
import { ProviderError } from './provider';

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

/** An image as it is sent. `base64` is the whole file. */
export type ImageSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'data'; readonly mediaType: ImageMediaType; readonly base64: string };

/** Above every limit of the APIs; keeps a file that is no image of a task out of memory. */
const maxBytes = 20 * 1024 * 1024;

const mediaTypeSchema = z.enum(imageMediaTypes);

/** Reads a local image, or checks an address. Throws `ProviderError` (`badRequest`) that names the image. */
export async function loadImage(image: ImageReference, provider: string): Promise<ImageSource> {
  if (image.url !== undefined) return fromUrl(image.url, provider);
  const path = image.path ?? '';
  const mediaType = mediaTypeOf(image.mediaType, path, provider);
  try {
    const content = await readPlainFile(path, { largest: maxBytes, links: 'follow' });
    return { kind: 'data', mediaType, base64: content.toString('base64') };
  } catch (error) {
    if (PlainFileError.is(error, 'tooLarge')) throw refused(`The image ${path} is larger than 20 MB`, provider);
    throw refused(`The image ${path} cannot be read. Check that the file is there`, provider, error);
  }
}

function fromUrl(url: string, provider: string): ImageSource {
  const data = base64Url(url);
  if (data !== undefined) {
    return { kind: 'data', mediaType: mediaTypeOf(data.mediaType, 'in a data URL', provider), base64: data.base64 };
  }
  if (!/^https?:\/\//i.test(url))
    throw refused(`The image address "${url.slice(0, 100)}" is not http, https or base64 data`, provider);
  return { kind: 'url', url };
}

function mediaTypeOf(given: string, name: string, provider: string): ImageMediaType {
  const mediaType = mediaTypeSchema.safeParse(given.toLowerCase() === 'image/jpg' ? 'image/jpeg' : given.toLowerCase());
  if (mediaType.success) return mediaType.data;
  throw refused(`The image ${name} is of type "${given}"; models take ${imageMediaTypes.join(', ')}`, provider);
}

function refused(message: string, provider: string, cause?: unknown): ProviderError {
  return new ProviderError(`${message}.`, { failure: 'badRequest', provider, sent: false, cause });
}

/**
 * The text of a message whose images cannot be sent: neither API takes images from the assistant, so what they show
 * is said in words.
 */
export function textWithAlternatives(message: ChatMessage): string {
  const alternatives = (message.images ?? []).map((image) => `[Image: ${image.alt ?? 'no description'}]`);
  return [message.content, ...alternatives].filter((part) => part !== '').join('\n');
}
