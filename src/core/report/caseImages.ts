import { imageContent, type NamedImages } from '../engine/loadSamples';
import type { ImageStore } from '../store/imageStore';
import type { CaseDetail, CaseImage } from './reportModel';

/** Data URLs of images by the path that samples name them by. */
export type ImageSources = ReadonlyMap<string, string>;

/** Reads the images of cases from the store; one that is gone is left out, as its words remain. */
export async function imageSources(
  details: Iterable<Pick<CaseDetail, 'turns'>>,
  named: NamedImages,
  store: ImageStore,
): Promise<ImageSources> {
  const sources = new Map<string, string>();
  for (const { turns } of details) {
    for (const { path, alt } of turns.flatMap(({ images }) => images)) {
      if (path === undefined || sources.has(path)) continue;
      const found = await imageContent({ path, alt, mediaType: '' }, named, store).catch(() => undefined);
      if (found?.url !== undefined) sources.set(path, found.url);
    }
  }
  return sources;
}

/** A case with the content of its images in place. */
export function withImages<Detail extends Pick<CaseDetail, 'turns'>>(detail: Detail, sources: ImageSources): Detail {
  const filled = (image: CaseImage): CaseImage => {
    const source = image.path === undefined ? undefined : sources.get(image.path);
    return source === undefined ? image : { ...image, source };
  };
  return { ...detail, turns: detail.turns.map((turn) => ({ ...turn, images: turn.images.map(filled) })) };
}
