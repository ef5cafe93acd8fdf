import type { RunSession } from '../engine/runSession';
import type { ImageStore } from '../store/imageStore';
import { buildCaseDetail, type CaseOptions } from './caseDetail';
import { imageSources, withImages } from './caseImages';
import type { CaseDetail } from './reportModel';

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
