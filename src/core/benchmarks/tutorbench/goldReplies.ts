import { meanOf } from '../../benchmark/metric';
import * as z from 'zod';
import {
  agreedLabel,
  type GoldLabel,
  type GoldReply,
  type GoldSample,
  type JudgedForm,
  type RatedDecision,
  type ReliabilityTable,
} from '../../benchmark/goldReply';
import type { DataFile, RecordProblem } from '../../benchmark/importer';
import { dataRecords, firstObjects } from '../../benchmark/importing/readRecords';
import { agreementRatio } from '../../statistics/agreement';
import { judgeId } from './judges';
import type { TutorBenchSample } from './samples';

export function tutorBenchGoldReplies({ criteria, humanRatings }: TutorBenchSample): readonly GoldReply[] {
  const known = new Set(criteria.map(({ id }) => id));
  const byReply = new Map<string, Map<string, boolean[]>>();
  for (const { reply, criterionId, ratings } of humanRatings) {
    if (!known.has(criterionId)) continue;
    const rated = byReply.get(reply) ?? new Map<string, boolean[]>();
    byReply.set(reply, rated.set(criterionId, [...(rated.get(criterionId) ?? []), ...ratings]));
  }
  return [...byReply].flatMap(([reply, rated]) => {
    const labels = [...rated].flatMap(([criterionId, ratings]): GoldLabel[] => {
      const label = agreedLabel(ratings);
      return label === undefined ? [] : [{ judge: judgeId, unit: 'criterion', criterionId, label }];
    });
    return labels.length === 0 ? [] : [{ tutor: '', replies: [reply], labels }];
  });
}

const judgedReplySchema = z.object({
  sample_id: z.string().min(1),
  model_name: z.string().default(''),
  model_response: z.string(),
  rubric_ratings: z.array(z.object({ criterion: z.string(), passed: z.boolean(), explanation: z.string().optional() })),
});

/** Replies with an unnamed judge's verdict on each criterion: `{sample_id, model_response, rubric_ratings}`. */
export const judgedTutorBench: JudgedForm<TutorBenchSample> = {
  format: 'judged-tutorbench',
  kind: 'replies',
  recognizes: (file) =>
    firstObjects(file, 3).some((record) => 'rubric_ratings' in record && 'model_response' in record),
  read: readJudgedRun,
};

/**
 * Joins a run with the samples that it was made on, by id, or by the text of the criteria where the samples have ids of their own.
 * A prohibition that passed was kept, so that “met”, which means broken here, is its opposite.
 */
export function readJudgedRun(
  file: DataFile,
  samples: readonly TutorBenchSample[],
): { readonly samples: readonly GoldSample<TutorBenchSample>[]; readonly problems: readonly RecordProblem[] } {
  const byId = new Map(samples.map((one) => [one.id, one]));
  const byCriterion = new Map<string, TutorBenchSample[]>();
  for (const sample of byId.values()) {
    for (const text of new Set(sample.criteria.map((criterion) => bare(criterion.text)))) {
      byCriterion.set(text, [...(byCriterion.get(text) ?? []), sample]);
    }
  }
  const problems: RecordProblem[] = file.kind === 'jsonl' ? [...file.problems] : [];
  const found = new Map<TutorBenchSample, GoldReply[]>();
  for (const { record, value } of dataRecords(file)) {
    const fault = (field: string, message: string): void => {
      problems.push({ severity: 'error', record, field, message });
    };
    const parsed = judgedReplySchema.safeParse(value);
    if (!parsed.success) {
      fault(parsed.error.issues[0]?.path.join('.') ?? '', 'It is not a judged reply; the record was left out.');
      continue;
    }
    const { sample_id: id, model_name: tutor, model_response: reply, rubric_ratings: ratings } = parsed.data;
    const texts = ratings.map(({ criterion }) => bare(criterion));
    const sample = byId.get(id) ?? ofSameCriteria(texts, byCriterion);
    if (sample === undefined) {
      fault('sample_id', `No sample has the id “${id}” or its criteria; the record was left out.`);
      continue;
    }
    const labels = ratings.flatMap(({ criterion, passed, explanation }): GoldLabel[] => {
      const known = sample.criteria.find(({ text }) => bare(text) === bare(criterion));
      if (known === undefined) return [];
      const label = known.polarity === 'prohibition' ? !passed : passed;
      const reason = explanation === undefined || explanation === '' ? {} : { reason: explanation.slice(0, 20_000) };
      return [{ judge: judgeId, unit: 'criterion', criterionId: known.id, label, ...reason }];
    });
    if (labels.length === 0) fault('rubric_ratings', 'None of its criteria is one of the sample’s.');
    else found.set(sample, [...(found.get(sample) ?? []), { tutor, replies: [reply], labels }]);
  }
  return { samples: [...found].map(([sample, gold]) => ({ sample, gold })), problems };
}

/** `undefined` where no sample has more than half of the criteria, or two have as many. */
function ofSameCriteria(
  texts: readonly string[],
  byCriterion: ReadonlyMap<string, readonly TutorBenchSample[]>,
): TutorBenchSample | undefined {
  const shared = new Map<TutorBenchSample, number>();
  for (const text of new Set(texts)) {
    for (const sample of byCriterion.get(text) ?? []) shared.set(sample, (shared.get(sample) ?? 0) + 1);
  }
  const [first, second] = [...shared].sort(([, left], [, right]) => right - left);
  if (first === undefined || 2 * first[1] <= texts.length || first[1] === second?.[1]) return undefined;
  return first[0];
}

function bare(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** One criterion of one reply, rated by the judge and by people; true is met. */
interface DoublyRated {
  readonly weight?: number;
  readonly judge: boolean | undefined;
  readonly humans: readonly boolean[];
}

export function criticalOnly<T extends { readonly weight?: number }>(items: readonly T[]): readonly T[] {
  return items.filter(({ weight }) => Math.abs(weight ?? 0) === 5);
}

/**
 * F1 of the judge against the people's majority, positive class “met”, 0..1. Criteria without a judge's verdict or a majority are
 * left out; undefined when neither side has a positive.
 */
export function f1VsMajority(items: readonly DoublyRated[]): number | undefined {
  let hits = 0;
  let positives = 0;
  for (const { judge, humans } of items) {
    const majority = agreedLabel(humans);
    if (judge === undefined || majority === undefined) continue;
    if (judge && majority) hits += 1;
    positives += Number(judge) + Number(majority);
  }
  return positives === 0 ? undefined : (2 * hits) / positives;
}

/** How often the judge says what a person says, over all single ratings of people, 0..1. */
export function judgeAgreement(items: readonly DoublyRated[]): number | undefined {
  return agreementRatio(items.flatMap(({ judge, humans }) => humans.map((human) => [judge, human] as const))).value;
}

/** Agreement of every rater with the others who rated the same criteria, and its mean over raters, 0..1. */
interface HumanAgreement {
  readonly perRater: Readonly<Record<string, number>>;
  readonly mean: number | undefined;
}

/** `items`: for each criterion the ratings by rater. A rater who never shared a criterion has no figure. */
export function humanAgreement(items: readonly Readonly<Record<string, boolean>>[]): HumanAgreement {
  const counts = new Map<string, { same: number; of: number }>();
  for (const item of items) {
    const ratings = Object.entries(item);
    for (const [rater, rating] of ratings) {
      const count = counts.get(rater) ?? { same: 0, of: 0 };
      counts.set(rater, count);
      count.of += ratings.length - 1;
      count.same += ratings.filter(([other, theirs]) => other !== rater && theirs === rating).length;
    }
  }
  const shares = [...counts].flatMap(([rater, { same, of }]) => (of === 0 ? [] : [[rater, same / of] as const]));
  const mean = meanOf(shares.map(([, share]) => share));
  return { perRater: Object.fromEntries(shares), mean };
}

/**
 * F1 of “met” against what most people say, agreement with their single ratings, and of people with each other, over all criteria and
 * over the critical ones. A person is known by the place of the rating in its list.
 */
export function tutorBenchReliability(
  rated: readonly RatedDecision[],
  samples: ReadonlyMap<string, TutorBenchSample>,
): readonly ReliabilityTable[] {
  const items = rated.flatMap(({ sampleId, criterionId, reply, human, judge }): DoublyRated[] => {
    const { criteria = [], humanRatings = [] } = samples.get(sampleId) ?? {};
    const weight = criteria.find(({ id }) => id === criterionId)?.weight;
    if (weight === undefined || typeof human !== 'boolean') return [];
    const given = humanRatings.filter((one) => one.reply === reply && one.criterionId === criterionId);
    const ratings = given.flatMap((one) => one.ratings);
    const humans = ratings.length === 0 ? [human] : ratings;
    return [{ weight, judge: typeof judge === 'boolean' ? judge : undefined, humans }];
  });
  if (items.length === 0) return [];
  const row = (title: string, of: readonly DoublyRated[]): ReliabilityTable['rows'][number] => ({
    title,
    cells: [
      of.length,
      f1VsMajority(of),
      judgeAgreement(of),
      humanAgreement(of.map(({ humans }) => Object.fromEntries(humans.map((said, place) => [`${place}`, said])))).mean,
    ],
  });
  return [
    {
      id: 'criteria',
      title: 'F1 of “met” against the majority of people, and agreement with single ratings',
      columns: ['n', 'F1', 'judge and people', 'people themselves'],
      rows: [row('all criteria', items), row('critical (weight 5, −5)', criticalOnly(items))],
    },
  ];
}
