import type { BeatenRuns } from '../compare/beatenRuns';
import type { PromptHistory } from '../history/promptHistory';
import { hasEnded } from '../store/statusTexts';
import { measured } from './historyView';
import type { TradeOffPoint, TradeOffView } from './historyViewModel';

/** So many are compared with each other in a few seconds. */
const mostRevisions = 8;

/** The latest revisions by two metrics, the earliest first. `keys`: of series. */
export function tradeOffPoints(
  { revisions, runs }: PromptHistory,
  keys: TradeOffView['keys'],
): Pick<TradeOffView, 'keys' | 'points' | 'left'> {
  const all = measured(runs);
  const [across, up] = keys.map((key) => new Map(all.flatMap((one) => (one.key === key ? [[one.run, one]] : []))));
  let wanted: string | undefined;
  const points = revisions.flatMap(({ revision }): TradeOffPoint[] => {
    for (const [index, run] of runs.entries()) {
      const both = [across?.get(index), up?.get(index)].filter((one) => one !== undefined);
      // Other samples or another tutor would move a point as well as the prompt does.
      const like = JSON.stringify(
        both.map(({ tutor, benchmark: { placement, dataHash } }) => [tutor, placement, dataHash]),
      );
      const [x, y] = both.map(({ metric: { value, ci, n } }) =>
        value === undefined ? undefined : { value, low: ci?.low, high: ci?.high, n },
      );
      if (run.revision !== revision || !hasEnded(run.status) || x === undefined || y === undefined) continue;
      wanted ??= like;
      if (like === wanted)
        return [{ revision, runId: run.id, simulated: run.summary?.simulated === true, values: [x, y] }];
    }
    return [];
  });
  return {
    keys,
    points: points.slice(0, mostRevisions).reverse(),
    left: revisions.length - Math.min(points.length, mostRevisions),
  };
}

export function tradeOffView(
  { points, ...view }: ReturnType<typeof tradeOffPoints>,
  { by, ...tests }: BeatenRuns,
): TradeOffView {
  return { ...view, ...tests, points: points.map((point, at) => ({ ...point, beatenBy: by[at] })) };
}
