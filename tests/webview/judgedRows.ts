import { mrJudges } from '../../src/core/benchmarks/mrbench/judges';
import { labelsOf, type DimensionId } from '../../src/core/benchmarks/mrbench/labels';
import { dimensionAgreement } from '../../src/core/trust/dimensionAgreement';
import { judgeStanding } from '../../src/core/trust/trustOf';
import type { RatedLabel } from '../../src/core/trust/ratedLabel';
import { createRandom } from '../../src/core/statistics/random';
import type { ConfusionView, JudgeCardRow } from '../../src/core/report/judgesViewModel';
import { trustCard } from '../unit/trust/trustCards';

type Counts = readonly (readonly number[])[];

/** A check of one MRBench dimension: rows are people's labels and columns the judge's, in rubric order. */
export interface JudgedCounts {
  readonly dimension: DimensionId;
  readonly counts: Counts;
  /** Labels without a verdict, by what people said; none where it is absent. */
  readonly failed?: readonly number[];
  readonly clusters: number;
}

function ratedLabels({ dimension, counts, failed = [], clusters }: JudgedCounts): readonly RatedLabel[] {
  const labels = labelsOf(dimension);
  const pairs = labels.flatMap((human, row) => [
    ...labels.flatMap((judge, column) => Array.from({ length: counts[row]?.[column] ?? 0 }, () => ({ human, judge }))),
    ...Array.from({ length: failed[row] ?? 0 }, () => ({ human, judge: undefined })),
  ]);
  return createRandom(`made up/${dimension}`)
    .shuffle(pairs)
    .map((pair, place) => ({
      ...pair,
      dimension,
      cluster: String(place % clusters),
      sampleId: String(place),
      tutor: '',
      reply: '',
    }));
}

/** A card's line whose statistics and standing are those that the counts come to. */
export function judgedRow(key: string, judged: JudgedCounts, change: Partial<JudgeCardRow> = {}): JudgeCardRow {
  const { dimension } = judged;
  const info = mrJudges.find(({ id }) => id === dimension);
  if (info === undefined) throw new Error(`MRBench has no judge of ${dimension}.`);
  const found = dimensionAgreement(dimension, ratedLabels(judged), {
    scale: labelsOf(dimension),
    seed: 'made up',
    resamples: 400,
  });
  const standing = judgeStanding(found);
  const { n, failed, clusters, agreement, deviation, kappa, kappaCi, macroF1, pearson, majority } = found;
  return {
    ...trustCard({ dimension, n, failed, clusters }),
    key,
    title: info.title,
    question: info.question,
    status: standing.status,
    ...(standing.status === 'checked' ? {} : { reason: standing.reason }),
    agreement: agreement ?? null,
    deviation: deviation ?? null,
    kappa: kappa ?? null,
    kappaCi: kappaCi ?? null,
    macroF1: macroF1 ?? null,
    pearson: pearson ?? null,
    majority: majority ?? null,
    judgeVersion: info.version,
    older: false,
    counts: true,
    ...change,
  };
}

/** The same counts as an opened card shows them. */
export function confusionOf({ dimension, counts, failed = [0, 0, 0] }: JudgedCounts): ConfusionView {
  return { labels: labelsOf(dimension), counts, failed };
}
