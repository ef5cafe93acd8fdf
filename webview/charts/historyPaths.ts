import type { DrawnSeries } from '../../src/core/report/historyViewModel';

/** The box that paths are drawn in; stretched to the chart's own size. */
export const historyBox = { width: 1_000, height: 200 } as const;

export interface HistoryPaths {
  /** Lines between points that may be joined. */
  readonly lines: string;
  /** Interval bars. */
  readonly bars: string;
  /** Points, as strokes without length. */
  readonly dots: string;
  /** Ends of the drawn part of the scale, in the metric's unit. */
  readonly range: readonly [number, number];
}

/** A point's place from left to right, 0 to 1. The runs stand at equal distances, the oldest left. */
export function placeAcross(index: number, count: number): number {
  return count < 2 ? 0.5 : 0.02 + (0.96 * index) / (count - 1);
}

/** The part of the scale that holds all values and intervals, with a tenth of it to spare and never beyond its ends. */
export function shownRange({ points, scale }: DrawnSeries): readonly [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const point of points) {
    low = Math.min(low, point.low ?? point.value, point.value);
    high = Math.max(high, point.high ?? point.value, point.value);
  }
  const spare = Math.max((high - low) * 0.1, (scale[1] - scale[0]) * 0.02);
  const range = [Math.max(scale[0], low - spare), Math.min(scale[1], high + spare)] as const;
  return range[1] > range[0] ? range : scale;
}

/** A value's place from top to bottom, 0 to 1. */
export function placeDown(value: number, [low, high]: readonly [number, number]): number {
  return high === low ? 0.5 : 1 - Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** The whole series as three paths, however many points it has. */
export function historyPaths(series: DrawnSeries): HistoryPaths {
  const { points } = series;
  const range = shownRange(series);
  const x = (index: number): string => (placeAcross(index, points.length) * historyBox.width).toFixed(1);
  const y = (value: number): string => (placeDown(value, range) * historyBox.height).toFixed(1);
  const lines: string[] = [];
  const bars: string[] = [];
  const dots: string[] = [];
  points.forEach(({ value, low, high, joins }, index) => {
    lines.push(`${joins ? 'L' : 'M'}${x(index)} ${y(value)}`);
    dots.push(`M${x(index)} ${y(value)}h0`);
    if (low !== undefined && high !== undefined) bars.push(`M${x(index)} ${y(low)}V${y(high)}`);
  });
  return { lines: lines.join(''), bars: bars.join(''), dots: dots.join(''), range };
}
