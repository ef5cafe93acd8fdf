import { type BenchmarkEstimate, calledModels, type Range, type RunEstimate } from '../run/estimateRun';
import { capSentences } from '../run/runCaps';
import { lacksRules, modelName, modelSetting, type RunManifest } from '../store/runManifest';
import { countWords } from '../text/countWords';
import { columnWidths, tableRow } from '../text/displayWidth';
import { readableLine } from '../text/readableText';
import { noScoresAhead } from '../results/understoodPrompt';

/**
 * The estimate for programs: members are added and never changed; docs/command-line.md says what they mean. A cost is `null` where
 * a model has no known price.
 */
export function estimateJson(manifest: RunManifest, estimate: RunEstimate): ReturnType<typeof jsonOf> {
  return jsonOf(manifest, estimate);
}

function jsonOf({ prompt, tutor, student, judges }: RunManifest, estimate: RunEstimate) {
  const { calls, input, output, usd, unknownModels, pricesAsOf } = estimate;
  return {
    schemaVersion: 1,
    prompt: { path: prompt.path, revision: prompt.revision },
    tutor: modelName(tutor),
    student: student === undefined ? null : modelName(student),
    judges: judges.map(modelName),
    benchmarks: estimate.benchmarks.map((benchmark) => ({
      id: benchmark.id,
      samples: benchmark.samples,
      plays: benchmark.plays,
      calls: { tutor: benchmark.tutor.calls, student: benchmark.student.calls, judge: benchmark.judge.calls },
      tokens: { input: rangeOf(benchmark, 'input'), output: rangeOf(benchmark, 'output') },
      cost: { usd: benchmark.usd ?? null },
    })),
    calls,
    tokens: { input, output },
    cost: { usd: usd ?? null, unknownModels, pricesAsOf },
    observed: estimate.observed.map(({ role, model, benchmark, calls: earlier, low, high }) => ({
      ...{ role, model, benchmark, calls: earlier },
      outputTokens: { low, high },
    })),
  };
}

export function estimateText(manifest: RunManifest, estimate: RunEstimate): string {
  const { benchmarks } = estimate;
  const total = { ...estimate, title: 'All', samples: sumOf(estimate, 'samples'), plays: sumOf(estimate, 'plays') };
  const rows = benchmarks.map((benchmark) => {
    const calls = { tutor: benchmark.tutor.calls, student: benchmark.student.calls, judge: benchmark.judge.calls };
    return { ...benchmark, calls, input: rangeOf(benchmark, 'input'), output: rangeOf(benchmark, 'output') };
  });
  const all = [
    [
      'Benchmark',
      'Samples',
      'Plays',
      'Tutor calls',
      'Student calls',
      'Judge calls',
      'Input tokens',
      'Output tokens',
      'Cost',
    ],
    ...(rows.length > 1 ? [...rows, total] : rows).map(({ title, samples, plays, calls, input, output, usd }) => [
      title,
      ...[samples, plays, calls.tutor, calls.student, calls.judge].map(whole),
      ...[tokenRange(input), tokenRange(output), costRange(usd)],
    ]),
  ];
  const table = estimate.calls.student > 0 ? all : all.map((row) => row.toSpliced(4, 1));
  const [first = 0, ...widths] = columnWidths(table);
  return [
    ...table.map(([title = '', ...cells]) => tableRow([title, first], cells, widths)),
    '',
    ...estimateNotes(manifest, estimate),
    '',
  ].join('\n');
}

/** What is sent where, what it may cost, and what the figures leave out; one sentence a line. */
export function estimateNotes(manifest: RunManifest, estimate: RunEstimate): readonly string[] {
  const real = calledModels(manifest, estimate.calls).filter((model) => !model.simulated);
  if (lacksRules(manifest)) return [noScoresAhead];
  if (real.length === 0) return [nothingSent(manifest)];
  const { calls, usd, unknownModels, pricesAsOf } = estimate;
  const studentCalls = calls.student > 0 ? `, ${countWords(calls.student, 'student call', 'student calls')}` : '';
  const sent = `${countWords(calls.tutor, 'tutor call', 'tutor calls')}${studentCalls} and ${countWords(calls.judge, 'judge call', 'judge calls')}`;
  const where = [...new Set(real.map(modelSetting))].map(readableLine).join(', ');
  const cost =
    usd === undefined
      ? `No cost can be given: the price of ${unknownModels.map(readableLine).join(', ')} is not known.`
      : `Cost: ${costRange(usd)} at the prices of ${pricesAsOf}${manifest.batch === true ? ' for batches' : ''}, without discounts for cached input.`;
  return [
    `${sent}; what is not done offline goes to ${where}.`,
    cost,
    ...lengthNotes(estimate),
    ...hiddenNotes(estimate),
    'Judgements that depend on another verdict and repeated questions are not counted; calls that the cache will answer are counted as if they were paid for.',
    ...capSentences(manifest),
  ];
}

function nothingSent({ benchmarks }: RunManifest): string {
  const hasLearned = benchmarks.some(({ learnedJudge }) => learnedJudge === true);
  const what = hasLearned ? 'simulated, or a judge that learned from people’s labels' : 'simulated';
  return `All models that are called are ${what}: nothing is sent and nothing costs.`;
}

function lengthNotes({ observed, benchmarks }: RunEstimate): readonly string[] {
  const titles = new Map(benchmarks.map(({ id, title }) => [id, title]));
  if (observed.length === 0) return ['Tokens are estimated from the length of the texts and usual lengths of replies.'];
  const roles = observed.map(
    ({ role, model, benchmark, calls: earlier, low, high }) =>
      `${role} ${readableLine(model)} on ${titles.get(benchmark) ?? benchmark} from ${countWords(earlier, 'earlier answer', 'earlier answers')} (${whole(Math.round(low))} to ${whole(Math.round(high))} output tokens each, four of five of them)`,
  );
  return [
    `Tokens are estimated from the length of the texts and of answers: ${roles.join('; ')}; usual lengths where nothing is named.`,
  ];
}

/** What nobody can know beforehand: how much a model reasons before it answers. */
function hiddenNotes({ hidden }: RunEstimate): readonly string[] {
  return hidden.map(
    ({ model, low, high }) =>
      `${readableLine(model)} may reason before it answers: ${whole(low)} to ${whole(high)} hidden tokens a call are in the estimate. A first run on a few samples shows how many it uses.`,
  );
}

/** `$0.12 to $0.80`; `unknown` where a price is missing. */
export function costRange(usd: Range | undefined): string {
  if (usd === undefined) return 'unknown';
  if (usd.high === 0) return '$0';
  return dollars(usd.low) === dollars(usd.high) ? dollars(usd.low) : `${dollars(usd.low)} to ${dollars(usd.high)}`;
}

function dollars(amount: number): string {
  if (amount > 0 && amount < 0.01) return '<$0.01';
  return `$${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

function tokenRange({ low, high }: Range): string {
  return high === 0 ? '0' : `${thousands(low)} to ${thousands(high)}`;
}

function thousands(tokens: number): string {
  if (tokens < 10_000) return whole(Math.round(tokens / 100) * 100);
  return tokens < 10_000_000 ? `${whole(Math.round(tokens / 1000))}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

function whole(count: number): string {
  return count.toLocaleString('en');
}

function rangeOf({ tutor, student, judge }: BenchmarkEstimate, side: 'input' | 'output'): Range {
  const ranges = [tutor[side], student[side], judge[side]];
  return {
    low: ranges.reduce((sum, { low }) => sum + low, 0),
    high: ranges.reduce((sum, { high }) => sum + high, 0),
  };
}

function sumOf({ benchmarks }: RunEstimate, member: 'samples' | 'plays'): number {
  return benchmarks.reduce((sum, benchmark) => sum + benchmark[member], 0);
}
