import type { Benchmark } from '../../benchmark/benchmark';
import type { GoldReply } from '../../benchmark/goldReply';
import { defaultPolicy } from '../../benchmarks/policies';
import type { BenchmarkId } from '../../benchmark/samples';
import { readPromptFile } from '../../prompt/promptFile';
import { modelName } from '../../store/manifestModel';
import type { ManifestModel } from '../../store/runManifest';
import type { JudgedRecord, RunRecord } from '../../store/runRecord';
import type { StoredRun } from '../../store/runStore';
import { loadSamples, type SampleFile } from '../loadSamples';
import { planRun } from '../planRun';
import { workItemKey } from '../workItem';
import { recordsOf } from './planRecorded';

export const exampleFile = 'mrbench.json';
export const exampleName = 'MRBench example';

const tutors = [
  { name: 'Expert', model: 'Expert', what: 'a human expert' },
  { name: 'GPT4', model: 'GPT-4', what: 'GPT-4' },
  { name: 'Sonnet', model: 'Sonnet', what: 'Sonnet' },
] as const;

const people: ManifestModel = { provider: 'people', model: 'MRBench', simulated: false };

export const exampleNote = `# ${exampleName}

No prompt of yours was run here. You see replies that two language models (GPT-4 and Sonnet) and a human expert gave to 30 students who had made a
mistake in mathematics, and the labels that people gave to each reply. The authors of MRBench collected them and published them in December 2024.

The system prompt that produced the replies is not part of the data, so this note stands in its place.

Source: MRBench V1, Maurya et al., NAACL 2025, https://github.com/kaushal0494/UnifyingAITutorEvaluation. Its dialogues come from Bridge and
MathDial. Licence: CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/

To see your own tutor in its place, open your prompt file and run “Tutor Prompt: Evaluate Current Prompt”.
`;

interface ExampleMaking {
  readonly now: number;
  readonly toolVersion: string;
  readonly promptPath: string;
}

export const examplePair = { before: runIdOf('GPT4'), after: runIdOf('Sonnet') } as const;

/** Recorded replies with human labels as verdicts, the human tutor first. Throws `SampleFileError`. */
export function exampleRuns(
  file: SampleFile,
  { now, toolVersion, promptPath }: ExampleMaking,
  benchmarks: ReadonlyMap<BenchmarkId, Benchmark>,
): readonly StoredRun[] {
  const benchmark = benchmarks.get('mrbench');
  if (benchmark === undefined) throw new Error('The example needs the benchmark MRBench, which is missing.');
  const loaded = loadSamples(benchmark, file);
  const source = { kind: 'file', name: 'MRBench V1', format: loaded.format } as const;
  return tutors.map(({ name, model, what }, index): StoredRun => {
    const at = new Date(now + index).toISOString();
    const planned = planRun(
      {
        runId: runIdOf(name),
        createdAt: at,
        toolVersion,
        prompt: readPromptFile(promptPath, exampleNote),
        promptName: exampleName,
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
    const about = `Example: replies of ${what} to ${loaded.samples.length} dialogues of MRBench (V1), recorded by its authors and published in December 2024. Source: Maurya et al., NAACL 2025; licence CC BY-SA 4.0. Nothing is simulated, and nothing was sent.`;
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

function runIdOf(tutor: (typeof tutors)[number]['name']): string {
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
    calls: 0,
    cached: 0,
    retries: 0,
    ms: 0,
  }));
}
