import type { Benchmarks } from '../../benchmark/benchmark';
import type { GoldReply } from '../../benchmark/goldReply';
import { example } from '../../benchmarks/example';
import { defaultPolicy } from '../../benchmarks/policies';
import { readPromptFile } from '../../prompt/promptFile';
import { type ManifestModel, modelName } from '../../store/runManifest';
import type { JudgedRecord, RunRecord } from '../../store/runRecord';
import type { StoredRun } from '../../store/runStore';
import { loadSamples, type SampleFile } from '../loadSamples';
import { planRun } from '../planRun';
import { uncalled } from '../runStep';
import { workItemKey } from '../workItem';
import { recordsOf } from './planRecorded';

const people: ManifestModel = { provider: 'people', model: example.people, simulated: false };

export const examplePair = { before: runIdOf(example.compared.before), after: runIdOf(example.compared.after) };

/** Recorded replies with human labels as verdicts, the human tutor first. Throws `SampleFileError`. */
export function exampleRuns(
  file: SampleFile,
  { now, toolVersion, promptPath }: Readonly<{ now: number; toolVersion: string; promptPath: string }>,
  benchmarks: Benchmarks,
): readonly StoredRun[] {
  const benchmark = benchmarks.get(example.benchmark);
  if (benchmark === undefined)
    throw new Error(`The example needs the benchmark ${example.benchmark}, which is missing.`);
  const loaded = loadSamples(benchmark, file);
  const source = { kind: 'file', name: example.source, format: loaded.format } as const;
  return example.tutors.map(({ name, model, what }, index): StoredRun => {
    const at = new Date(now + index).toISOString();
    const planned = planRun(
      {
        runId: runIdOf(name),
        createdAt: at,
        toolVersion,
        prompt: readPromptFile(promptPath, example.note),
        promptName: example.name,
        benchmarks: [{ benchmark, loaded: { ...loaded, images: [] }, source }],
        tutor: { provider: 'recorded', model, simulated: false },
        judges: [people],
        student: undefined,
        seed: 1,
        limit: undefined,
        repeats: 1,
        placement: undefined,
        policy: defaultPolicy,
        repliesGiven: true,
      },
      benchmarks,
    );
    const records = loaded.samples.flatMap((sample): readonly RunRecord[] => {
      const gold = benchmark.goldReplies?.(sample).find(({ tutor }) => tutor === name);
      if (gold === undefined) return [];
      const key = workItemKey(benchmark.id, sample.id, 0);
      return [...recordsOf({ key }, gold.replies, at), ...labelsOf(key, gold, at)];
    });
    const about = `Example: replies of ${what} to ${loaded.samples.length} ${example.published} Nothing is simulated, and nothing was sent.`;
    return {
      manifest: {
        ...planned.manifest,
        recorded: { name: source.name, format: source.format, missing: 0, unused: 0, about },
      },
      samples: planned.samples,
      records: [...records, { kind: 'status', at, status: 'completed', wallMs: 0 }],
      problems: [],
    };
  });
}

function runIdOf(tutor: (typeof example.tutors)[number]['name']): string {
  return `example-${tutor.toLowerCase()}`;
}

function labelsOf(item: string, { labels }: GoldReply, at: string): readonly JudgedRecord[] {
  return labels.map(({ judge, unit, turn, criterionId, label }) => ({
    kind: 'judged',
    item,
    at,
    judgeModel: modelName(people),
    key: judge,
    version: 'computed',
    verdicts: [{ judge, unit, turn, criterionId, status: 'ok', label }],
    attempts: [],
    ...uncalled,
  }));
}
