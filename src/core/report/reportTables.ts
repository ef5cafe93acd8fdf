import { formatInterval, formatMetric, lackingNotes } from '../benchmark/formatMetric';
import type { BenchmarkComparison, Comparison } from '../compare/comparison';
import { outcomeText } from '../compare/decisionWords';
import * as described from '../compare/describeComparison';
import { t } from '../text/countWords';
import { intervalTitle } from '../text/formatNumber';
import { failureTagTables } from '../results/failureTags';
import { agreementTables } from '../results/judgesAgreement';
import type { BenchmarkReport, ReportTable, RunReport } from '../results/reportModel';
import { citeTables } from '../results/citeReport';

/** The metrics by block and judge, then the further tables. */
export function benchmarkTables(benchmark: BenchmarkReport, judges: readonly string[]): readonly ReportTable[] {
  const ofMetrics = benchmark.blocks.map(({ title, judge, metrics }): ReportTable => {
    const hasBadges = metrics.some(({ badge }) => badge !== undefined);
    return {
      title: judges.length > 1 ? t`${t(title)}, judged by ${judge}` : t(title),
      head: [t`Metric`, t`Value`, intervalTitle, 'n', t`Unscored`, ...(hasBadges ? [t`Judge check`] : [])],
      rows: metrics.map((metric) => [
        ...[metric.title, formatMetric(metric), formatInterval(metric), String(metric.n), String(metric.excluded)],
        ...(hasBadges ? [metric.badge?.full ?? '–'] : []),
      ]),
      notes: lackingNotes(metrics),
    };
  });
  return [...ofMetrics, ...furtherTables(benchmark)];
}

export function furtherTables(benchmark: BenchmarkReport): readonly ReportTable[] {
  return [...turnRates(benchmark), ...agreementTables(benchmark), ...failureTagTables(benchmark)];
}

/** What each rule adds to the targets. Its outcome comes first, since a narrow page cuts the rest. */
export function ruleTables({
  rules: report,
  ...rest
}: Partial<Pick<RunReport, 'rules' | 'cites'>>): readonly ReportTable[] {
  if (report === undefined) return citeTables(rest);
  const { title, targets, rules, notes, lacking } = report;
  const outcome = lacking === undefined ? [t`Outcome`] : [];
  const what = rules.some(({ numbers }) => numbers.length > 0) ? t`Rule` : t`Edit`;
  const head = [what, ...outcome, ...targets.map((target) => `${target.title} (n ${target.n})`)];
  const rows = rules.map((rule) => [
    ...[rule.title, ...outcome.map(() => rule.words)],
    ...rule.effects.map((effect) => effect?.text ?? 'n/a'),
  ]);
  const advice = rules.flatMap((rule) => (rule.advice === undefined ? [] : [`${rule.numbers.join()}: ${rule.advice}`]));
  return [{ title, head, rows, notes: [...advice, ...notes] }, ...citeTables(rest)];
}

/** Targets and guards, and `folded` what decides nothing. */
export function comparedTables(
  benchmark: BenchmarkComparison,
  comparison: Comparison,
): { readonly decisive: readonly ReportTable[]; readonly folded: readonly ReportTable[] } {
  const tables = (isFolded: boolean): readonly ReportTable[] =>
    described
      .metricGroups(benchmark)
      .filter(({ role }) => (role === 'exploratory') === isFolded)
      .map((group) => ({
        title: described.groupTitle(group),
        head: [t`Metric`, t`Before → after`, t`Difference with interval`, t`Outcome`],
        rows: group.metrics.map((metric) => [
          described.titleInGroup(metric, benchmark),
          [metric.compared.before, metric.compared.after]
            .map((value) => described.valueText(value, metric))
            .join(' → '),
          described.obstacleText(metric, benchmark.id, comparison) === undefined
            ? described.differenceText(metric)
            : '–',
          outcomeText(metric, benchmark.id, comparison),
        ]),
        notes: [],
      }));
  return { decisive: tables(false), folded: tables(true) };
}

/** Turns per table row; more would not fit a terminal. */
const turnsInTable = 10;

/** Failure rates by turn with the number of judged conversations. Long ones continue in another table. */
export function turnRates({ pictures }: Pick<BenchmarkReport, 'pictures'>): readonly ReportTable[] {
  return pictures.flatMap((picture) => {
    if (picture.kind !== 'turnMap') return [];
    const starts = Array.from({ length: Math.ceil(picture.turns / turnsInTable) }, (_, part) => part * turnsInTable);
    return starts.map((start): ReportTable => {
      const end = Math.min(start + turnsInTable, picture.turns);
      const turns = Array.from({ length: end - start }, (_, position) => String(start + position + 1));
      return {
        title: t`${t(picture.title)}: failing conversations by turn, %`,
        head: [t`turn`, ...turns, 'n'],
        rows: picture.layers.map(({ title, byTurn }) => {
          const shown = byTurn.slice(start, end);
          const shares = shown.map(({ failed, judged }) =>
            judged === 0 ? '–' : String(Math.round((100 * failed) / judged)),
          );
          const counts = shown.map(({ judged }) => judged);
          return [title, ...shares, [...new Set([Math.min(...counts), Math.max(...counts)])].join(' to ')];
        }),
        notes: [],
      };
    });
  });
}
