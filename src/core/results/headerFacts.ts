import { countOf, countWords } from '../text/countWords';
import { readableLine } from '../text/readableText';
import type { JudgeCost } from './agreementModel';
import type { BenchmarkReport, RunHeader, RunReport } from './reportModel';
import { lacksScores } from './understoodPrompt';
import { quotationLines } from './verdictChip';

/** Characters of a revision that people read. */
const shortRevision = 12;

const statusWords: Readonly<Record<RunHeader['status'], string>> = {
  running: 'running',
  completed: 'completed',
  incomplete: 'finished with failures',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
  failed: 'failed',
  overBudget: 'stopped at a cap',
};

/** What a run was, as label and value: one list for all text forms. Values are plain lines without hidden characters. */
export function headerFacts({
  run,
  benchmarks,
}: RunReport): readonly { readonly label: string; readonly value: string }[] {
  const judges = run.judges.join(', ');
  const { tutor, student, judge, cached, retries } = run.totals.calls;
  const studentCalls = student === undefined ? '' : `${student.toLocaleString('en')} student, `;
  const { input, output, cachedInput, cacheWrite = 0 } = run.totals.tokens;
  const cacheTokens = [
    ...(cachedInput > 0 ? [`${cachedInput.toLocaleString('en')} of them read from the provider’s cache`] : []),
    ...(cacheWrite > 0 ? [`${cacheWrite.toLocaleString('en')} written to it`] : []),
  ];
  const facts = [
    { label: 'Prompt', value: run.promptPath },
    { label: 'Revision', value: shortenRevision(run.revision) },
    { label: 'Tutor', value: run.tutor + simulatedMark(run, 'tutor') },
    ...(run.student === undefined ? [] : [{ label: 'Student', value: run.student + simulatedMark(run, 'student') }]),
    { label: run.judges.length === 1 ? 'Judge' : 'Judges', value: judges + judgeMark(run) },
    { label: 'Run', value: `${run.id}, ${statusWords[run.status]}` },
    { label: 'Started', value: `${run.startedAt}, took ${formatDuration(run.wallMs)}` },
    { label: 'Placement', value: run.placement },
    { label: 'Sampling', value: samplingOf(run) },
    {
      label: 'Cases',
      value: benchmarks.map(({ title, samples, planned }) => `${title}: ${casesLine(samples, planned)}`).join('; '),
    },
    {
      label: 'Calls',
      value: `${tutor.toLocaleString('en')} tutor, ${studentCalls}${judge.toLocaleString('en')} judge, ${cached.toLocaleString('en')} from the cache, ${countWords(retries, 'retry', 'retries')}`,
    },
    {
      label: 'Tokens',
      value: `${input.toLocaleString('en')} in${cacheTokens.length === 0 ? '' : ` (${cacheTokens.join(', ')})`}, ${output.toLocaleString('en')} out`,
    },
    ...(run.limits ?? []).map((limit) => ({ label: 'Calls in flight', value: limitFact(limit, run.limits) })),
    { label: 'Cost', value: costOf(run) },
    ...(run.totals.judges ?? []).map((cost) => ({ label: 'Cost by judge', value: judgeCostFact(cost) })),
    ...(run.majority === undefined
      ? []
      : [
          {
            label: 'Majority',
            value: `metrics “judged by ${run.majority}” count the label that more than half of the judges gave`,
          },
        ]),
  ];
  return facts.map(({ label, value }) => ({ label, value: readableLine(value) }));
}

/** ` (simulated)` where that part of the run is. */
export function simulatedMark(run: RunHeader, part: RunHeader['simulatedParts'][number]): string {
  return run.simulatedParts.includes(part) ? ' (simulated)' : '';
}

/** How the offline judge came about: ` (simulated)`, ` (learned from people’s labels)`, or which of the two where. */
export function judgeMark(run: RunHeader): string {
  const { learnedJudges = [] } = run;
  if (learnedJudges.length === 0) return simulatedMark(run, 'judge');
  if (!run.simulatedParts.includes('judge')) return ' (learned from people’s labels)';
  return ` (simulated; for ${learnedJudges.join(', ')} learned from people’s labels)`;
}

/** `80 of 80 cases, 3 of 200 verdicts unscored`, what a run that was cut off still owes, and how many of each judge's quotations were not found. */
export function benchmarkCounts(benchmark: BenchmarkReport): string {
  const { completed, planned, noReply, refused, failed, notApplicable, judgeFailed, verdicts, missing = 0 } = benchmark;
  const judged = benchmark.cases.filter(({ status }) => status === 'judged').length;
  return [
    missing === 0
      ? countOf(completed, planned, 'case', 'cases')
      : `${countOf(judged, planned, 'case', 'cases')} judged`,
    ...(noReply > 0 ? [`${noReply.toLocaleString('en')} empty`] : []),
    ...(refused > 0 ? [`${refused.toLocaleString('en')} refused`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en')} failed`] : []),
    ...(notApplicable > 0 ? [`${notApplicable.toLocaleString('en')} skipped for their images`] : []),
    ...(verdicts === 0
      ? []
      : [`${judgeFailed.toLocaleString('en')} of ${countWords(verdicts, 'verdict', 'verdicts')} unscored`]),
    ...(missing === 0
      ? []
      : [
          `${missing.toLocaleString('en')} of ${countWords(verdicts + missing, 'owed verdict', 'owed verdicts')} missing`,
        ]),
    ...quotationLines(benchmark),
  ].join(', ');
}

/** Stands where a benchmark has no table of scores. */
export function noScores(run: RunHeader): string {
  if (lacksScores(run)) return 'No scores.';
  return run.status === 'running' ? 'No scores yet.' : 'No scores: there is no reply that was judged.';
}

/** Milliseconds as a person says them: `0.8 s`, `42 s`, `1 min 12 s`, `2 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `sha256:` and the first digits. */
export function shortenRevision(revision: string): string {
  return revision.replace(/^sha256:/, '').slice(0, shortRevision);
}

function samplingOf({ seed, limit, repeats }: RunHeader): string {
  const parts = [limit === undefined ? 'all samples' : `at most ${limit} units`, `seed ${seed}`];
  if (repeats !== undefined && repeats > 1) parts.push(`${repeats} replies per sample`);
  return parts.join(', ');
}

function casesLine(samples: number, planned: number): string {
  const words = countWords(samples, 'sample', 'samples');
  return samples === planned ? words : `${words}, ${countWords(planned, 'case', 'cases')}`;
}

function costOf({ totals: { cost } }: RunHeader): string {
  if (cost.usd === undefined) return `unknown: no price for ${cost.unknownModels.join(', ')}`;
  if (cost.usd === 0) return '$0.00';
  return `${cost.usd < 0.01 ? 'under $0.01' : `$${cost.usd.toFixed(2)}`}, at prices of ${cost.pricesAsOf}`;
}

type Limits = NonNullable<RunHeader['limits']>;

/** `8 to 64, cut 3 times by rate limits or time-outs`; with the provider in front where there are several. */
export function limitFact({ provider, baseUrl, low, high, cuts }: Limits[number], all: Limits = []): string {
  const server = baseUrl === undefined ? provider : `${provider} at ${baseUrl}`;
  const range = low === high ? low.toLocaleString('en') : `${low.toLocaleString('en')} to ${high.toLocaleString('en')}`;
  const cut = cuts === 0 ? '' : `, cut ${countWords(cuts, 'time', 'times')} by rate limits or time-outs`;
  return `${all.length > 1 ? `${server}: ` : ''}${range}${cut}`;
}

/** What one judge came to as a line: `openai:gpt-6-luna: 120 calls, 34,000 tokens in, 2,000 out, $0.12`. */
function judgeCostFact({ judge, calls, cached, input, output, usd }: JudgeCost): string {
  const fromCache = cached === 0 ? '' : `, ${cached.toLocaleString('en')} more from the cache`;
  return `${judge}: ${countWords(calls, 'call', 'calls')}${fromCache}, ${input.toLocaleString('en')} tokens in, ${output.toLocaleString('en')} out, ${priceOf(usd)}`;
}

function priceOf(usd: number | undefined): string {
  if (usd === undefined) return 'no known price';
  if (usd === 0) return '$0.00';
  return usd < 0.01 ? 'under $0.01' : `$${usd.toFixed(2)}`;
}
