import { baselineOf, previousRevision } from '../history/baseline';
import type { PromptChange } from '../history/changedLines';
import type { HistoryRun, PromptHistory } from '../history/promptHistory';
import type { SummarizedBenchmark, SummarizedBlock, SummarizedMetric } from '../store/runSummary';
import { boundedText } from '../text/boundedText';
import { shortenRevision } from '../results/headerFacts';
import type { HistoryRunView, HistoryView, RevisionChangeView, HistoryPoint, HistorySeries } from './historyViewModel';

/** What a history does not hold itself. */
interface HistoryViewParts {
  /** What changed in a revision's text since the one evaluated before it, for as many as are at hand. */
  readonly changes?: ReadonlyMap<string, PromptChange>;
  /** What could not be done, when a request failed. */
  readonly problem?: string;
  /** Key of the series whose points are wanted; one that is not there is as none. */
  readonly series?: string;
}

/** Changed rules or lines that a hover can show, and their characters; more are counted. */
const mostLines = 4;
const longestLine = 100;
/** Digits of a commit that people read. */
const shortCommit = 8;

/** A prompt's history as the panel shows it. Pure: the same history and parts give the same view. */
export function historyView(
  history: PromptHistory,
  { changes, problem, series: wanted }: HistoryViewParts = {},
): HistoryView {
  const { prompt, revisions, runs, damaged, problems } = history;
  const places = new Map(runs.map(({ id }, place) => [id, place]));
  const revisionPlaces = new Map(revisions.map(({ revision }, place) => [revision, place]));
  const suggested = suggestedPair(history);
  const series = historyViewSeries(runs);
  const drawn = drawnSeries(series, wanted);
  return {
    prompt,
    revisions: revisions.map((one) => {
      const change = changes?.get(one.revision);
      const previous = previousRevision(history, one.revision)?.revision;
      return {
        revision: one.revision,
        short: shortenRevision(one.revision),
        ...(one.label === undefined ? {} : { label: one.label }),
        pinned: one.pinned,
        firstAt: one.firstAt,
        lastAt: one.lastAt,
        git: one.git.map(({ commit, branch, dirty }) => ({
          ...(commit === undefined ? {} : { commit: commit.slice(0, shortCommit) }),
          ...(branch === undefined ? {} : { branch: boundedText(branch, 100) }),
          dirty,
        })),
        runs: one.runs.flatMap(({ id }) => places.get(id) ?? []),
        ...(previous === undefined ? {} : { previous }),
        ...(change === undefined ? {} : { change: changeView(change) }),
      };
    }),
    runs: runs.map((run) => runView(run, revisionPlaces.get(run.revision) ?? -1)),
    series: series.map((one) => (one === drawn ? { ...one, points: historyPoints(runs, one.key) } : one)),
    damaged: damaged.map(({ id, problem: what }) => ({ id: boundedText(id), problem: boundedText(what) })),
    problems,
    ...(suggested === undefined ? {} : { suggested }),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** The latest run against its baseline; where there is none, against the latest run of the revision before it. */
function suggestedPair(history: PromptHistory): HistoryView['suggested'] {
  const after = history.runs.find(({ status }) => status !== 'running');
  if (after === undefined) return undefined;
  const before =
    baselineOf(history, after.id) ??
    previousRevision(history, after.revision)?.runs.find(({ status }) => status !== 'running') ??
    history.runs.find(({ id, status }) => id !== after.id && status !== 'running');
  return before === undefined ? undefined : { before: before.id, after: after.id };
}

const statusTexts: Readonly<Record<string, string>> = {
  running: 'under way',
  completed: 'completed',
  incomplete: 'finished with failures',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
  failed: 'failed',
  overBudget: 'stopped at a cap',
};

function runView(run: HistoryRun, revision: number): HistoryRunView {
  const { id, repliesAt, createdAt, status, tutor, judges, rejudgedFrom, summary, benchmarks } = run;
  return {
    id,
    revision,
    repliesAt,
    createdAt,
    status,
    statusText: Object.hasOwn(statusTexts, status) ? (statusTexts[status] ?? status) : boundedText(status, 40),
    tutor,
    judges,
    simulated: summary?.simulated ?? false,
    benchmarks: summary?.benchmarks.map(({ title }) => title) ?? benchmarks.map((benchmark) => benchmark.id),
    ...(rejudgedFrom === undefined ? {} : { rejudgedFrom }),
    unread: summary === undefined,
  };
}

/** What changed in a text as the panel shows it: bounded. */
export function changeView({ lines, rules }: PromptChange): RevisionChangeView {
  const changed = lines.filter(({ kind, text }) => kind !== 'same' && text.trim() !== '');
  return {
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
    lines: firstOf(
      changed.map(({ kind, text }) => `${kind === 'added' ? '+' : '\u2212'} ${boundedText(text.trim(), longestLine)}`),
    ),
    rules: firstOf(ruleTexts(rules)),
  };
}

/** The first texts as they are, and how many more there are. */
function firstOf(texts: readonly string[]): readonly string[] {
  const rest = texts.length - mostLines;
  return rest > 0 ? [...texts.slice(0, mostLines), `and ${String(rest)} more`] : texts;
}

/**
 * What became of the rules, each text once: a line that asks for several things is several rules of one text. A rule whose number
 * alone is another stands on both sides and is left out.
 */
function ruleTexts(rules: PromptChange['rules']): readonly string[] {
  const before = new Set(rules.flatMap((rule) => (rule.kind === 'added' ? [] : [rule.before.text])));
  const after = new Set(rules.flatMap((rule) => (rule.kind === 'removed' ? [] : [rule.after.text])));
  const texts = new Map<string, string>();
  for (const rule of rules) {
    const gone = rule.kind === 'added' ? undefined : unlessIn(after, rule.before.text);
    const fresh = rule.kind === 'removed' ? undefined : unlessIn(before, rule.after.text);
    const words = boundedText(fresh ?? gone ?? '', longestLine);
    if (words === '' || texts.has(words)) continue;
    const what = gone === undefined ? 'added' : fresh === undefined ? 'removed' : 'changed';
    texts.set(words, `Rule ${what}: ${words}`);
  }
  return [...texts.values()];
}

function unlessIn(known: ReadonlySet<string>, words: string): string | undefined {
  return known.has(words) ? undefined : words;
}

/** Every metric of every judge over the runs that have summaries, without its points. `runs` has the latest first, as in the history. */
function historyViewSeries(runs: readonly HistoryRun[]): readonly HistorySeries[] {
  const byKey = new Map<string, { readonly series: Omit<HistorySeries, 'count'>; count: number }>();
  for (const { summary } of runs.toReversed()) {
    for (const benchmark of summary?.benchmarks ?? []) {
      for (const block of benchmark.blocks) {
        for (const metric of block.metrics) {
          const key = keyOf(benchmark, block, metric);
          let known = byKey.get(key);
          if (known === undefined)
            byKey.set(key, (known = { series: seriesOf(key, benchmark, block, metric), count: 0 }));
          if (metric.value !== undefined) known.count += 1;
        }
      }
    }
  }
  return [...byKey.values()].flatMap(({ series, count }) => (count === 0 ? [] : [{ ...series, count }]));
}

function keyOf(
  { id }: SummarizedBenchmark,
  { id: block, judge }: SummarizedBlock,
  { id: metric }: SummarizedMetric,
): string {
  return `${id}\n${block}\n${judge}\n${metric}`;
}

function seriesOf(
  key: string,
  { title: benchmark }: SummarizedBenchmark,
  { title: group, judge }: SummarizedBlock,
  { title, unit, direction, scale, band }: SummarizedMetric,
): Omit<HistorySeries, 'count'> {
  return { key, benchmark, group, title, judge, unit, direction, scale, ...(band && { band }) };
}

/** The series to draw: the one asked for, else the first of those with the most points, what the prompt was evaluated by most. */
function drawnSeries(all: readonly HistorySeries[], key: string | undefined): HistorySeries | undefined {
  return (
    all.find((one) => one.key === key) ??
    all.reduce<HistorySeries | undefined>(
      (best, one) => (best === undefined || one.count > best.count ? one : best),
      undefined,
    )
  );
}

/** A series' points, the oldest first; none for a key that no run has. `runs` has the latest first. */
export function historyPoints(runs: readonly HistoryRun[], key: string): readonly HistoryPoint[] {
  const points: HistoryPoint[] = [];
  let last = '';
  for (let run = runs.length - 1; run >= 0; run -= 1) {
    const { summary, tutor } = runs[run] ?? {};
    for (const benchmark of summary?.benchmarks ?? []) {
      const metrics = benchmark.blocks.flatMap((block) =>
        block.metrics.filter((metric) => keyOf(benchmark, block, metric) === key),
      );
      for (const { value, ci, n } of metrics) {
        if (value === undefined) continue;
        // What must be alike for a line between two points to mean the prompt.
        const conditions = JSON.stringify([tutor, benchmark.placement, benchmark.dataHash]);
        const interval = ci === undefined ? {} : { low: ci.low, high: ci.high };
        points.push({ run, value, ...interval, n, joins: conditions === last });
        last = conditions;
      }
    }
  }
  return points;
}
