import { baselineOf, previousRevision } from '../history/baseline';
import type { PromptChange } from '../history/changedLines';
import type { RuleEdit } from '../prompt/promptRules';
import type { HistoryRun, PromptHistory } from '../history/promptHistory';
import { listedStatuses, purposeText, revisionTitle } from '../store/statusTexts';
import type { SummarizedBenchmark, SummarizedMetric } from '../store/runSummary';
import { boundedText } from '../text/readableText';
import { t } from '../text/countWords';
import { summaryHeadline } from './headline';
import type * as model from './historyViewModel';

/** Maximum changed rules or lines in a hover, and their length; more are counted. */
const mostLines = 4;
const longestLine = 100;

/** `wanted`: key of the series to draw; an unknown key is ignored. */
export function historyView(history: PromptHistory, wanted?: string): model.HistoryView {
  const { prompt, revisions, runs, damaged, problems } = history;
  const series = historySeries(runs);
  // The requested series, else the headline or the first of those with the most points.
  const most = Math.max(...series.map(({ count }) => count));
  const longest = series.filter(({ count }) => count === most);
  const { summary } = runs.find((run) => run.purpose === undefined && run.summary !== undefined) ?? {};
  const headline = summary && summaryHeadline(summary)?.title;
  const drawn =
    series.find(({ key }) => key === wanted) ?? longest.find(({ title }) => title === headline) ?? longest[0];
  const indexOfRun = new Map(runs.map(({ id }, index) => [id, index]));
  const indexOfRevision = new Map(revisions.map(({ revision }, index) => [revision, index]));
  return {
    prompt,
    revisions: revisions.map((one): model.HistoryRevisionView => {
      const { revision, pinned, firstAt, lastAt, change } = one;
      return {
        ...{ revision, pinned, firstAt, lastAt },
        title: revisionTitle(one),
        git: one.git.map(({ commit, branch, dirty }) => ({
          commit: commit?.slice(0, 8),
          branch: branch && boundedText(branch, 100),
          dirty,
        })),
        runs: one.runs.flatMap(({ id }) => indexOfRun.get(id) ?? []),
        previous: previousRevision(history, revision)?.revision,
        change: change && changeView(change),
      };
    }),
    runs: runs.map((run) => runView(run, indexOfRevision.get(run.revision) ?? -1)),
    series: series.map((one) => (one === drawn ? { ...one, points: historyPoints(runs, one.key) } : one)),
    damaged: damaged.map(({ id, problem: what }) => ({ id: boundedText(id), problem: boundedText(what) })),
    problems,
    suggested: suggestedPair(history),
  };
}

/** The latest run against its baseline; without one, against the latest run of the revision before it. */
function suggestedPair(history: PromptHistory): model.HistoryView['suggested'] {
  const ended = history.runs.filter(({ status, purpose }) => status !== 'running' && purpose === undefined);
  const [after] = ended;
  if (after === undefined) return undefined;
  const before =
    baselineOf(history, after.id) ??
    previousRevision(history, after.revision)?.runs.find((run) => ended.includes(run)) ??
    ended[1];
  return before && { before: before.id, after: after.id };
}

function runView(run: HistoryRun, revision: number): model.HistoryRunView {
  const { id, repliesAt, createdAt, status, tutor, judges, rejudgedFrom, purpose, summary, benchmarks } = run;
  return {
    ...{ id, revision, repliesAt, createdAt, status, tutor, judges, rejudgedFrom, purpose },
    statusText: [listedStatuses.get(status) ?? boundedText(status, 40), purposeText(purpose)]
      .filter(Boolean)
      .join(', '),
    simulated: summary?.simulated ?? false,
    benchmarks: summary?.benchmarks.map(({ title }) => title) ?? benchmarks.map((benchmark) => benchmark.id),
    unread: summary === undefined,
  };
}

function changeView({ lines, rules }: PromptChange): model.RevisionChangeView {
  const changed = lines.filter(({ kind, text }) => kind !== 'same' && text.trim() !== '');
  return {
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
    lines: firstOf(
      changed.map(({ kind, text }) => `${kind === 'added' ? '+' : '\u2212'} ${boundedText(text.trim(), longestLine)}`),
    ),
    rules: firstOf(rules.map(ruleText)),
  };
}

/** `Rule 9 changed: confirm it openly`. */
function ruleText(edit: RuleEdit): string {
  const { number, text } = edit.kind === 'removed' ? edit.before : edit.after;
  return t`Rule ${number} ${t(edit.kind)}: ${boundedText(text, longestLine)}`;
}

function firstOf(texts: readonly string[]): readonly string[] {
  const rest = texts.length - mostLines;
  return rest > 0 ? [...texts.slice(0, mostLines), t`and ${String(rest)} more`] : texts;
}

interface MeasuredMetric {
  readonly key: string;
  /** Index of the run. */
  readonly run: number;
  readonly tutor: string;
  readonly benchmark: SummarizedBenchmark;
  readonly block: SummarizedBenchmark['blocks'][number];
  readonly metric: SummarizedMetric;
}

/** Each metric of runs with summaries, the oldest first. `runs`: latest first. */
export function measured(runs: readonly HistoryRun[]): readonly MeasuredMetric[] {
  // Failing cases alone say nothing about a prompt, so they are no points of a curve.
  return [...runs.entries()].reverse().flatMap(([run, { purpose, summary, tutor }]) =>
    (purpose === undefined ? (summary?.benchmarks ?? []) : []).flatMap((benchmark) =>
      benchmark.blocks.flatMap((block) =>
        block.metrics.map((metric) => {
          const key = [benchmark.id, block.id, block.judge, metric.id].join('\n');
          return { key, run, tutor, benchmark, block, metric };
        }),
      ),
    ),
  );
}

/** All metrics by judge, without points. */
function historySeries(runs: readonly HistoryRun[]): readonly model.HistorySeries[] {
  const byKey = new Map<string, model.HistorySeries & { count: number }>();
  for (const { key, benchmark, block, metric } of measured(runs)) {
    const { title, unit, direction, scale, band } = metric;
    const group = { key, benchmark: benchmark.title, group: block.title, judge: block.judge };
    const known = byKey.get(key) ?? { ...group, title, unit, direction, scale, band, count: 0 };
    if (metric.value !== undefined) known.count += 1;
    byKey.set(key, known);
  }
  return [...byKey.values()].filter(({ count }) => count > 0);
}

/** Points of a series, oldest first. */
function historyPoints(runs: readonly HistoryRun[], series: string): readonly model.HistoryPoint[] {
  let last = '';
  return measured(runs).flatMap(
    ({ key, run, tutor, benchmark, metric: { value, ci, n } }): readonly model.HistoryPoint[] => {
      if (key !== series || value === undefined) return [];
      // A line joins two points only if these match, so that it shows the effect of the prompt.
      const conditions = JSON.stringify([tutor, benchmark.placement, benchmark.dataHash]);
      const joins = conditions === last;
      last = conditions;
      return [{ run, value, low: ci?.low, high: ci?.high, n, joins }];
    },
  );
}
