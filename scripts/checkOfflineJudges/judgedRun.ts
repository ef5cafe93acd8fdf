import * as z from 'zod';
import type { GoldLabel, GoldReply, GoldSample } from '../../src/core/benchmark/goldReply';
import type { DataFile, RecordProblem } from '../../src/core/benchmark/importer';
import { readRecords } from '../../src/core/benchmark/importing/readRecords';
import { judgeId } from '../../src/core/benchmarks/tutorbench/judges';
import type { TutorBenchSample } from '../../src/core/benchmarks/tutorbench/samples';

const judgedReplySchema = z.object({
  sample_id: z.string().min(1),
  model_name: z.string().default(''),
  model_response: z.string(),
  rubric_ratings: z.array(z.object({ criterion: z.string(), passed: z.boolean(), explanation: z.string().optional() })),
});

/**
 * Replies with an unnamed judge's verdicts on criteria, which the offline judge is checked against. “Passed” means that
 * a prohibition was kept, but “met” means that it was broken, so it is inverted.
 */
export function readJudgedRun(
  file: DataFile,
  samples: readonly TutorBenchSample[],
): { readonly samples: readonly GoldSample<TutorBenchSample>[]; readonly problems: readonly RecordProblem[] } {
  const byId = new Map(samples.map((one) => [one.id, one]));
  const withTexts = [...byId.values()].map((sample) => {
    return { sample, texts: new Set(sample.criteria.map(({ text }) => bare(text))) };
  });
  const found = new Map<TutorBenchSample, GoldReply[]>();
  const { problems } = readRecords<never>(file, (value, _record, report) => {
    const parsed = judgedReplySchema.safeParse(value);
    if (!parsed.success) {
      report(
        'error',
        parsed.error.issues[0]?.path.join('.') ?? '',
        'It is not a judged reply; the record was left out.',
      );
      return [];
    }
    const { sample_id: id, model_name: tutor, model_response: reply, rubric_ratings: ratings } = parsed.data;
    const texts = ratings.map(({ criterion }) => bare(criterion));
    const sample = byId.get(id) ?? ofSameCriteria(texts, withTexts);
    if (sample === undefined) {
      report('error', 'sample_id', `No sample has the id “${id}” or its criteria; the record was left out.`);
      return [];
    }
    const labels = ratings.flatMap(({ criterion, passed, explanation }): GoldLabel[] => {
      const known = sample.criteria.find(({ text }) => bare(text) === bare(criterion));
      if (known === undefined) return [];
      const label = known.polarity === 'prohibition' ? !passed : passed;
      const reason = explanation === undefined || explanation === '' ? {} : { reason: explanation.slice(0, 20_000) };
      return [{ judge: judgeId, unit: 'criterion', criterionId: known.id, label, ...reason }];
    });
    if (labels.length === 0) report('error', 'rubric_ratings', 'None of its criteria is one of the sample’s.');
    else found.set(sample, [...(found.get(sample) ?? []), { tutor, replies: [reply], labels }]);
    return [];
  });
  return { samples: [...found].map(([sample, gold]) => ({ sample, gold })), problems };
}

function ofSameCriteria(
  texts: readonly string[],
  withTexts: readonly { readonly sample: TutorBenchSample; readonly texts: ReadonlySet<string> }[],
): TutorBenchSample | undefined {
  const shared = withTexts.map(({ sample, texts: own }) => {
    return { sample, count: [...new Set(texts)].filter((text) => own.has(text)).length };
  });
  const [first, second] = shared.sort((left, right) => right.count - left.count);
  if (first === undefined || 2 * first.count <= texts.length || first.count === second?.count) return undefined;
  return first.sample;
}

function bare(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
