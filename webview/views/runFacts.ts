import type { RunReport } from '../../src/core/report/reportModel';
import { formatCost, formatCount, formatDuration } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';

function costFact({ run }: RunReport): string {
  const { usd, unknownModels } = run.totals.cost;
  if (run.simulatedParts.includes('tutor') && run.simulatedParts.includes('judge')) return 'simulated, no cost';
  if (usd !== undefined) return formatCost(usd);
  return unknownModels.length === 0 ? 'cost unknown' : `cost unknown: no price for ${unknownModels.join(', ')}`;
}

/** What of the run is simulated: all that is judged and judges, or which part. */
export function simulatedTag({ run: { simulatedParts } }: RunReport): string {
  const isAll = simulatedParts.includes('tutor') && simulatedParts.includes('judge');
  return isAll ? 'simulated' : `simulated ${simulatedParts.join(' and ')}`;
}

/** Where the offline judge is no simulation. */
function learnedWords({ run, benchmarks }: RunReport): string {
  const { learnedJudges = [] } = run;
  if (learnedJudges.length === 0) return '';
  const where = learnedJudges.length === benchmarks.length ? '' : ` for ${learnedJudges.join(', ')}`;
  return ` (offline${where}: learned from people’s labels)`;
}

/** What each of several judges cost; nothing where none of them costs anything, or no price is known. */
function judgeCostFact({ run }: RunReport): string {
  const costs = run.totals.judges ?? [];
  if (costs.every(({ usd }) => usd === undefined || usd === 0)) return '';
  return costs
    .map(({ judge, usd }) => `${judge} ${usd === undefined ? 'at no known price' : formatCost(usd)}`)
    .join(', ');
}

/** The line under the prompt's name: what was run, with what, how long, for how much, and what is missing. */
export function runFacts(report: RunReport): readonly string[] {
  const { run, benchmarks } = report;
  const simulated = (part: 'tutor' | 'judge' | 'student'): string =>
    run.simulatedParts.includes(part) ? 'simulated ' : '';
  const unscored = benchmarks.reduce((sum, benchmark) => sum + benchmark.judgeFailed, 0);
  const noReply = benchmarks.reduce(
    (sum, benchmark) => sum + benchmark.noReply + benchmark.refused + benchmark.failed,
    0,
  );
  const facts = [
    benchmarks.map((benchmark) => benchmark.title).join(', '),
    formatCount(run.progress.replies.done, 'reply', 'replies'),
    `${simulated('tutor')}tutor ${run.tutor}`,
    run.student === undefined ? '' : `${simulated('student')}student ${run.student}`,
    `${simulated('judge')}${run.judges.length > 1 ? 'judges' : 'judge'} ${run.judges.join(', ')}${learnedWords(report)}`,
    // Recorded replies with people's labels took no time and no money here.
    ...(run.wallMs === 0 ? [] : [formatDuration(run.wallMs), costFact(report)]),
    judgeCostFact(report),
  ];
  const cuts = (run.limits ?? []).reduce((sum, limit) => sum + limit.cuts, 0);
  if (cuts > 0) facts.push(`calls in flight cut by ${formatCount(cuts, 'rate limit', 'rate limits')}`);
  if (noReply > 0) facts.push(`${String(noReply)} without a reply`);
  const skipped = benchmarks.reduce((sum, benchmark) => sum + benchmark.notApplicable, 0);
  if (skipped > 0) facts.push(`${String(skipped)} skipped for their images`);
  if (unscored > 0) facts.push(`${String(unscored)} unscored`);
  return facts.filter((fact) => fact !== '').map(visibleLine);
}
