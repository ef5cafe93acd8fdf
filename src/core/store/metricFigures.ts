import * as z from 'zod';
import type { BenchmarkHeads } from './benchmarkHeads';

/** A number for each metric, in the order of `placedHeads`; `undefined` where there is none. */
type FigureColumn = readonly (number | undefined)[];

/** A benchmark's figures in a run, by columns of one length. Values and ends of intervals are in their metric's unit. */
export interface MetricFigures {
  /** `undefined` where there was nothing to measure. */
  readonly value: FigureColumn;
  readonly n: readonly number[];
  readonly excluded: readonly number[];
  /** Ends of the value's interval; both or neither. */
  readonly low: FigureColumn;
  readonly high: FigureColumn;
  /** Confidence of all intervals as a share; absent where there is none. */
  readonly level?: number;
}

// JSON writes what is not there in a list as null.
const column = z.array(z.number().nullable());

/** Figures as a file has them. */
export const storedFiguresSchema = z.object({
  value: column,
  n: z.array(z.number()),
  excluded: z.array(z.number()),
  low: column,
  high: column,
  level: z.number().optional(),
});
export type StoredFigures = z.infer<typeof storedFiguresSchema>;

/** Figures as they were read; `undefined` where they are not of these metrics or do not fit together. */
export function figuresOf(stored: StoredFigures, { blocks }: BenchmarkHeads): MetricFigures | undefined {
  const { value, n, excluded, low, high, level } = stored;
  const scales = blocks.flatMap(({ metrics }) => metrics.map(({ scale }) => scale));
  if ([value, n, excluded, low, high].some(({ length }) => length !== scales.length)) return undefined;
  for (const [place, [least, most]] of scales.entries()) {
    // What was computed lies on its scale but for the last digits.
    const slack = 1e-6 * Math.max(1, most - least);
    for (const figure of [value[place], low[place], high[place]])
      if (typeof figure === 'number' && (figure < least - slack || figure > most + slack)) return undefined;
    if ((n[place] ?? 0) < 0 || (excluded[place] ?? 0) < 0) return undefined;
    const hasLow = low[place] !== null;
    if (hasLow !== (high[place] !== null)) return undefined;
    if (hasLow && (value[place] === null || level === undefined)) return undefined;
  }
  return { ...stored, value: withoutNull(value), low: withoutNull(low), high: withoutNull(high) };
}

function withoutNull(numbers: StoredFigures['value']): FigureColumn {
  return numbers.includes(null) ? numbers.map((number) => number ?? undefined) : (numbers as readonly number[]);
}
