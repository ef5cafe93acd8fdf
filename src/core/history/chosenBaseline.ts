import { metricName } from '../benchmark/aims';
import { hasGivenReplies, type RunManifest } from '../store/runManifest';
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
/** Other texts that may be tried against a fresh run of the baseline before that has to be fresh again. */
const mostKept = 5;

function textsOf(runs: readonly HistoryRun[]): number {
  return new Set(runs.map(({ revision }) => revision)).size;
}

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
      run.purpose === undefined &&
      run.id !== later &&
      run.revision !== next?.revision &&
      (next === undefined || run.repliesAt < next.repliesAt) &&
      (run.id === baseline || similarity(base, run) === 2),
  );
  const own = earlier.filter(({ revision }) => revision === base.revision);
  const rivals = earlier.filter(({ revision }) => revision !== base.revision);
  const best = (runs: readonly HistoryRun[]): number => Math.max(...runs.map((run) => scoreOf(run, base)));
  if (textsOf(rivals) + 1 < fewestTexts) return undefined;
  // A run of the text after its choice says how good it is. Being kept again and again is a choice, too.
  const isFresh = ({ repliesAt: at }: HistoryRun): boolean => {
    const [before, after] = [rivals.filter((run) => run.repliesAt < at), rivals.filter((run) => run.repliesAt > at)];
    const known = own.filter((run) => run.repliesAt < at);
    return textsOf(before) + 1 >= fewestTexts && best(known) >= best(before) && textsOf(after) < mostKept;
  };
  const fresh = own.filter(isFresh);
  const chosenBy = own.filter((run) => !fresh.includes(run));
  const isPinned = history.revisions.some(({ revision, pinned }) => pinned && revision === base.revision);
  const isLast = rivals.every(({ repliesAt }) => repliesAt < (own.at(-1)?.repliesAt ?? ''));
  if ((isLast && !isPinned) || !(best(chosenBy) >= best(rivals))) return undefined;
  const among = rivals.length + chosenBy.length;
  return {
    among,
    chosenBy: chosenBy.map(({ id }) => id),
    fresh: fresh[0]?.id,
    warning: chosenBy.includes(base) ? warningOf(among, fresh[0]?.id) : undefined,
  };
}

/** Why a baseline is played afresh before a planned run, which `history` has; `undefined` where it is not. */
export function freshBaselineWords(history: PromptHistory, baseline: string, planned: RunManifest): string | undefined {
  const { runId, tutor } = planned;
  const { among = 0, warning, fresh } = chosenBaseline(history, baseline, runId) ?? {};
  if (warning === undefined || fresh !== undefined || tutor.simulated || hasGivenReplies(planned)) return undefined;
  const [base, next] = [baseline, runId].map((id) => history.runs.find((run) => run.id === id));
  if (!base || !next || similarity(next, base) < 2) return undefined;
  return t`The earlier prompt was chosen among ${countWords(among, 'run', 'runs')}, and the best of several scores is partly luck. So it is run again first.`;
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
