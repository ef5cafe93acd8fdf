import { type ManifestModel, modelName } from '../store/runManifest';

interface Judged {
  readonly judges: readonly ManifestModel[];
}

/** The judges by which two runs are compared unless somebody chooses: one that both have, else the first of each. */
export function judgesToCompare(before: Judged, after: Judged): { readonly before: string; readonly after: string } {
  const earlier = before.judges.map(modelName);
  const later = after.judges.map(modelName);
  const shared = later.find((name) => earlier.includes(name));
  return { before: shared ?? earlier[0] ?? '', after: shared ?? later[0] ?? '' };
}
