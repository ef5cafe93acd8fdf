import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { JudgeTask } from '../../../src/core/benchmark/judging/judgeTask';
import type { DerivedMetric, MeanMetric } from '../../../src/core/benchmark/metric';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { Sample } from '../../../src/core/benchmark/samples';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import type { RunManifest } from '../../../src/core/store/runManifest';
import type {
  FailedRecord,
  JudgedRecord,
  ReplyRecord,
  RunRecord,
  StatusRecord,
} from '../../../src/core/store/runRecord';
import { z } from 'zod';

/** A benchmark of two judges for tests: one says whether the reply helps, one gives a level without direction. */
export interface ToySample extends Sample {
  readonly group: 'right' | 'wrong';
  readonly words: string;
  readonly pairId?: string | undefined;
  readonly title?: string | undefined;
  readonly groundTruth?: string | undefined;
}

const schema = z.object({
  id: z.string(),
  group: z.enum(['right', 'wrong']),
  words: z.string(),
  pairId: z.string().optional(),
  title: z.string().optional(),
  groundTruth: z.string().optional(),
});

const helps = (group: ToySample['group']): MeanMetric<ToySample> => ({
  kind: 'mean',
  id: `Helps-${group}`,
  block: group,
  title: `Helps when ${group}`,
  explain: 'Share of replies that help.',
  unit: 'share',
  direction: 'up',
  scale: [0, 1],
  judges: ['Helps'],
  observe: (results) =>
    results
      .filter(({ sample }) => sample.group === group)
      .map(({ sample, repeats }) => {
        const labels = repeats.flatMap(({ verdicts }) =>
          verdicts.flatMap(({ judge, label }) => (judge === 'Helps' && typeof label === 'number' ? [label] : [])),
        );
        const sum = labels.reduce((total, label) => total + label, 0);
        return { unit: sample.id, value: labels.length === 0 ? undefined : sum / labels.length };
      }),
});

/** Plays of judges: how many results the metrics were given, to show what is in and out. */
const plays: DerivedMetric<ToySample> = {
  kind: 'derived',
  id: 'Plays',
  block: 'right',
  title: 'Plays seen',
  explain: 'Plays per sample.',
  unit: 'points',
  direction: 'none',
  scale: [0, 10],
  judges: [],
  observe: (results) => results.map(({ sample, repeats }) => ({ unit: sample.id, value: repeats.length })),
  estimate: (values) => values.reduce<number>((sum, value) => sum + Number(value), 0),
};

function task(judge: string): JudgeTask {
  return {
    key: judge,
    judge,
    version: `${judge}@12345678`,
    slots: [{ judge, unit: 'reply' }],
    prompt: { fixed: 'Judge.', material: 'Reply.' },
    schema: { name: 'answer', zod: z.object({ label: z.number() }) },
    read: () => ({ kind: 'unreadable', problem: 'not used here' }),
    simulate: () => '',
  };
}

export const toyBenchmark: Benchmark<ToySample> = {
  id: 'guideeval',
  system: 'guideeval',
  title: 'Toy',
  question: 'Does the reply help?',
  protocol: 'toy/1',
  starterSet: 'toy.jsonl',
  sampleSchema: schema,
  checkSamples: () => [],
  importers: [],
  placements: { default: 'own', allowed: ['own'] },
  variables: [],
  baselines: [],
  defaultRepeats: 1,
  unitOf: ({ id, pairId }) => pairId ?? id,
  summarize: ({ id, group, words, title, pairId }) => ({
    title: title ?? id,
    quote: words,
    group,
    subject: 'mathematics',
    ...(pairId === undefined ? {} : { pairId }),
  }),
  plan: ({ words }, { template }) => ({
    system: template.body,
    opening: [{ role: 'assistant', content: 'What do you get?' }],
    studentTurns: [
      {
        role: 'user',
        content: words,
        images: [{ url: 'https://example.org/a.png', mediaType: 'image/png', alt: 'a ruler' }],
      },
    ],
    decoding: { maxOutputTokens: 100 },
    warnings: words === '' ? ['{{words}} has no value for some samples and was left empty there.'] : [],
  }),
  judges: [
    { id: 'Helps', title: 'Helps', question: 'Does it help?', version: 'Helps@12345678' },
    { id: 'Level', title: 'Level', question: 'Which level?', version: 'Level@12345678' },
  ],
  judgements: () => [task('Helps'), task('Level')],
  metrics: [helps('right'), plays, helps('wrong')],
  outcomeOf: ({ judge, label }) => {
    if (judge === 'Level') return 'neutral';
    return label === 1 ? 'desired' : label === 0.5 ? 'partial' : 'undesired';
  },
  blocks: [
    { id: 'wrong', title: 'After wrong answers' },
    { id: 'right', title: 'After right answers' },
  ],
  replyFacts: ({ id }, { replies }, { oneSentence }) =>
    replies.length === 0 ? [] : [{ label: 'Reply', value: `${id}: ${replies.length}, ${String(oneSentence)}` }],
  pictures: (results) => [
    {
      kind: 'levelsByGroup',
      title: 'Levels',
      explain: 'Replies per level.',
      judge: 'Level',
      levels: ['none', 'some'],
      groups: [{ label: 'all', counts: [results.length, 1] }],
    },
    {
      kind: 'levelsByGroup',
      title: 'Help',
      explain: 'Replies per score.',
      judge: 'Helps',
      levels: ['none', 'half', 'full'],
      groups: [{ label: 'all', counts: [1, 2, results.length] }],
    },
  ],
  simulateTutor: () => '',
};

export const offlineModel: RunManifest['tutor'] = { provider: 'offline', model: 'default', simulated: true };
export const openAiModel: RunManifest['tutor'] = { provider: 'openai', model: 'gpt-5.4-mini', simulated: false };
export const claudeModel: RunManifest['tutor'] = { provider: 'anthropic', model: 'claude-sonnet-5', simulated: false };
export const openAi = 'openai:gpt-5.4-mini';
export const claude = 'anthropic:claude-sonnet-5';

const at = '2026-03-01T10:00:00.000Z';
const call = { at, calls: 1, cached: 0, retries: 0, ms: 5, usage: { input: 0, output: 0, cachedInput: 0 } };

export function itemKey(sample: string, repeat = 0): string {
  return `guideeval/${sample}#${repeat}`;
}

export function replied(sample: string, raw: string, more: Partial<ReplyRecord> = {}): RunRecord {
  return { kind: 'reply', ...call, item: itemKey(sample), turn: 1, raw, finish: 'stop', ...more };
}

export function judged(
  sample: string,
  judge: string,
  label: string | number | boolean | undefined,
  more: Partial<JudgedRecord> & { readonly reasoning?: string; readonly evidence?: string } = {},
): RunRecord {
  const { reasoning, evidence, ...rest } = more;
  const verdict: JudgedRecord['verdicts'][number] =
    label === undefined
      ? { judge, unit: 'reply', status: 'unscored', problem: 'No readable verdict after 3 attempts.' }
      : { judge, unit: 'reply', status: 'ok', label, reasoning, evidence };
  const attempts = [{ text: '{}' }];
  return {
    kind: 'judged',
    ...call,
    item: itemKey(sample),
    judgeModel: openAi,
    key: judge,
    version: `${judge}@12345678`,
    verdicts: [verdict],
    attempts,
    ...rest,
  };
}

export function failedReply(sample: string, message = 'The server said no.'): RunRecord {
  return { kind: 'failed', ...call, item: itemKey(sample), role: 'tutor', turn: 1, failure: 'server', message };
}

export function failedJudge(
  sample: string,
  judge: string,
  message = 'The judge is away.',
  judgeModel = openAi,
): RunRecord {
  const slots: FailedRecord['slots'] = [{ judge, unit: 'reply' }];
  return {
    kind: 'failed',
    ...call,
    item: itemKey(sample),
    role: 'judge',
    judgeModel,
    key: judge,
    slots,
    failure: 'server',
    message,
  };
}

export function ended(status: StatusRecord['status'] = 'completed', more: Partial<StatusRecord> = {}): RunRecord {
  return { kind: 'status', at, status, wallMs: 1_500, ...more };
}

export interface ToyRun {
  readonly samples: readonly ToySample[];
  readonly records: readonly RunRecord[];
  readonly manifest?: Partial<RunManifest>;
  readonly repeats?: number;
  readonly skipped?: number;
  readonly problems?: readonly string[];
}

/** A session as it is read back from a store. */
export function toySession({
  samples,
  records,
  manifest = {},
  repeats = 1,
  skipped = 0,
  problems = [],
}: ToyRun): RunSession {
  const whole: RunManifest = {
    schemaVersion: 1,
    runId: 'run-1',
    createdAt: at,
    toolVersion: '0.1.0',
    prompt: { path: 'prompts/toy.md', name: 'toy.md', text: 'Be kind.', revision: `sha256:${'ab'.repeat(32)}` },
    tutor: openAiModel,
    judges: [openAiModel],
    seed: 1,
    policy: defaultPolicy,
    benchmarks: [
      {
        id: 'guideeval',
        protocol: 'toy/1',
        placement: 'own',
        repeats,
        source: { kind: 'file', name: 'toy.jsonl', format: 'own' },
        dataHash: 'sha256:0',
        samples: samples.length,
        skipped,
        judgeVersions: { Helps: 'Helps@12345678', Level: 'Level@12345678' },
      },
    ],
    ...manifest,
  };
  const stored = samples.map((sample) => ({ benchmark: 'guideeval' as const, sample }));
  return createRunSession(whole, stored, new Map([['guideeval', toyBenchmark]]), records, problems);
}

export function sample(id: string, group: ToySample['group'] = 'right', more: Partial<ToySample> = {}): ToySample {
  return { id, group, words: `I think ${id}`, ...more };
}

/** A pair, a lone sample with an unscored verdict, an empty reply, and a failed one. */
export function mixedRun(): RunSession {
  return toySession({
    samples: [
      sample('a', 'right', { pairId: 'p', groundTruth: '\\(x = 10\\)' }),
      sample('b', 'wrong', { pairId: 'p' }),
      sample('c', 'wrong'),
      sample('d', 'wrong'),
      sample('e', 'right'),
    ],
    records: [
      replied('a', '<think>hm</think>Yes, \\(x = 10\\).', { usage: { input: 1_000, output: 100, cachedInput: 0 } }),
      // Out of the benchmark's order of judges.
      judged('a', 'Level', 2),
      judged('a', 'Helps', 1, { reasoning: 'It says yes.', evidence: 'Yes' }),
      replied('b', 'Good.'),
      judged('b', 'Helps', 0, { reasoning: 'It praises a mistake.' }),
      judged('b', 'Level', 0),
      replied('c', 'Look again.'),
      judged('c', 'Helps', undefined),
      failedJudge('c', 'Level'),
      replied('d', '<think>only thoughts'),
      failedReply('e'),
      ended('incomplete'),
    ],
  });
}
