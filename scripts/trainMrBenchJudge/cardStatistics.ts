import type { DimensionCard, PartScores } from '../../src/core/benchmarks/mrbench/embedded/embeddedFile';
import { confusionOf, macroF1Of, withinTutors } from '../../src/core/trust/dimensionAgreement';
import { written } from '../../src/core/trust/calibrationJson';
import type { RatedLabel } from '../../src/core/trust/ratedLabel';
import { labelCode, labelsOf, type DimensionId, type MrLabel } from '../../src/core/benchmarks/mrbench/labels';
import { agreementRatio, averageDeviation, cohenKappa, pearson } from '../../src/core/statistics/agreement';
import { kappaInterval, stratifiedKappa } from '../../src/core/statistics/kappa';
import { createRandom } from '../../src/core/statistics/random';
import type { LabelledReply } from './gatherReplies';

/** What the judge said of a labelled reply that it was not trained on. */
export interface JudgedReply {
  readonly reply: LabelledReply;
  readonly labels: Readonly<Record<DimensionId, MrLabel>>;
}

interface Pair {
  readonly judge: MrLabel;
  readonly human: MrLabel;
  readonly reply: LabelledReply;
}

const resamples = 2000;
export const people: ReadonlySet<string> = new Set(['Novice', 'Expert']);

const parts: readonly (readonly [part: string, belongs: (reply: LabelledReply) => boolean])[] = [
  ['Bridge', ({ source }) => source === 'Bridge'],
  ['MathDial', ({ source }) => source === 'MathDial'],
  ['replies by people', ({ tutors }) => tutors.some((tutor) => people.has(tutor))],
  ['replies by novices', ({ tutors }) => tutors.includes('Novice')],
  ['replies by experts', ({ tutors }) => tutors.includes('Expert')],
  ['replies by models', ({ tutors }) => !tutors.every((tutor) => people.has(tutor))],
];

/** All statistics of one dimension, to four decimals; null where a statistic is undefined. */
export function dimensionCard(dimension: DimensionId, judged: readonly JudgedReply[]): DimensionCard {
  const pairs = pairsOf(dimension, judged);
  const codes = codesOf(dimension, pairs);
  const { labels, counts } = confusionOf(pairs, labelsOf(dimension));
  const majority = majorityOf(dimension, pairs);
  const always = pairs.map(({ human }) => ({ judge: majority, human }));
  const { id, ...whole } = { id: dimension, ...scores(dimension, pairs) };
  return {
    id,
    ...whole,
    problems: new Set(pairs.map(({ reply }) => reply.group)).size,
    deviation: rounded(averageDeviation(codes).value),
    kappaCi: writtenInterval(dimension, pairs),
    majority: {
      label: majority,
      agreement: rounded(agreementRatio(always.map(({ judge, human }) => [judge, human])).value) ?? 0,
      macroF1: rounded(macroF1Of(confusionOf(always, []))) ?? 0,
    },
    within: withinStatistics(dimension, pairs),
    lenient: lenientScores(dimension, pairs),
    confusion: { labels: labels.map(String), counts },
    parts: parts.map(([part, belongs]) => ({
      part,
      ...scores(
        dimension,
        pairs.filter(({ reply }) => belongs(reply)),
      ),
    })),
  };
}

/** The scores of one dimension alone, without what takes long. */
export function dimensionScores(dimension: DimensionId, judged: readonly JudgedReply[]): PartScores {
  return scores(dimension, pairsOf(dimension, judged));
}

/** Kappa within the tutors that are language models; `without` names some to leave out. */
export function kappaWithinModels(
  dimension: DimensionId,
  judged: readonly JudgedReply[],
  without: readonly string[] = [],
): number | undefined {
  const labels = labelsOf(dimension);
  const strata: string[] = [];
  const pairs = pairsOf(dimension, judged).flatMap(({ judge, human, reply: { tutors } }) =>
    tutors.flatMap((tutor) => {
      if (people.has(tutor) || without.includes(tutor)) return [];
      if (!strata.includes(tutor)) strata.push(tutor);
      return [strata.indexOf(tutor), labels.indexOf(human), labels.indexOf(judge)];
    }),
  );
  return stratifiedKappa([pairs], { strata: strata.length, labels: labels.length });
}

function pairsOf(dimension: DimensionId, judged: readonly JudgedReply[]): readonly Pair[] {
  return judged.flatMap(({ reply, labels }): Pair[] => {
    const human = reply.labels[dimension];
    return human === undefined ? [] : [{ judge: labels[dimension], human, reply }];
  });
}

function scores(dimension: DimensionId, pairs: readonly Pair[]): PartScores {
  const rated = pairs.map(({ judge, human }) => [judge, human] as const);
  return {
    n: pairs.length,
    agreement: rounded(agreementRatio(rated).value),
    kappa: rounded(cohenKappa(rated)),
    macroF1: rounded(macroF1Of(confusionOf(pairs, []))),
    pearson: rounded(pearson(codesOf(dimension, pairs))),
  };
}

function codesOf(
  dimension: DimensionId,
  pairs: readonly Pair[],
): (readonly [number | undefined, number | undefined])[] {
  return pairs.map(({ judge, human }) => [labelCode(dimension, judge), labelCode(dimension, human)] as const);
}

function majorityOf(dimension: DimensionId, pairs: readonly Pair[]): MrLabel {
  const count = (label: MrLabel): number => pairs.filter(({ human }) => human === label).length;
  return [...labelsOf(dimension)].sort((left, right) => count(right) - count(left))[0] ?? labelsOf(dimension)[0];
}

/** A reply that two tutors gave word for word counts for each of them. */
function withinStatistics(dimension: DimensionId, pairs: readonly Pair[]): DimensionCard['within'] {
  const rated = pairs.flatMap(({ judge, human, reply: { tutors, group, reply } }) =>
    tutors.map((tutor): RatedLabel => {
      const cluster = String(group);
      return { dimension, cluster, sampleId: cluster, tutor, human, judge, reply };
    }),
  );
  const within = withinTutors(dimension, rated, { scale: labelsOf(dimension), seed: 'card', resamples });
  if (within === undefined) throw new Error('The labelled replies are those of one tutor.');
  return written(within);
}

/** Problems are drawn with replacement, each with all its replies. */
function writtenInterval(dimension: DimensionId, pairs: readonly Pair[]): DimensionCard['kappaCi'] {
  const clusters = new Map<number, (readonly [MrLabel, MrLabel])[]>();
  for (const { judge, human, reply } of pairs) {
    clusters.set(reply.group, [...(clusters.get(reply.group) ?? []), [judge, human]]);
  }
  const random = createRandom(`kappa ${dimension}`);
  const interval = kappaInterval([...clusters.values()], (drawn) => cohenKappa(drawn.flat()), { random, resamples });
  return interval === undefined
    ? null
    : { low: Number(interval.low.toFixed(4)), high: Number(interval.high.toFixed(4)), level: interval.level };
}

/** BEA 2025 counts "Yes" and "To some extent" as one in its lenient scores. */
function lenientScores(dimension: DimensionId, pairs: readonly Pair[]): DimensionCard['lenient'] {
  if (!labelsOf(dimension).includes('To some extent')) return null;
  const merged = pairs.map(({ judge, human }) => ({ judge: judge !== 'No', human: human !== 'No' }));
  const { value } = agreementRatio(merged.map(({ judge, human }) => [judge, human]));
  return { agreement: rounded(value), macroF1: rounded(macroF1Of(confusionOf(merged, []))) };
}

function rounded(value: number | undefined): number | null {
  return value === undefined ? null : Number(value.toFixed(4));
}
