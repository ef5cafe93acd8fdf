import { padTo } from '../report/displayWidth';
import type { Label } from '../statistics/agreement';
import type { DimensionAgreement } from './dimensionAgreement';

/** How a judge does on the labels that people gave one level. */
export interface LevelAgreement {
  /** What people said. */
  readonly level: Label;
  /** Labels of people at this level; those that the judge failed on are among them. */
  readonly n: number;
  readonly failed: number;
  /** Share of `n` that the judge gives the same level; `undefined` without labels. */
  readonly agreement: number | undefined;
  /** Mean absolute difference over the verdicts that are there, where levels are numbers. */
  readonly deviation: number | undefined;
  /** Verdicts by what the judge said, in the order of all levels: the row of the confusion matrix. */
  readonly given: readonly number[];
}

/** A row for each level that people can give, as in GuideEval's Table 3. */
export function levelAgreement({ confusion }: Pick<DimensionAgreement, 'confusion'>): readonly LevelAgreement[] {
  const { labels, counts, failed } = confusion;
  return labels.map((level, place): LevelAgreement => {
    const given = labels.map((_, column) => counts[place]?.[column] ?? 0);
    const lost = failed[place] ?? 0;
    const judged = given.reduce((sum, count) => sum + count, 0);
    const n = judged + lost;
    const distances = given.map((count, column) => count * Math.abs(Number(level) - Number(labels[column])));
    const distance = distances.reduce((sum, one) => sum + one, 0);
    return {
      level,
      n,
      failed: lost,
      agreement: n === 0 ? undefined : (given[place] ?? 0) / n,
      deviation: judged === 0 || Number.isNaN(distance) ? undefined : distance / judged,
      given,
    };
  });
}

/** The rows as text for a terminal, with what the judge said in columns of their own. */
export function levelTable(id: string, rows: readonly LevelAgreement[]): string {
  const head = ['people', 'n', 'same', 'deviation', ...rows.map(({ level }) => `judge ${String(level)}`), 'failed'];
  const lines = rows.map(({ level, n, agreement, deviation, given, failed }) => [
    String(level),
    String(n),
    agreement === undefined ? '–' : `${Math.round(100 * agreement)} %`,
    deviation === undefined ? '–' : deviation.toFixed(2),
    ...given.map(String),
    String(failed),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)));
  const text = [head, ...lines].map((cells) =>
    cells.map((cell, column) => padTo(cell, widths[column] ?? 0, 'left')).join('  '),
  );
  return [`${id} by the level that people gave`, ...text].join('\n');
}

/** For programs; `null` where a figure is not defined. */
export function levelJson(rows: readonly LevelAgreement[]): readonly unknown[] {
  return rows.map(({ agreement, deviation, ...row }) => ({
    ...row,
    agreement: agreement ?? null,
    deviation: deviation ?? null,
  }));
}
