import { metricName } from '../../../src/core/benchmark/aims';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { MeanMetric, MetricDefinition, MetricMetadata } from '../../../src/core/benchmark/metric';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { BenchmarkId } from '../../../src/core/benchmark/samples';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import type { RunManifest } from '../../../src/core/store/runManifest';
import type { RunRecord } from '../../../src/core/store/runRecord';
import { toyBenchmark, type ToySample } from '../report/reportFixture';

/** Tutor and judge of the runs unless a test names others. */
export const usualModel: RunManifest['tutor'] = { provider: 'openai', model: 'usual', simulated: false };
export const judge = 'openai:usual';
export const options = { judge: { before: judge, after: judge }, seed: 1, resamples: 400, draws: 400 } as const;

/** A judge's label of each trial of a sample; `undefined` for a verdict that could not be read. */
export type Trials = readonly (number | string | undefined)[];

export interface ComparedRunParts {
  /** Trials by sample id. A list that is shorter than `repeats` leaves the later trials unjudged. */
  readonly trials: Readonly<Record<string, Trials>>;
  readonly metrics?: readonly MetricDefinition<ToySample>[];
  readonly benchmark?: Partial<Benchmark<ToySample>>;
  readonly samples?: readonly ToySample[];
  readonly repeats?: number;
  readonly manifest?: Partial<RunManifest>;
  readonly entry?: Partial<RunManifest['benchmarks'][number]>;
  /** Samples that the tutor never answered. */
  readonly unanswered?: readonly string[];
  /** Begins each reply; without it, the replies of two runs are the same. */
  readonly opening?: string;
  readonly judgeModel?: string;
  readonly version?: string;
  /** When the replies and the verdicts came, to tell a copy from a new one. */
  readonly at?: { readonly replies?: string; readonly verdicts?: string };
  readonly replyModel?: string;
  /** 0 for replies from the cache. */
  readonly replyCalls?: number;
  readonly verdictModel?: string;
  /** Trials (`sample#repeat`) whose replies begin with “Well.”. */
  readonly reworded?: readonly string[];
  /** The exact model that plays the student; without it there is none. */
  readonly studentModel?: string;
}

/** The mean label over a sample's plays. */
export function labelMetric(metadata: Partial<MetricMetadata> = {}): MeanMetric<ToySample> {
  return {
    kind: 'mean',
    id: 'Label',
    title: 'Label',
    explain: 'Mean label.',
    unit: 'share',
    direction: 'up',
    scale: [0, 1],
    judges: ['Helps'],
    ...metadata,
    observe: (results) =>
      results.map(({ sample, repeats }) => {
        const labels = repeats.flatMap(({ verdicts }) =>
          verdicts.flatMap(({ judge: by, label }) => (by === 'Helps' && typeof label === 'number' ? [label] : [])),
        );
        const sum = labels.reduce((total, label) => total + label, 0);
        return { unit: sample.id, value: labels.length === 0 ? undefined : sum / labels.length };
      }),
  };
}

/** A metric that is `from` where the label is 0, and `to` where it is 1 in the first `moved` samples. */
export function movedMetric(
  id: string,
  [from, to]: readonly [number, number],
  moved: number,
  metadata: Partial<MetricMetadata> = {},
): MeanMetric<ToySample> {
  const plain = labelMetric({ id, title: id, ...metadata });
  return {
    ...plain,
    observe: (results, policy) =>
      plain
        .observe(results, policy)
        .map((one, place) => ({ ...one, value: one.value === 1 && place < moved ? to : from })),
  };
}

/** A finished run with one judge and one reply a trial. All its metrics are targets, unless the manifest has aims. */
export function comparedSession(parts: ComparedRunParts): RunSession {
  const { trials, metrics = [labelMetric()], repeats = 1, manifest = {}, entry = {}, unanswered = [] } = parts;
  const plain: Benchmark<ToySample> = { ...toyBenchmark, metrics, ...parts.benchmark };
  const benchmark = parts.studentModel === undefined ? plain : withStudent(plain);
  const id: BenchmarkId = benchmark.id;
  const samples =
    parts.samples ??
    Object.keys(trials).map((name): ToySample => ({ id: name, group: 'right', words: `I think ${name}` }));
  const at = { replies: '2026-03-01T10:00:00.000Z', verdicts: '2026-03-01T10:00:01.000Z', ...parts.at };
  const call = { calls: 1, cached: 0, retries: 0, ms: 5 };
  const records = Object.entries(trials).flatMap(([name, labels]) =>
    unanswered.includes(name)
      ? []
      : labels.flatMap((label, repeat): readonly RunRecord[] => {
          const item = `${id}/${name}#${repeat}`;
          const opening = parts.reworded?.includes(`${name}#${repeat}`) === true ? 'Well. ' : (parts.opening ?? '');
          const raw = `${opening}Reply to ${name}, ${repeat}.`;
          const verdict =
            label === undefined
              ? { judge: 'Helps', unit: 'reply' as const, status: 'unscored' as const, problem: 'Unreadable.' }
              : { judge: 'Helps', unit: 'reply' as const, status: 'ok' as const, label };
          const words = { kind: 'student' as const, ...call, at: at.replies, item, turn: 2, raw: 'I see.' };
          const reply = {
            ...{ kind: 'reply' as const, ...call, at: at.replies, item, turn: 1, raw },
            ...{ finish: 'stop' as const, model: parts.replyModel, calls: parts.replyCalls ?? 1 },
          };
          return [
            reply,
            ...(parts.studentModel === undefined
              ? []
              : [
                  { ...words, model: parts.studentModel },
                  { ...reply, turn: 2 },
                ]),
            {
              kind: 'judged',
              ...call,
              at: at.verdicts,
              item,
              judgeModel: parts.judgeModel ?? judge,
              key: 'Helps',
              version: parts.version ?? 'Helps@12345678',
              verdicts: [verdict],
              attempts: [{ text: '{}' }],
              model: parts.verdictModel,
            },
          ];
        }),
  );
  const whole: RunManifest = {
    schemaVersion: 1,
    runId: 'run-1',
    createdAt: at.replies,
    toolVersion: '0.1.0',
    prompt: { path: 'prompts/toy.md', name: 'toy.md', text: 'Be kind.', revision: 'sha256:aa' },
    tutor: usualModel,
    judges: [usualModel],
    seed: 1,
    aims: { targets: metrics.map((metric) => metricName(id, metric)), guards: [] },
    policy: defaultPolicy,
    benchmarks: [
      {
        id,
        protocol: 'toy/1',
        placement: 'own',
        repeats,
        source: { kind: 'file', name: 'toy.jsonl', format: 'own' },
        dataHash: 'sha256:0',
        samples: samples.length,
        skipped: 0,
        judgeVersions: { Helps: 'Helps@12345678' },
        ...entry,
      },
    ],
    ...manifest,
  };
  const stored = samples.map((sample) => ({ benchmark: id, sample }));
  const over: RunRecord = { kind: 'status', at: at.verdicts, status: 'completed' };
  return createRunSession(whole, stored, new Map([[id, benchmark]]), [...records, over]);
}

/** The same with a second turn, for which a model plays the student. */
function withStudent(benchmark: Benchmark<ToySample>): Benchmark<ToySample> {
  return {
    ...benchmark,
    plan: (...asked) => {
      const plan = benchmark.plan(...asked);
      const turns = [...plan.studentTurns, { role: 'user' as const, content: '' }];
      const student = { system: 'A student.', cues: ['', 'Go on.'], decoding: plan.decoding, simulate: () => 'I see.' };
      return { ...plan, studentTurns: turns, modelledStudent: student };
    },
  };
}

/** Trials of samples s1 … sn, one trial each. */
export function oneTrial(labels: Trials): Readonly<Record<string, Trials>> {
  return Object.fromEntries(labels.map((label, place) => [`s${place + 1}`, [label]]));
}
