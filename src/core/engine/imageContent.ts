import type { ChatMessage, ImageReference } from '../dialogue/message';
import type { ImageStore } from '../store/imageStore';
import type { RunManifest } from '../store/runManifest';

/** The images that a run's samples name by path, as its manifest lists them for one benchmark. */
export type NamedImages = NonNullable<RunManifest['benchmarks'][number]['images']>;

/** An image as it can be shown or sent: a data URL in the place of a path. Throws `RunStoreError` when it is not stored. */
export async function imageContent(
  image: ImageReference,
  named: NamedImages,
  store: ImageStore,
): Promise<ImageReference> {
  if (image.path === undefined) return image;
  const known = Object.hasOwn(named, image.path) ? named[image.path] : undefined;
  if (known === undefined) throw new UnknownImageError(image.path);
  const content = await store.read(known.sha256);
  const base64 = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64');
  const url = `data:${known.mediaType};base64,${base64}`;
  return { ...image, path: undefined, url, mediaType: known.mediaType, sha256: known.sha256 };
}

/** Messages with the content of their images. */
export async function withImageContent(
  messages: readonly ChatMessage[],
  named: NamedImages,
  store: ImageStore,
): Promise<readonly ChatMessage[]> {
  if (messages.every(({ images }) => images === undefined || images.length === 0)) return messages;
  return Promise.all(
    messages.map(async (message) => {
      const { images } = message;
      if (images === undefined || images.length === 0) return message;
      return { ...message, images: await Promise.all(images.map((image) => imageContent(image, named, store))) };
    }),
  );
}

/** A sample names an image that was not read when the run was planned. */
class UnknownImageError extends Error {
  override readonly name = 'UnknownImageError';

  constructor(path: string) {
    super(`The run has no image “${path}”. Evaluate again.`);
  }
}
