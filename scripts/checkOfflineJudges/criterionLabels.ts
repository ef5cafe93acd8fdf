import { parseDataFile } from '../../src/core/benchmark/importing/dataFile';
import type { GoldLabel } from '../../src/core/benchmark/goldReply';
import { importSamples } from '../../src/core/benchmark/importing/recognizeFile';
import { tutorBench } from '../../src/core/benchmarks/tutorbench/definition';
import { readJudgedRun } from './judgedRun';
import type { TutorBenchSample } from '../../src/core/benchmarks/tutorbench/samples';
import { offlineVerdicts } from '../measureAttacks/offlineVerdicts';
import { hashOf, publicFiles, type JudgedLabels, type ProblemLabel } from './judgedLabels';

export const criterionFiles: readonly string[] = [
  'tutorbench/nine_columns_joined.csv',
  'tutorbench/train.csv',
  'tutorbench/test.csv',
  'tutorbench/judged/claude-sonnet-4-5.results.json',
  'tutorbench/judged/claude-haiku-4-5.results.json',
  'tutorbench/judged/gpt-oss-20b.results.json',
];

/** The criteria judge of TutorBench on real replies with the verdicts of another, unnamed judge. */
export function criterionLabels(root: string): JudgedLabels {
  const files = publicFiles(root, criterionFiles);
  const samples = new Map<string, TutorBenchSample>();
  for (const { name, text } of files.filter((file) => file.name.endsWith('.csv'))) {
    const result = importSamples(text, name, tutorBench.importers);
    if (result.kind === 'refused') throw new Error(result.reason);
    // The joined file comes first: it alone says which use case a prompt is of.
    for (const sample of result.samples) {
      const key = keyOf(sample);
      if (!samples.has(key)) samples.set(key, sample);
    }
  }
  const rated = files
    .filter((file) => file.name.endsWith('.json'))
    .flatMap(({ name, text }) => {
      const parsed = parseDataFile(text);
      if (parsed.kind === 'refused') throw new Error(`${name}: ${parsed.reason}`);
      return readJudgedRun(parsed, [...samples.values()]).samples.flatMap(({ sample, gold }) =>
        gold.flatMap(({ tutor, replies, labels }) => ratedReply(sample, tutor, replies[0] ?? '', labels)),
      );
    });
  return {
    benchmark: 'tutorbench',
    dimension: 'criteria',
    gold: 'judged runs of TutorBench, another judge’s verdicts',
    format: 'judged-tutorbench',
    by: 'judge',
    hash: hashOf(files),
    scale: [false, true],
    rated,
  };
}

function ratedReply(
  sample: TutorBenchSample,
  tutor: string,
  reply: string,
  labels: readonly GoldLabel[],
): readonly ProblemLabel[] {
  if (reply.trim() === '') return [];
  const verdicts = new Map(
    offlineVerdicts({ benchmark: tutorBench, sample }, reply).map((one) => [one.criterionId, one.label]),
  );
  const task = sample.turns[0]?.content ?? sample.id;
  return labels.map(({ criterionId, label }) => ({
    dimension: 'criteria',
    cluster: task,
    sampleId: sample.id,
    tutor,
    ...(criterionId === undefined ? {} : { criterionId }),
    human: label,
    judge: verdicts.get(criterionId),
    reply,
    task,
  }));
}

function keyOf({ criteria }: TutorBenchSample): string {
  return criteria.map(({ text }) => text.replace(/\s+/g, ' ').trim()).join('\n');
}
