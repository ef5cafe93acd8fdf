/**
 * The number that would stand at `rank`, counted from 0, if the values were in order; afterwards it stands there, with none larger
 * before it and none smaller behind. Hoare's selection, without a random choice of the pivot, so that the same values take the same
 * steps. No value may be NaN.
 */
export function orderStatistic(values: Float64Array, rank: number): number {
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const pivot = middleOf(values[from] ?? 0, values[(from + to) >>> 1] ?? 0, values[to] ?? 0);
    let up = from;
    let down = to;
    while (up <= down) {
      while ((values[up] ?? pivot) < pivot) up += 1;
      while ((values[down] ?? pivot) > pivot) down -= 1;
      if (up > down) break;
      const moved = values[up] ?? 0;
      values[up] = values[down] ?? 0;
      values[down] = moved;
      up += 1;
      down -= 1;
    }
    if (rank <= down) to = down;
    else if (rank >= up) from = up;
    else break;
  }
  return values[rank] ?? Number.NaN;
}

function middleOf(one: number, two: number, three: number): number {
  return Math.max(Math.min(one, two), Math.min(Math.max(one, two), three));
}
