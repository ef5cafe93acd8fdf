import type { Benchmark, Sample } from '../benchmarks/benchmark';
import { defaultPolicy, widestPolicy, type ProtocolPolicy } from '../benchmarks/protocolPolicy';
import type { Dialogue } from '../dialogue/dialogue';
import { readPromptFile } from '../prompt/promptFile';
import { createRandom } from '../statistics/random';
import type { JudgeTask } from './judgeTask';
import { wordingHash } from './judgeWording';
import type { Verdict } from './verdict';

/** A fixed text that judges of a benchmark are asked with; of judges that share theirs, the question of each. */
export interface JudgeText {
  /** Those that are asked with it, in the benchmark's order. */
  readonly judges: readonly string[];
  readonly text: string;
  /** `wordingHash` of `text`. */
  readonly hash: string;
  readonly schema: JudgeTask['schema']['zod'];
}

/** Plays of each sample: a judge that hangs on another's verdict is not asked in every one of them. */
const plays = 3;
/** Rounds of judges that depend on each other; no benchmark has more than two. */
const mostRounds = 5;

/**
 * Every fixed text of a benchmark's judges, found by playing samples with the simulated tutor and the simulated judges; nothing is
 * sent. `samples` must reach all judges, as the starter sets do. `policy` may change a text.
 */
export function judgeTexts(
  benchmark: Benchmark,
  samples: readonly Sample[],
  policy: ProtocolPolicy = defaultPolicy,
): readonly JudgeText[] {
  // What is asked in some runs only has its text all the same.
  const widest = widestPolicy(policy);
  const played = benchmark.expand?.(samples, widest) ?? samples;
  const found = new Map<string, { judges: Set<string>; schema: JudgeText['schema'] }>();
  for (let play = 0; play < plays; play += 1) {
    for (const sample of played) {
      for (const { slots, prompt, schema } of tasksOf(benchmark, sample, widest, play)) {
        const text = prompt.question ?? prompt.fixed;
        const known = found.get(text) ?? { judges: new Set(), schema: schema.zod };
        for (const { judge } of slots) known.judges.add(judge);
        found.set(text, known);
      }
    }
  }
  const order = benchmark.judges.map(({ id }) => id);
  const place = ({ judges: [first = ''] }: JudgeText): number => order.indexOf(first);
  return [...found]
    .map(([text, { judges, schema }]) => ({
      judges: order.filter((id) => judges.has(id)),
      text,
      hash: wordingHash(text),
      schema,
    }))
    .sort((left, right) => place(left) - place(right));
}

function tasksOf(benchmark: Benchmark, sample: Sample, policy: ProtocolPolicy, play: number): readonly JudgeTask[] {
  const random = createRandom(`judge texts/${benchmark.id}/${sample.id}/${play}`);
  const prompt = { template: readPromptFile('', '').template, placement: benchmark.placements.default };
  const plan = benchmark.plan(sample, prompt, policy, { repeat: play, seed: 1 });
  const replies = plan.studentTurns.map((_, index) => {
    const raw = benchmark.simulateTutor(sample, index + 1, [], random) || '…';
    return { turn: index + 1, raw, visible: raw, finish: 'stop' as const };
  });
  const dialogue: Dialogue = { plan, replies, status: 'complete' };
  const tasks = new Map<string, JudgeTask>();
  const answered = new Set<string>();
  const verdicts: Verdict[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const open = benchmark.judgements(sample, dialogue, verdicts, policy).filter(({ key }) => !answered.has(key));
    if (open.length === 0) break;
    for (const task of open) {
      answered.add(task.key);
      if ('prompt' in task) {
        tasks.set(task.key, task);
        const reading = task.read(task.simulate(random));
        if (reading.kind !== 'unreadable') verdicts.push(...reading.verdicts);
      } else verdicts.push(...task.verdicts);
    }
  }
  return [...tasks.values()];
}
