import { averageDeviation, type Label, pearson, type RatedPair } from '../statistics/agreement';
import type { Interval } from '../statistics/interval';
import { kappaInterval } from '../statistics/kappa';
import { createRandom } from '../statistics/random';
import { addedCounts, countsByCluster, kappaOf, labelsInUse, macroF1Of } from './confusionTable';
import { numberOf, type RatedLabel } from './ratedLabel';
import { withinTutors, type WithinTutors } from './withinTutors';

/** What always saying the commonest human label would come to. */
interface MajorityBaseline {
  readonly label: Label;
  readonly agreement: number;
  readonly macroF1: number;
}

/** How well one judge agrees with people on one dimension. `undefined` where a figure is not defined, never 0. */
export interface DimensionAgreement {
  readonly id: string;
  /** Human labels that the judge was asked about. Those that it failed on are among them. */
  readonly n: number;
  /** Labels without a usable verdict; they count as misses in agreement, kappa and macro-F1. */
  readonly failed: number;
  /** Dialogues or problems that the labels come from. */
  readonly clusters: number;
  /** Share of `n` on which judge and people say the same, 0..1. */
  readonly agreement: number | undefined;
  /** Mean absolute difference in steps of the scale, over the verdicts that are there; for labels in order only. */
  readonly deviation: number | undefined;
  /** Cohen's kappa, −1..1. */
  readonly kappa: number | undefined;
  /** `kappaInterval` over clusters, 10,000 resamples. */
  readonly kappaCi: Interval | undefined;
  readonly macroF1: number | undefined;
  /** Over the verdicts that are there, labels as numbers; MRBench calls it AC. */
  readonly pearson: number | undefined;
  readonly majority: MajorityBaseline | undefined;
  /** What trust goes by where the labels name several tutors; the figures above tell tutors apart, too. */
  readonly within: WithinTutors | undefined;
  /** `counts[row][column]`: row = human, column = judge, in the order of `labels`; `failed` by human label. */
  readonly confusion: {
    readonly labels: readonly Label[];
    readonly counts: readonly (readonly number[])[];
    readonly failed: readonly number[];
  };
  /** Labels for which the answer of a model that had not learned from the reply was used. */
  readonly heldOut: number;
  /** Labels of replies that the judge did not learn from, to dialogues that it did learn from. */
  readonly trainedDialogues: number;
}

/** Computes the agreement on one dimension. `scale`: its labels in order, none where they have no order. Same seed, same interval. */
export function dimensionAgreement(
  id: string,
  rated: readonly RatedLabel[],
  { scale, seed, resamples = 10_000 }: { scale: readonly Label[]; seed: string; resamples?: number },
): DimensionAgreement {
  const labels = labelsInUse(rated, scale);
  const size = labels.length + 1;
  const clusters = countsByCluster(rated, labels);
  const counts = addedCounts(clusters, size);
  const n = rated.length;
  const failed = rated.filter(({ judge }) => judge === undefined).length;
  const same = rated.filter(({ judge, human }) => judge === human).length;
  const numbers = rated.map(({ judge, human }): RatedPair<number> => [numberOf(judge, scale), numberOf(human, scale)]);
  return {
    id,
    n,
    failed,
    clusters: clusters.length,
    agreement: n === 0 ? undefined : same / n,
    deviation: averageDeviation(numbers).value,
    kappa: kappaOf(counts),
    kappaCi: kappaInterval(clusters, (resample) => kappaOf(addedCounts(resample, size)), {
      random: createRandom(`calibration/${seed}/${id}`),
      resamples,
    }),
    macroF1: macroF1Of(counts),
    pearson: pearson(numbers),
    majority: majorityOf(counts, labels, n),
    within: withinTutors(id, rated, { scale, seed, resamples }),
    confusion: {
      labels,
      counts: counts.slice(0, -1).map((row) => row.slice(0, -1)),
      failed: counts.slice(0, -1).map((row) => row[size - 1] ?? 0),
    },
    heldOut: rated.filter(({ heldOut }) => heldOut === true).length,
    trainedDialogues: rated.filter(({ trainedDialogue }) => trainedDialogue === true).length,
  };
}

function majorityOf(
  counts: readonly (readonly number[])[],
  labels: readonly Label[],
  n: number,
): MajorityBaseline | undefined {
  const given = labels.map((_, row) => (counts[row] ?? []).reduce((sum, count) => sum + count, 0));
  const most = Math.max(0, ...given);
  const label = labels[given.indexOf(most)];
  if (most === 0 || label === undefined) return undefined;
  const share = most / n;
  // F1 of the one label that is said is 2p / (1 + p), that of all others that people gave is 0.
  return { label, agreement: share, macroF1: (2 * share) / (1 + share) / given.filter((count) => count > 0).length };
}
