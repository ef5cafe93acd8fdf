import type { BenchmarkReport, ReportTable } from './reportModel';

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
        title: `${picture.title}: failing conversations by turn, %`,
        head: ['turn', ...turns, 'n'],
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
