import { imageContent, type NamedImages } from '../run/loadSamples';
import type { RunSession } from '../run/runSession';
import type { ImageStore } from '../store/imageStore';
import { caseDetail } from '../results/caseDetail';
import type { CaseDetail, CaseImage } from '../results/reportModel';

/** Data URLs of images by path. A missing image is skipped; its description remains. */
export async function imageSources(
  details: Iterable<Pick<CaseDetail, 'turns'>>,
  named: NamedImages,
  store: ImageStore,
): Promise<ReadonlyMap<string, string>> {
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

export function withImages<Detail extends Pick<CaseDetail, 'turns'>>(
  detail: Detail,
  sources: ReadonlyMap<string, string>,
): Detail {
  const filled = (image: CaseImage): CaseImage => {
    const source = image.path === undefined ? undefined : sources.get(image.path);
    return source === undefined ? image : { ...image, source };
  };
  return { ...detail, turns: detail.turns.map((turn) => ({ ...turn, images: turn.images.map(filled) })) };
}

export async function illustratedCase(
  session: RunSession,
  caseId: string,
  images: ImageStore,
  majority?: boolean,
): Promise<CaseDetail | undefined> {
  const detail = caseDetail(session, caseId, majority);
  if (detail === undefined) return undefined;
  const item = session.items.find(({ key }) => key === caseId);
  const named = item === undefined ? {} : session.imagesOf(item.benchmark.id);
  return (await illustrated([detail], named, images))[0];
}

/** Both members of a pair get their images. */
export async function illustrated(
  details: readonly CaseDetail[],
  named: NamedImages,
  store: ImageStore,
): Promise<readonly CaseDetail[]> {
  const members = details.flatMap((detail) => [detail, ...(detail.sibling ? [detail.sibling] : [])]);
  const sources = await imageSources(members, named, store);
  return details.map((detail) => {
    return { ...withImages(detail, sources), sibling: detail.sibling && withImages(detail.sibling, sources) };
  });
}
