import { countOf, countWords, t, wholeNumber } from '../text/countWords';
import { formatCost, formatDuration } from '../text/formatNumber';
import { readableLine } from '../text/readableText';
import type { BenchmarkReport, ReportWarning, RunHeader, RunReport } from './reportModel';
import { statusTexts } from '../store/statusTexts';
import { lacksScores } from './understoodPrompt';

const shortRevision = 12;
export const quotationNotFound = t`not found in the reply`;

/** Shared by all reports. Values are plain lines without hidden characters. `when`: how a time is written. */
export function headerFacts(
  report: RunReport,
  when: (iso: string) => string = String,
): readonly { readonly label: string; readonly value: string }[] {
  const { run, benchmarks } = report;
  const { totals, majority, student } = run;
  const counted = majority && t`metrics “judged by ${majority}” count the label that more than half of the judges gave`;
  const facts: readonly (readonly [label: string, ...values: (string | undefined)[]])[] = [
    [t`Prompt`, run.promptPath],
    [t`Revision`, shortenRevision(run.revision)],
    [t`Tutor`, run.tutor + simulatedMark(run, 'tutor')],
    [t`Student`, student && student + simulatedMark(run, 'student')],
    [run.judges.length === 1 ? t`Judge` : t`Judges`, run.judges.join(', ') + simulatedMark(run, 'judge')],
    [t`Run`, `${run.id}, ${statusTexts[run.status]}`],
    [t`Started`, t`${when(run.startedAt)}, took ${formatDuration(run.wallMs)}`],
    [t`Placement`, run.placement],
    [t`Protocol`, run.protocol],
    [t`Sampling`, samplingOf(run)],
    [t`Cases`, benchmarks.map((benchmark) => `${benchmark.title}: ${casesLine(benchmark)}`).join('; ') || undefined],
    [t`Calls`, callsLine(run)],
    [t`Tokens`, tokensLine(run)],
    [t`Cost`, costOf(run)],
    [t`Cost by judge`, ...(totals.judges ?? []).map(judgeCostFact)],
    [t`Majority`, counted],
  ];
  return facts.flatMap(([label, ...values]) =>
    values.flatMap((value) => (value === undefined ? [] : [{ label, value: readableLine(value) }])),
  );
}

export function simulatedMark(run: RunHeader, part: RunHeader['simulatedParts'][number]): string {
  return run.simulatedParts.includes(part) ? t` (simulated)` : '';
}

/** `80 of 80 cases, 3 of 200 verdicts unscored`, verdicts missing from a cut-off run, and quotations not found. */
export function benchmarkCounts(benchmark: BenchmarkReport): string {
  const { completed, planned, noReply, refused, failed, notApplicable, judgeFailed, verdicts, missing = 0 } = benchmark;
  const judged = benchmark.cases.filter(({ status }) => status === 'judged').length;
  const some = (count: number, words: string): readonly string[] =>
    count === 0 ? [] : [`${wholeNumber(count)} ${words}`];
  const unscored = countOf(judgeFailed, verdicts, 'verdict', 'verdicts');
  const lacking = countOf(missing, verdicts + missing, 'expected verdict', 'expected verdicts');
  return [
    missing === 0
      ? countOf(completed, planned, 'case', 'cases')
      : t`${countOf(judged, planned, 'case', 'cases')} judged`,
    ...some(noReply, t`empty`),
    ...some(refused, t`refused`),
    ...some(failed, t`failed`),
    ...some(notApplicable, t`skipped for their images`),
    ...(verdicts === 0 ? [] : [t`${unscored} unscored`]),
    ...(missing === 0 ? [] : [t`${lacking} missing`]),
    ...quotationLines(benchmark),
  ].join(', ');
}

export function noScores(run: RunHeader): string {
  if (lacksScores(run)) return t`No scores.`;
  return run.status === 'running' ? t`No scores yet.` : t`No scores: no reply was judged.`;
}

export function shortenRevision(revision: string): string {
  return revision.replace(/^sha256:/, '').slice(0, shortRevision);
}

function samplingOf({ seed, limit, repeats = 1 }: RunHeader): string {
  const parts = [limit === undefined ? t`all samples` : t`at most ${limit} units`, t`seed ${seed}`];
  if (repeats > 1) parts.push(t`${repeats} replies per sample`);
  return parts.join(', ');
}

function casesLine({ samples, planned }: BenchmarkReport): string {
  const words = countWords(samples, 'sample', 'samples');
  return samples === planned ? words : `${words}, ${countWords(planned, 'case', 'cases')}`;
}

function callsLine({ totals: { calls } }: RunHeader): string {
  const { tutor, student, judge, cached, retries } = calls;
  const studentCalls = student === undefined ? '' : t`${wholeNumber(student)} student, `;
  return t`${wholeNumber(tutor)} tutor, ${studentCalls}${wholeNumber(judge)} judge, ${wholeNumber(cached)} from the cache, ${countWords(retries, 'retry', 'retries')}`;
}

function tokensLine({ totals: { tokens } }: RunHeader): string {
  const { input, output, cachedInput, cacheWrite = 0 } = tokens;
  const cache = [
    ...(cachedInput > 0 ? [t`${wholeNumber(cachedInput)} of them read from the provider’s cache`] : []),
    ...(cacheWrite > 0 ? [t`${wholeNumber(cacheWrite)} written to it`] : []),
  ];
  return t`${wholeNumber(input)} in${cache.length === 0 ? '' : ` (${cache.join(', ')})`}, ${wholeNumber(output)} out`;
}

function costOf({ totals: { cost } }: RunHeader): string {
  if (cost.usd === undefined) return t`unknown: no price for ${cost.unknownModels.join(', ')}`;
  return cost.usd === 0 ? formatCost(0) : t`${formatCost(cost.usd)}, at prices of ${cost.pricesAsOf}`;
}

function judgeCostFact(cost: NonNullable<RunHeader['totals']['judges']>[number]): string {
  const { judge, calls, cached, input, output, usd } = cost;
  const fromCache = cached === 0 ? '' : t`, ${wholeNumber(cached)} more from the cache`;
  const price = usd === undefined ? t`no known price` : formatCost(usd);
  return t`${judge}: ${countWords(calls, 'call', 'calls')}${fromCache}, ${wholeNumber(input)} tokens in, ${wholeNumber(output)} out, ${price}`;
}

function quotationLines({ quotations = [] }: Pick<BenchmarkReport, 'quotations'>): readonly string[] {
  return quotations.map(({ judge, notFound, of }) => {
    const name = quotations.length > 1 ? `${judge}: ` : '';
    return `${name}${countOf(notFound, of, 'quotation', 'quotations')} ${quotationNotFound}`;
  });
}

/** With how to go on from the command line; windows have buttons. */
export function warningText({ kind, message }: ReportWarning, { id, saved }: RunHeader): string {
  if (kind !== 'saved') return message;
  const rest = saved?.units === undefined ? '' : ` To run the remaining units: the same with --run-all.`;
  return `${message} To judge the rest: tutor-prompt-lab resume ${id} --judge-all.${rest}`;
}
