import { imageContent, type NamedImages } from '../run/loadSamples';
import type { RunSession } from '../run/runSession';
import type { ImageStore } from '../store/imageStore';
import { buildCaseDetail, type CaseOptions } from '../results/caseDetail';
import type { CaseDetail, CaseImage } from '../results/reportModel';

/** Data URLs of images by the path that samples name them by. */
type ImageSources = ReadonlyMap<string, string>;

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

/** A case of a run, and the one beside it, with the content of their images; `undefined` when there is none of this id. */
export async function illustratedCase(
  session: RunSession,
  caseId: string,
  images: ImageStore,
  options: CaseOptions = {},
): Promise<CaseDetail | undefined> {
  const detail = buildCaseDetail(session, caseId, options);
  if (detail === undefined) return undefined;
  const item = session.items.find(({ key }) => key === caseId);
  const { sibling } = detail;
  const named = item === undefined ? {} : session.imagesOf(item.benchmark.id);
  const sources = await imageSources(sibling === undefined ? [detail] : [detail, sibling], named, images);
  const filled = withImages(detail, sources);
  return sibling === undefined ? filled : { ...filled, sibling: withImages(sibling, sources) };
}
