import type {
  HistoryRevisionView,
  HistoryRunView,
  HistorySeries,
  HistoryView,
  TradeOffPoint,
  TradeOffView,
} from '../../src/core/report/historyViewModel';

const hour = 3_600_000;
const start = Date.UTC(2026, 0, 1, 8);

function hashOf(index: number): string {
  return (0x3f2a_0000 + index * 977).toString(16).padEnd(12, 'c');
}

/** A history of `count` runs, two of each revision, the latest first. Made up. */
export function historyOf(count: number, change: Partial<HistoryView> = {}): HistoryView {
  const revisionCount = Math.ceil(count / 2);
  const runs = Array.from({ length: count }, (_, index): HistoryRunView => {
    const at = new Date(start + (count - index) * 7 * hour).toISOString();
    return {
      id: `run-${String(count - index)}`,
      revision: Math.floor(index / 2),
      repliesAt: at,
      createdAt: at,
      status: index === 3 ? 'cancelled' : 'completed',
      statusText: index === 3 ? 'cancelled' : 'completed',
      tutor: 'made-up-tutor',
      judges: ['made-up-judge'],
      simulated: false,
      benchmarks: ['GuideEval'],
      unread: false,
    };
  });
  const revisions = Array.from({ length: revisionCount }, (_, index): HistoryRevisionView => {
    const own = [2 * index, 2 * index + 1].filter((run) => run < count);
    const name = hashOf(index);
    return {
      revision: `sha256:${name}`,
      title: index === 1 ? 'say it kindly' : name,
      pinned: index === 2,
      firstAt: runs[own.at(-1) ?? 0]?.repliesAt ?? '',
      lastAt: runs[own[0] ?? 0]?.repliesAt ?? '',
      git: [{ commit: name.slice(0, 8), branch: 'main', dirty: index % 3 === 0 }],
      runs: own,
      ...(index + 1 < revisionCount ? { previous: `sha256:${hashOf(index + 1)}` } : {}),
      change: {
        added: 1,
        removed: 0,
        lines: [`+ Rule number ${String(revisionCount - index)}.`],
        rules: [`Rule added: Rule number ${String(revisionCount - index)}.`],
      },
    };
  });
  const seriesOf = (title: string, phase: number): HistorySeries => ({
    key: `guideeval\nacc_err\nmade-up-judge\n${title}`,
    benchmark: 'GuideEval',
    group: 'Accurate and erroneous answers',
    title,
    judge: 'made-up-judge',
    unit: 'share',
    direction: 'up',
    scale: [0, 1],
    count,
    points: runs
      .map((_, run) => {
        const value = 0.45 + 0.2 * Math.sin((count - run + phase) / 4) + 0.15 * (1 - run / Math.max(1, count));
        return { run, value, low: value - 0.09, high: value + 0.08, n: 24, joins: run !== count - 1 && run % 7 !== 3 };
      })
      .reverse(),
  });
  return {
    prompt: 'prompts/made-up.tutor.md',
    revisions,
    runs,
    series: [seriesOf('P-Redirect', 0), seriesOf('P-Affirm', 3)],
    damaged: [],
    problems: [],
    ...(count < 2 ? {} : { suggested: { before: 'run-1', after: `run-${String(count)}` } }),
    ...change,
  };
}

/** Its revisions by both series: the further right, the lower, but for the second, which the third beats. */
export function tradeOffOf({ revisions, runs, series }: HistoryView): TradeOffView {
  const points = [...revisions].reverse().map(({ revision, runs: own }, at): TradeOffPoint => {
    const [x, y] = at === 1 ? [0.3, 0.5] : [0.3 + at / 10, 0.7 - at / 10];
    const around = (value: number) => ({ value, low: value - 0.1, high: value + 0.1, n: 24 });
    const runId = runs[own[0] ?? 0]?.id ?? '';
    return { revision, runId, simulated: false, values: [around(x), around(y)], beatenBy: at === 1 ? 2 : undefined };
  });
  const pairs = (points.length * (points.length - 1)) / 2;
  return {
    keys: [series[0]?.key ?? '', series[1]?.key ?? ''],
    points,
    left: 1,
    level: 0.05 / pairs,
    pairs,
    tested: pairs,
  };
}
