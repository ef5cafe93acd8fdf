import * as z from 'zod';
import { readPromptFile } from '../../prompt/promptFile';
import { createRandom } from '../../statistics/random';
import { sha256 } from '../../text/sha256';
import type { Benchmark } from '../benchmark';
import type { Dialogue } from '../dialogue';
import type { ProtocolPolicy } from '../protocolPolicy';
import type { Sample } from '../samples';
import { type JudgePrompt, type JudgeTask, judgeVersion } from './judgeTask';
import type { Verdict } from './verdict';

export const mostOverrides = 200;

/** A custom judge prompt that replaces one fixed text of a benchmark's judges. */
export const promptOverrideSchema = z.object({
  /** The judges that use the replaced text; most texts have one. */
  judges: z.array(z.string()).min(1).max(mostOverrides).readonly(),
  file: z.string(),
  /** `textHash` of the replaced text. */
  replaces: z.string().regex(/^[0-9a-f]{8}$/),
  text: z.string(),
});
export type PromptOverride = Readonly<z.infer<typeof promptOverrideSchema>>;

export function textHash(fixed: string): string {
  return sha256(fixed).slice(0, 8);
}

/** The benchmark with custom judge prompts and new judge versions. Each task keeps its built-in task. */
export function withPromptOverrides(benchmark: Benchmark, overrides: readonly PromptOverride[] = []): Benchmark {
  if (overrides.length === 0) return benchmark;
  // Covers all custom texts of a judge, as the built-in version covers all built-in ones.
  const versionOf = (judge: string, version: string): string => {
    const own = overrides.filter(({ judges }) => judges.includes(judge));
    return own.length === 0 ? version : judgeVersion(judge, version, ...own.map(({ text }) => text));
  };
  return {
    ...benchmark,
    judges: benchmark.judges.map((info) => ({ ...info, version: versionOf(info.id, info.version) })),
    ...(benchmark.versionsUnder && {
      versionsUnder: (policy) => {
        const versions = Object.entries(benchmark.versionsUnder?.(policy) ?? {});
        return Object.fromEntries(versions.map(([id, version]) => [id, versionOf(id, version)]));
      },
    }),
    judgements: (...asked) =>
      benchmark.judgements(...asked).map((task) => {
        if (!('prompt' in task)) return task;
        const version = versionOf(task.judge, task.version);
        return version === task.version ? task : overriddenTask(task, version, overrides);
      }),
  };
}

function overriddenTask(task: JudgeTask, version: string, overrides: readonly PromptOverride[]): JudgeTask {
  const textFor = (fixed: string): string => {
    const hash = textHash(fixed);
    return overrides.find(({ replaces }) => replaces === hash)?.text ?? fixed;
  };
  const withOverride = (prompt: JudgePrompt): JudgePrompt => ({
    ...prompt,
    fixed: textFor(prompt.fixed),
    ...(prompt.question === undefined ? {} : { question: textFor(prompt.question) }),
  });
  const { key, judge, slots, schema, maxOutputTokens } = task;
  return {
    ...{ key, judge, version, slots },
    // Read only when the task is sent, because the benchmark's own prompt may be costly to build.
    get prompt() {
      return withOverride(task.prompt);
    },
    schema,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    read: (text, expected) => {
      const reading = task.read(text, expected);
      return reading.kind === 'partial' ? { ...reading, remaining: withOverride(reading.remaining) } : reading;
    },
    simulate: (random) => task.simulate(random),
    builtIn: task,
  };
}

export function overrideFile(overrides: readonly PromptOverride[] = [], judge: string): string | undefined {
  const files = overrides.filter(({ judges }) => judges.includes(judge)).map(({ file }) => file);
  return files.length === 0 ? undefined : files.join(', ');
}

/** Judges that share their fixed text differ in their question. */
export interface JudgeText {
  /** In benchmark order. */
  readonly judges: readonly string[];
  readonly text: string;
  readonly hash: string;
  readonly schema: JudgeTask['schema']['zod'];
}

/** A judge that depends on another's verdict is not asked in every trial. */
const trials = 3;
/** Rounds of judges that depend on each other. No benchmark has more than two. */
const mostRounds = 5;

/** Every fixed text of a benchmark's judges, found by playing `samples`, which must reach all judges. */
export function judgeTexts(
  benchmark: Benchmark,
  samples: readonly Sample[],
  policy: ProtocolPolicy = {},
): readonly JudgeText[] {
  // Also reaches the texts that only some runs use.
  const widest = { ...policy, ...widestChoices(benchmark) };
  const played = benchmark.expand?.(samples, widest) ?? samples;
  const found = new Map<string, { judges: Set<string>; schema: JudgeText['schema'] }>();
  for (let repeat = 0; repeat < trials; repeat += 1) {
    for (const { slots, prompt, schema } of played.flatMap((sample) => tasksOf(benchmark, sample, widest, repeat))) {
      const text = prompt.question ?? prompt.fixed;
      const known = found.get(text) ?? { judges: new Set(), schema: schema.zod };
      for (const { judge } of slots) known.judges.add(judge);
      found.set(text, known);
    }
  }
  const order = benchmark.judges.map(({ id }) => id);
  const indexOf = ({ judges: [first = ''] }: JudgeText): number => order.indexOf(first);
  return [...found]
    .map(([text, { judges, schema }]) => {
      return { judges: order.filter((id) => judges.has(id)), text, hash: textHash(text), schema };
    })
    .sort((left, right) => indexOf(left) - indexOf(right));
}

function widestChoices({ policies = {} }: Benchmark): ProtocolPolicy {
  return Object.fromEntries(
    Object.entries(policies).flatMap(([name, { widest }]) => (widest === undefined ? [] : [[name, widest]])),
  );
}

function tasksOf(benchmark: Benchmark, sample: Sample, policy: ProtocolPolicy, repeat: number): readonly JudgeTask[] {
  const random = createRandom(`judge texts/${benchmark.id}/${sample.id}/${repeat}`);
  const prompt = { template: readPromptFile('', '').template, placement: benchmark.placements.default };
  const plan = benchmark.plan(sample, prompt, policy, { repeat, seed: 1 });
  const replies = plan.studentTurns.map((_, index) => {
    const raw = benchmark.simulateTutor(sample, index + 1, [], random) || '…';
    return { turn: index + 1, raw, visible: raw, finish: 'stop' as const };
  });
  const dialogue: Dialogue = { plan, replies, status: 'complete' };
  const tasks: JudgeTask[] = [];
  const answered = new Set<string>();
  const verdicts: Verdict[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const open = benchmark.judgements(sample, dialogue, verdicts, policy).filter(({ key }) => !answered.has(key));
    for (const task of open) {
      answered.add(task.key);
      const reading = 'prompt' in task ? task.read(task.simulate(random)) : task;
      if ('prompt' in task) tasks.push(task);
      if ('verdicts' in reading) verdicts.push(...reading.verdicts);
    }
  }
  return tasks;
}
