import { readFileSync } from 'node:fs';
import path from 'node:path';
import { headlineNames, metricName } from '../src/core/benchmark/aims';
import type { Benchmark } from '../src/core/benchmark/benchmark';
import { standInDialogue } from '../src/core/benchmark/dialogue';
import { defaultPolicy } from '../src/core/benchmarks/policies';
import { benchmarks } from '../src/core/benchmarks/registry';
import type { ProtocolPolicy } from '../src/core/benchmark/protocolPolicy';
import { readPromptFile } from '../src/core/prompt/promptFile';
import { costOf } from '../src/core/providers/prices';
import { cacheableTokens, type CallStart, judgeStarts } from '../src/core/run/cacheStarts';
import { estimateRun } from '../src/core/run/estimateRun';
import { loadSamples } from '../src/core/run/loadSamples';
import { mostTokens } from '../src/core/run/modelEndpoint';
import { planRun, type RunRequest } from '../src/core/run/planRun';
import { createRunSession, type RunSession } from '../src/core/run/runSession';

// `decisionProgram STARTER_SETS MODEL`: what one evaluation of each starter set takes, as JSON.
const [folder = '', reference = ''] = process.argv.slice(2);
const slash = reference.indexOf(':');
// Hidden reasoning differs from model to model by more than all else.
const model = {
  provider: reference.slice(0, slash),
  model: reference.slice(slash + 1),
  simulated: false,
  parameters: { effort: 'none' as const },
};
const createdAt = '2026-11-28T00:00:00.000Z';
const leasts = [512, 1_024, 2_048, 4_096];

/** The benchmark with those judges only that its headline metrics use. */
function aimed(benchmark: Benchmark): Benchmark {
  const targets = new Set(headlineNames(benchmark));
  const own = benchmark.metrics.filter((metric) => targets.has(metricName(benchmark.id, metric)));
  const judges = new Set(own.flatMap((metric) => metric.judges));
  return {
    ...benchmark,
    judgements: (...asked) =>
      benchmark
        .judgements(...asked)
        .filter((task) => !('prompt' in task) || task.slots.some(({ judge }) => judges.has(judge))),
  };
}

function sessionOf(benchmark: Benchmark, policy: ProtocolPolicy): RunSession {
  const text = readFileSync(path.join(folder, benchmark.starterSet), 'utf8');
  const loaded = { ...loadSamples(benchmark, { name: benchmark.starterSet, text }), images: [] };
  const request: RunRequest = {
    runId: 'bench',
    createdAt,
    toolVersion: '0',
    prompt: readPromptFile('tutor.md', benchmark.baselines.at(-1)?.text ?? ''),
    promptName: 'tutor.md',
    benchmarks: [{ benchmark, loaded, source: { kind: 'starter', name: benchmark.starterSet, format: loaded.format } }],
    ...{ tutor: model, judges: [model], student: undefined, policy },
    ...{ seed: 1, limit: undefined, repeats: undefined, placement: undefined },
  };
  const { manifest, samples } = planRun(request, benchmarks);
  return createRunSession(manifest, samples, new Map([[benchmark.id, benchmark]]));
}

/** Tokens in the middle of the estimate's range, and what they cost where no start is read from a cache, or each. */
function takes(benchmark: Benchmark, policy: ProtocolPolicy): object {
  const { calls, input, output, ...estimate } = estimateRun(sessionOf(benchmark, policy));
  const middle = ({ low, high }: { readonly low: number; readonly high: number }): number => (low + high) / 2;
  // Cacheable tokens are counted at the high end.
  const cacheable = (estimate.cacheable * middle(input)) / input.high;
  const usage = { input: middle(input), output: middle(output) };
  const usd = (cachedInput: number): number | undefined =>
    costOf(model.model, { ...usage, cachedInput }, undefined, { calls: calls.tutor + calls.judge, at: createdAt });
  return { calls, ...usage, cacheable, usd: usd(0), cachedUsd: usd(cacheable) };
}

/** Cost of the judges' input in tokens, by the least start that a cache takes. A token that is read counts a tenth. */
function orders(benchmark: Benchmark): object {
  const session = sessionOf(benchmark, defaultPolicy);
  const present: Call[] = [];
  const together: Call[] = [];
  const byJudge: Call[] = [];
  for (const item of session.items) {
    const dialogue = standInDialogue(session.planOf(item), 'x'.repeat(700));
    const tasks = benchmark
      .judgements(item.sample, dialogue, [], defaultPolicy)
      .flatMap((task) => ('prompt' in task ? [{ judge: task.judge, prompt: task.prompt }] : []));
    for (const { judge, prompt } of tasks) {
      const { fixed, material, question = '' } = prompt;
      const starts = judgeStarts(prompt).map((text) => ({
        key: text.includes('xxxx') ? `${item.key}\n${text}` : text,
        tokens: mostTokens(text),
      }));
      present.push({ tokens: mostTokens(fixed + material + question), starts });
      // The judges see the longest material of all, or of those with their own question. Instructions follow it.
      for (const [calls, key] of [
        [together, item.key],
        [byJudge, `${item.key} ${judge}`],
      ] as const) {
        const alike = tasks.filter((task) => calls === together || task.judge === judge);
        const tokens = Math.max(...alike.map((task) => mostTokens(task.prompt.material)));
        calls.push({ tokens: tokens + mostTokens(fixed + question), starts: [{ key, tokens }] });
      }
    }
  }
  const of = (calls: readonly Call[]): readonly number[] => leasts.map((least) => weighted(calls, least));
  const [first, second] = [of(together), of(byJudge)];
  return {
    input: present.reduce((sum, { tokens }) => sum + tokens, 0),
    present: of(present),
    conversationFirst: first.map((tokens, index) => Math.min(tokens, second[index] ?? tokens)),
  };
}

interface Call {
  readonly tokens: number;
  readonly starts: readonly CallStart[];
}

function weighted(calls: readonly Call[], least: number): number {
  const sent = calls.reduce((sum, { tokens }) => sum + tokens, 0);
  const starts = calls.map((call) => call.starts);
  return sent - 0.9 * cacheableTokens(starts, least);
}

const oneCall = { ...defaultPolicy, oneJudgeCall: true, guideOneCall: true, wholeConversation: true };
const rows = [...benchmarks.values()].map((benchmark) => ({
  title: benchmark.title,
  full: takes(benchmark, defaultPolicy),
  aimed: takes(aimed(benchmark), defaultPolicy),
  together: takes(benchmark, oneCall),
  orders: orders(benchmark),
}));
process.stdout.write(`${JSON.stringify({ leasts, rows })}\n`);
