import { metricName } from '../benchmark/aims';
import { hasEnded } from '../store/statusTexts';
import type { SummarizedMetric } from '../store/runSummary';
import { countWords, t } from '../text/countWords';
import { similarity } from './baseline';
import type { HistoryRun, PromptHistory } from './promptHistory';

/** A baseline whose text scored best among several, so that its score is partly luck. */
export interface ChosenBaseline {
  /** Runs that it was chosen among, its own included. */
  readonly among: number;
  /** Trials of its text that the choice was made by. */
  readonly chosenBy: readonly string[];
  /** The latest run after the choice; it is not lucky. */
  readonly fresh: string | undefined;
  /** What to do about it; absent if the named run is a fresh one. */
  readonly warning: string | undefined;
}

const fewestTexts = 3;

/**
 * Says if the baseline's text was picked because it scored best. Then no other of three or more texts, played alike
 * before the later run, has a better mean of headline metrics. The text that was edited last is not picked, unless it
 * is pinned. `undefined` if it was not, or if a score is unknown.
 */
export function chosenBaseline(history: PromptHistory, baseline: string, later?: string): ChosenBaseline | undefined {
  const base = history.runs.find(({ id }) => id === baseline);
  if (base === undefined) return undefined;
  const next = history.runs.find(({ id }) => id === later);
  const earlier = history.runs.filter(
    (run) =>
      hasEnded(run.status) &&
      run.rejudgedFrom === undefined &&
      run.id !== later &&
      run.revision !== next?.revision &&
      (next === undefined || run.repliesAt < next.repliesAt) &&
      (run.id === baseline || similarity(base, run) === 2),
  );
  const rivals = earlier.filter(({ revision }) => revision !== base.revision);
  if (new Set(rivals.map(({ revision }) => revision)).size + 1 < fewestTexts) return undefined;
  const chosenAt = rivals.reduce((latest, { repliesAt }) => (repliesAt > latest ? repliesAt : latest), '');
  const own = earlier.filter(({ revision }) => revision === base.revision);
  const first = own.at(-1);
  // A later run of the same text was not yet known when the text was chosen.
  const fresh = own.filter((run) => run !== first && run.repliesAt > chosenAt);
  const chosenBy = own.filter((run) => !fresh.includes(run));
  const isPinned = history.revisions.some(({ revision, pinned }) => pinned && revision === base.revision);
  if (!isPinned && (first?.repliesAt ?? '') > chosenAt) return undefined;
  const score = Math.max(...chosenBy.map((run) => scoreOf(run, base)));
  if (!(score >= Math.max(...rivals.map((run) => scoreOf(run, base))))) return undefined;
  const among = rivals.length + chosenBy.length;
  return {
    among,
    chosenBy: chosenBy.map(({ id }) => id),
    fresh: fresh[0]?.id,
    warning: chosenBy.includes(base) ? warningOf(among, fresh[0]?.id) : undefined,
  };
}

function warningOf(among: number, fresh: string | undefined): string {
  const start = t`This baseline was chosen among ${countWords(among, 'run', 'runs')}`;
  return fresh === undefined
    ? t`${start}: run it again before you compare. The best of several scores is partly luck, so an equal prompt looks worse.`
    : t`${start}: compare with run ${fresh}, which was made after the choice.`;
}

/** Mean of the headline metrics as shares of their scales, higher is better. NaN if one of the base's is missing. */
function scoreOf(run: HistoryRun, base: HistoryRun): number {
  const values = (base.summary?.benchmarks ?? []).flatMap(({ id, headlines, blocks }) => {
    const named =
      headlines ??
      blocks.slice(0, 1).flatMap((block) => block.metrics.slice(0, 1).map(({ id: own }) => `${block.id}/${own}`));
    const found = run.summary?.benchmarks.find((one) => one.id === id)?.blocks ?? [];
    return named.map((name) => {
      const metrics = found
        .filter(({ judge }) => judge === base.judges[0])
        .flatMap((block) =>
          block.metrics.map((metric) => ({ metric, name: metricName(id, { block: block.id, id: metric.id }) })),
        );
      return goodness(metrics.find((one) => one.name === `${id}/${name}`)?.metric);
    });
  });
  return values.reduce((total, value) => total + value, 0) / values.length;
}

function goodness(metric: SummarizedMetric | undefined): number {
  if (metric?.value === undefined) return Number.NaN;
  const { value, scale, direction, band = scale } = metric;
  const good = {
    up: value,
    none: value,
    down: -value,
    band: -Math.max(0, band[0] - value, value - band[1]),
  }[direction];
  return good / Math.max(Number.MIN_VALUE, scale[1] - scale[0]);
}
