import * as z from 'zod';
import type { Sample } from '../benchmarks/benchmark';
import type { GoldLabel, GoldReply } from '../benchmarks/goldReply';
import type { DataFile, RecordProblem } from '../benchmarks/importer';
import { dataRecords, firstObjects, isRecord } from '../benchmarks/importing/dataRecords';
import { clusterOfId } from '../benchmarks/mrbench/clusterOfId';
import { type DimensionId, dimensionIds, readLabel } from '../benchmarks/mrbench/labels';
import { judgeId } from '../benchmarks/tutorbench/judgeForm';
import { type TutorBenchSample, tutorBenchSampleSchema } from '../benchmarks/tutorbench/samples';
import type { GoldSample } from './goldSource';
import type { RatedLabel } from './ratedLabel';

/** Dimensions by their names in MRBench, and four by the short names of the BEA 2025 task. */
const dimensions: readonly (readonly [key: string, dimension: DimensionId])[] = [
  ['MI', 'mistake_identification'],
  ['ML', 'mistake_location'],
  ['PG', 'providing_guidance'],
  ['AC', 'actionability'],
  ...dimensionIds.map((id) => [id, id] as const),
];

/** The answers of a judge that was run on MRBench elsewhere, one reply a line: `{conversation_id, tutor, raw, pred, gold}`. */
export function isJudgedMrBench(file: DataFile): boolean {
  return firstObjects(file, 3).some((record) => 'pred' in record && isRecord(record.gold) && 'raw' in record);
}

/**
 * Reads such a run. An answer that could not be read there (`pred` is null), or that names no label of its dimension, is a failure of
 * the judge and stays in the count; a human label that is none is reported and left out.
 */
export function readJudgedMrBench(file: DataFile): {
  readonly rated: readonly RatedLabel[];
  readonly problems: readonly RecordProblem[];
} {
  const problems: RecordProblem[] = file.kind === 'jsonl' ? [...file.problems] : [];
  const rated = dataRecords(file).flatMap(({ record, value }) => {
    const fault = (field: string, message: string): void => {
      problems.push({ severity: 'error', record, field, message });
    };
    if (!isRecord(value) || typeof value.conversation_id !== 'string' || !isRecord(value.gold)) {
      fault('', 'It lacks conversation_id or gold; the record was left out.');
      return [];
    }
    const { conversation_id: sampleId, tutor, raw, pred, gold } = value;
    return dimensions.flatMap(([key, dimension]): RatedLabel[] => {
      if (!Object.hasOwn(gold, key)) return [];
      const human = labelIn(gold, key, dimension);
      if (human === undefined) {
        fault(`gold.${key}`, 'Its value is no label of this dimension; it was left out.');
        return [];
      }
      const judge = isRecord(pred) ? labelIn(pred, key, dimension) : undefined;
      return [
        {
          dimension,
          cluster: clusterOfId(sampleId),
          sampleId,
          tutor: typeof tutor === 'string' ? tutor : '',
          human,
          judge,
          ...(judge === undefined
            ? { problem: 'The answer could not be read.' }
            : { judgeReason: typeof raw === 'string' ? raw : '' }),
          reply: '',
        },
      ];
    });
  });
  return { rated, problems };
}

function labelIn(labels: Readonly<Record<string, unknown>>, key: string, dimension: DimensionId): string | undefined {
  const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
  return typeof label === 'string' ? readLabel(dimension, label) : undefined;
}

const judgedReplySchema = z.object({
  sample_id: z.string().min(1),
  model_name: z.string().default(''),
  model_response: z.string(),
  rubric_ratings: z.array(z.object({ criterion: z.string(), passed: z.boolean(), explanation: z.string().optional() })),
});

/** Replies to TutorBench with an unnamed judge's verdict on each criterion: `{sample_id, model_response, rubric_ratings}`. */
export function isJudgedTutorBench(file: DataFile): boolean {
  return firstObjects(file, 3).some((record) => 'rubric_ratings' in record && 'model_response' in record);
}

/**
 * Joins such a run with the samples that it was made on, by id, or by the text of the criteria where the samples have ids of their own. What finds no partner is reported.
 * A prohibition that passed was kept, so that “met”, which means broken here, is its opposite.
 */
export function readJudgedTutorBench(
  file: DataFile,
  samples: readonly Sample[],
): { readonly samples: readonly GoldSample[]; readonly problems: readonly RecordProblem[] } {
  const byId = new Map(
    samples.flatMap((sample) => tutorBenchSampleSchema.safeParse(sample).data ?? []).map((one) => [one.id, one]),
  );
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
    const sample =
      byId.get(id) ??
      ofSameCriteria(
        ratings.map(({ criterion }) => bare(criterion)),
        byCriterion,
      );
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

/** The one sample that has most of the criteria; `undefined` where none has more than half of them, or two have as many. */
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
