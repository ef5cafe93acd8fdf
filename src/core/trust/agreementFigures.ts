import { groupedBy } from '../benchmark/samples';
import type { Label } from '../statistics/agreement';
import type { Interval } from '../statistics/interval';
import { kappaInterval, stratifiedKappa, type StratifiedPairs } from '../statistics/kappa';
import { createRandom } from '../statistics/random';
import type { RatedLabel } from './ratedLabel';

/** How well a judge agrees with people. `undefined` where a figure is not defined, never 0. */
export interface AgreementFigures {
  /** Human labels that the judge was asked about, with those that it failed on. */
  readonly n: number;
  /** Labels without a usable verdict; they count as misses in agreement, kappa and macro-F1. */
  readonly failed: number;
  /** Dialogues or problems that the labels come from. */
  readonly clusters: number;
  /** Share of `n`, 0..1. */
  readonly agreement: number | undefined;
  /** −1..1. */
  readonly kappa: number | undefined;
  readonly kappaCi: Interval | undefined;
  readonly macroF1: number | undefined;
}

export interface FigureOptions {
  /** Labels in their order; none where they have no order. */
  readonly scale: readonly Label[];
  /** Same seed, same interval. */
  readonly seed: string;
  readonly resamples?: number;
}

export function agreementFigures(
  rated: readonly RatedLabel[],
  { scale, seed, resamples = 10_000 }: FigureOptions,
  stratumOf?: (one: RatedLabel) => string,
): AgreementFigures {
  const { clusters, kappa } = stratified(rated, stratumOf);
  return {
    n: rated.length,
    failed: rated.filter(({ judge }) => judge === undefined).length,
    clusters: clusters.length,
    agreement: rated.length === 0 ? undefined : agreed(rated) / rated.length,
    kappa: kappa(clusters),
    kappaCi: kappaInterval(clusters, kappa, { random: createRandom(seed), resamples }),
    macroF1: macroF1Of(confusionOf(rated, scale)),
  };
}

export type JudgedLabel = Pick<RatedLabel, 'cluster' | 'human' | 'judge'>;

export function agreed(rated: readonly JudgedLabel[]): number {
  return rated.filter(({ judge, human }) => judge === human).length;
}

/** The commonest human label and its share, of equals the first on the scale; `undefined` without labels. */
export function commonestLabel(
  rated: readonly RatedLabel[],
  scale: readonly Label[],
): { readonly label: Label; readonly agreement: number } | undefined {
  const labels = labelsInUse(rated, scale);
  const given = labels.map((label) => rated.filter(({ human }) => human === label).length);
  const most = Math.max(0, ...given);
  const label = labels[given.indexOf(most)];
  return most === 0 || label === undefined ? undefined : { label, agreement: most / rated.length };
}

/** Cohen's kappa, within strata where they are given. A missing verdict is a label that only the judge uses. */
export function kappaOf<One extends JudgedLabel>(
  rated: readonly One[],
  stratumOf?: (one: One) => string,
): number | undefined {
  const { clusters, kappa } = stratified(rated, stratumOf);
  return kappa(clusters);
}

function stratified<One extends JudgedLabel>(rated: readonly One[], stratumOf?: (one: One) => string) {
  const labels = labelsInUse(rated, []);
  const strata = [...new Set(rated.map((one) => stratumOf?.(one)))];
  const sizes = { strata: stratumOf && strata.length, labels: labels.length + 1 };
  const clusters = [...groupedBy(rated, ({ cluster }) => cluster).values()].map((own) =>
    own.flatMap((one) => [
      strata.indexOf(stratumOf?.(one)),
      labels.indexOf(one.human),
      one.judge === undefined ? labels.length : labels.indexOf(one.judge),
    ]),
  );
  return { clusters, kappa: (drawn: readonly StratifiedPairs[]) => stratifiedKappa(drawn, sizes) };
}

type SaidLabel = Pick<RatedLabel, 'human' | 'judge'>;

function labelsInUse(rated: readonly SaidLabel[], scale: readonly Label[]): readonly Label[] {
  return [...new Set([...scale, ...rated.flatMap(({ human, judge = human }) => [human, judge])])];
}

/** `counts[row][column]`: row = human, column = judge, both in the order of `labels`; `failed` by human label. */
export interface Confusion {
  readonly labels: readonly Label[];
  readonly counts: readonly (readonly number[])[];
  readonly failed: readonly number[];
}

export function confusionOf(rated: readonly SaidLabel[], scale: readonly Label[]): Confusion {
  const labels = labelsInUse(rated, scale);
  const said = labels.map((label) => rated.flatMap(({ human, judge }) => (human === label ? [judge] : [])));
  const times = (label: Label | undefined): number[] => said.map((row) => row.filter((one) => one === label).length);
  const columns = labels.map(times);
  return {
    labels,
    counts: labels.map((_, row) => columns.map((column) => column[row] ?? 0)),
    failed: times(undefined),
  };
}

/**
 * Mean over labels of F1 = 2tp / (2tp + fp + fn), 0..1, over the labels that occur on either side. A missing verdict is a miss of
 * the person's label.
 */
export function macroF1Of({ counts, failed }: Pick<Confusion, 'counts' | 'failed'>): number | undefined {
  const scores = counts.flatMap((row, label) => {
    const given = row.reduce((sum, count) => sum + count, failed[label] ?? 0);
    const said = counts.reduce((sum, one) => sum + (one[label] ?? 0), 0);
    return given + said === 0 ? [] : [(2 * (row[label] ?? 0)) / (given + said)];
  });
  return scores.length === 0 ? undefined : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
