import type { RunSession } from '../run/runSession';
import { modelName, type ManifestModel } from '../store/runManifest';
import type { Comparison, ComparisonOptions } from './comparison';
import { compareRuns } from './compareRuns';
import { noiseBand } from './noiseBand';
import { intendedDifferences, runDifferences } from './runDifferences';

/** How a shell has two runs compared. */
export interface PairOptions extends Pick<ComparisonOptions, 'margin' | 'smallest' | 'allowSimulated' | 'intended'> {
  readonly judges?: ComparisonOptions['judge'] | undefined;
  /** Other runs of the earlier run's prompt, for the noise. */
  readonly others: readonly RunSession[];
}

/** Two runs compared with the words that every shell gives: the same judges, the same view of what is meant, the same noise. */
export function comparePair(
  before: RunSession,
  after: RunSession,
  { judges, others, ...rest }: PairOptions,
): Comparison {
  const judge = judges ?? judgesToCompare(before.manifest, after.manifest);
  const { seed } = after.manifest;
  const samePrompt = before.manifest.prompt.revision === after.manifest.prompt.revision;
  const intended = rest.intended ?? intendedDifferences(runDifferences(before, after, judge), samePrompt);
  const noise = noiseBand([before, ...others], { judge: judge.before, seed });
  return compareRuns(before, after, {
    ...rest,
    judge,
    seed,
    others,
    intended,
    ...(noise === undefined ? {} : { noise }),
  });
}

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
