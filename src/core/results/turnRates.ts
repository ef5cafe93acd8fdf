import type { BenchmarkReport } from './reportModel';

/** Failure by turn as text, a table for each map of turns: its title, a head, and a row for each judge and condition. */
export interface TurnRates {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Turns in a row of a table: more of them would not fit a terminal. */
const turnsInTable = 10;

/**
 * Percentages of failing conversations by turn with the number of conversations that have a verdict there, a dash where none has. The same
 * figures as under the drawn map; longer conversations go on in a further table.
 */
export function turnRates({ pictures }: Pick<BenchmarkReport, 'pictures'>): readonly TurnRates[] {
  return pictures.flatMap((picture) => {
    if (picture.kind !== 'turnMap') return [];
    const starts = Array.from({ length: Math.ceil(picture.turns / turnsInTable) }, (_, part) => part * turnsInTable);
    return starts.map((start): TurnRates => {
      const end = Math.min(start + turnsInTable, picture.turns);
      const turns = Array.from({ length: end - start }, (_, place) => String(start + place + 1));
      return {
        title: `${picture.title}: failing conversations by turn, %`,
        head: ['turn', ...turns, 'n'],
        rows: picture.layers.map(({ title, byTurn }) => {
          const shown = byTurn.slice(start, end);
          const share = ({ failed, judged }: (typeof shown)[number]): string =>
            judged === 0 ? '–' : String(Math.round((100 * failed) / judged));
          const counts = shown.map(({ judged }) => judged);
          const range = [...new Set([Math.min(...counts), Math.max(...counts)])].join(' to ');
          return [title, ...shown.map(share), range];
        }),
      };
    });
  });
}
