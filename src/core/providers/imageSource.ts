import * as z from 'zod';
import { base64Url, type ChatMessage, type ImageReference } from '../dialogue/dialogue';
import { PlainFileError, readPlainFile } from '../store/plainFile';
import { imageMediaTypes, type ImageMediaType } from './imageType';
import { ProviderError } from './providerError';

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
