import { cells, type Cell } from './cells';
import { coverageOf, type Coverage } from './coverageOf';

/** Draws of each setting. */
const runs = 2_000;

/** Every setting, drawn. */
export function allCoverages(): readonly Coverage[] {
  return cells.map((cell) => coverageOf(cell, runs));
}

/** The tables of docs/judges.md in Markdown: runs that are like the labelled replies, then runs that people like better. */
export function coverageTables(found: readonly Coverage[]): string {
  const of = (run: Cell['run']): readonly Coverage[] => found.filter(({ cell }) => cell.run === run);
  return [summary(of('alike')), summary(of('better'))].join('\n\n');
}

/** Every setting on a line of its own. */
export function settingsTable(found: readonly Coverage[]): string {
  const head = ['labels', 'accuracy', 'errors', 'labelled', 'to a dialogue', 'run', 'replies', ...figureNames];
  return table(
    head,
    found.map((one) => {
      const { labels, accuracy, errors, goldN, clusterSize, run, runN } = one.cell;
      const setting = [labels, accuracy.toFixed(2), errors, String(goldN), String(clusterSize), run, String(runN)];
      return [...setting, ...figuresOf([one])];
    }),
  );
}

const figureNames = ['given', 'interval holds the truth', 'its width', 'score’s own interval does', 'PPI’s does'];

/** Settings with the same labels, accuracy and number of labelled replies on one line, from the least to the most. */
function summary(found: readonly Coverage[]): string {
  const groups = new Map<string, Coverage[]>();
  for (const one of found) {
    const { labels, accuracy, goldN } = one.cell;
    const key = [labels, accuracy.toFixed(2), String(goldN)].join(' | ');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return table(
    ['labels', 'accuracy', 'labelled', ...figureNames],
    [...groups].map(([key, group]) => [key, ...figuresOf(group)]),
  );
}

function figuresOf(group: readonly Coverage[]): readonly string[] {
  return [
    range(
      group.map(({ given }) => 100 * given),
      0,
      '%',
    ),
    range(
      group.flatMap(({ corrected }) => (corrected === undefined ? [] : [100 * corrected])),
      1,
      '%',
    ),
    range(
      group.flatMap(({ width }) => width ?? []),
      2,
      '',
    ),
    range(
      group.map(({ raw }) => 100 * raw),
      1,
      '%',
    ),
    range(
      group.map(({ predictionPowered }) => 100 * predictionPowered),
      1,
      '%',
    ),
  ];
}

function range(values: readonly number[], digits: number, unit: string): string {
  if (values.length === 0) return '–';
  const [low, high] = [Math.min(...values).toFixed(digits), Math.max(...values).toFixed(digits)];
  return low === high ? `${low}${unit}` : `${low} to ${high}${unit}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
