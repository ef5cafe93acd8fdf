import { mostConfusedLabels, mostTutors, type Read, type TrustCard } from '../benchmark/trustCard';
import type { DimensionAgreement } from './dimensionAgreement';
import type { RatedLabel } from './ratedLabel';

/** The form for files and other tools: undefined statistics are `null`. */
export type Written<T> = T extends undefined ? null : T extends object ? { readonly [K in keyof T]: Written<T[K]> } : T;

export function written<T>(statistics: T): Written<T> {
  return JSON.parse(JSON.stringify(statistics, (_, value: unknown) => value ?? null)) as Written<T>;
}

/** Turns each `null` of a file back into `undefined`. */
export function read<T>(statistics: T): Read<T> {
  return JSON.parse(JSON.stringify(statistics), (_, value: unknown) => value ?? undefined) as Read<T>;
}

/** A disagreement for other tools, with texts as people and models wrote them. */
export function disagreementJson(judge: string, one: RatedLabel): Readonly<Record<string, unknown>> {
  const { turn, reply } = one.named ?? one;
  const { dimension, sampleId: sample, tutor, criterionId, human, humanReason, judge: label, judgeReason } = one;
  const said = { human, humanReason, label, reasoning: judgeReason, reply };
  return written({ judge, dimension, sample, tutor, turn, criterionId, ...said });
}

type CardStatistics = Omit<Written<DimensionAgreement>, 'id' | 'within' | 'confusion'> &
  Pick<TrustCard, 'within' | 'confusion'>;

/** A dimension's statistics for a trust card: tutors with the most labels, and the confusion table if it is small. */
export function cardStatistics({ id: _, ...statistics }: DimensionAgreement): CardStatistics {
  const { within, confusion, ...plain } = written(statistics);
  const least = within?.tutors.map(({ n }) => n).sort((left, right) => right - left)[mostTutors - 1] ?? 0;
  return {
    ...plain,
    ...(within && { within: { ...within, tutors: within.tutors.filter(({ n }) => n >= least).slice(0, mostTutors) } }),
    ...(confusion.labels.length <= mostConfusedLabels && { confusion }),
  };
}
