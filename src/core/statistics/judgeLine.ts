/** How a judge's scores met people's on the same things. Rows = human, columns = judge, in the order of `scores`. */
export interface JudgedGold {
  /** What each label counts; labels without a score are left out. */
  readonly scores: readonly (number | undefined)[];
  readonly counts: readonly (readonly number[])[];
  /** Dialogues or problems that the labels come from: labels of one are not independent of each other. */
  readonly clusters: number;
  /** `[a][b]` = sum over clusters of (count in cell a) × (count in cell b), cells row by row. */
  readonly products?: readonly (readonly number[])[];
}

/** The judge's mean score as a straight line over the human score, with the sampling variance of the line's height. */
export interface JudgeLine {
  readonly intercept: number;
  readonly slope: number;
  /** Variances of intercept and slope, and their covariance. */
  readonly variance: { readonly intercept: number; readonly slope: number; readonly both: number };
  readonly labels: number;
  readonly clusters: number;
  /** Human labels that differ from the commonest one. */
  readonly uncommon: number;
}

/** One cell of the table: human score, judge score and how often the two met. */
interface Cell {
  readonly human: number;
  readonly judge: number;
  readonly count: number;
}

/**
 * The least-squares line of the judge's score on the human score. With two scores it runs through their two means, so that intercept and
 * slope are the false alarm rate and hit rate − false alarm rate. The variance is the cluster-robust "sandwich" (Liang and Zeger,
 * Biometrika 73 (1986), 13-22) on a table to which two labels are lent, spread over all cells: with two scores Jeffreys' half a success and half a failure to
 * each share. So it stays above 0 where a small sample happens to show no error. `undefined` where
 * people gave one score only.
 */
export function judgeLine(gold: JudgedGold): JudgeLine | undefined {
  const { cells, products, width } = scoreTable(gold);
  const found = leastSquares(cells);
  if (found === undefined) return undefined;
  const rows = Array.from({ length: width }, (_, row) => sum(cells.slice(row * width, (row + 1) * width)));
  const lent = rows.map((count) => (count > 0 ? 2 / cells.length : 0));
  const lender = (place: number): number => lent[Math.floor(place / width)] ?? 0;
  const padded = cells.map((cell, place): Cell => ({ ...cell, count: cell.count + lender(place) }));
  const labels = sum(cells);
  const { clusters } = gold;
  return {
    intercept: found.intercept,
    slope: found.slope,
    variance: sandwich(
      padded,
      (a, b) => (products[a]?.[b] ?? 0) + (a === b ? lender(a) : 0),
      clusters / Math.max(1, clusters - 1),
    ),
    labels,
    clusters,
    uncommon: labels - Math.max(...rows),
  };
}

interface ScoreTable {
  /** Row by row, `width` human scores by `width` judge scores in ascending order. */
  readonly cells: readonly Cell[];
  readonly products: readonly (readonly number[])[];
  readonly width: number;
}

/** The table of labels as one of scores: labels that count the same become one. */
function scoreTable({ scores, counts, clusters, products }: JudgedGold): ScoreTable {
  const values = [...new Set(scores.filter((score): score is number => score !== undefined))].sort((a, b) => a - b);
  const width = values.length;
  const places = scores.map((score) => (score === undefined ? -1 : values.indexOf(score)));
  const placeOf = (cell: number): number => {
    const row = places[Math.floor(cell / scores.length)] ?? -1;
    const column = places[cell % scores.length] ?? -1;
    return row === -1 || column === -1 ? -1 : row * width + column;
  };
  const tally = new Array<number>(width * width).fill(0);
  for (const [cell, count] of counts.flat().entries()) {
    const place = placeOf(cell);
    if (place !== -1) tally[place] = (tally[place] ?? 0) + count;
  }
  const cells = tally.map((count, place): Cell => {
    return { human: values[Math.floor(place / width)] ?? 0, judge: values[place % width] ?? 0, count };
  });
  const squares = tally.map(() => new Array<number>(width * width).fill(0));
  if (products === undefined) {
    // The most that labels of one dialogue can lean on each other: all the same, as if each dialogue had given one label.
    const size = Math.max(1, sum(cells) / Math.max(1, clusters));
    for (const [place, row] of squares.entries()) row[place] = size * (tally[place] ?? 0);
  }
  for (const [a, row] of (products ?? []).entries()) {
    const into = squares[placeOf(a)];
    if (into === undefined) continue;
    for (const [b, product] of row.entries()) {
      const place = placeOf(b);
      if (place !== -1) into[place] = (into[place] ?? 0) + product;
    }
  }
  return { cells, products: squares, width };
}

function leastSquares(
  cells: readonly Cell[],
): { readonly intercept: number; readonly slope: number; readonly mean: number; readonly squares: number } | undefined {
  const total = sum(cells);
  if (total === 0) return undefined;
  let human = 0;
  let judge = 0;
  for (const cell of cells) {
    human += (cell.count * cell.human) / total;
    judge += (cell.count * cell.judge) / total;
  }
  let squares = 0;
  let crossed = 0;
  for (const cell of cells) {
    squares += cell.count * (cell.human - human) ** 2;
    crossed += cell.count * (cell.human - human) * (cell.judge - judge);
  }
  if (squares === 0) return undefined;
  const slope = crossed / squares;
  return { intercept: judge - slope * human, slope, mean: human, squares };
}

/** `factor` makes up for few clusters, G / (G − 1). */
function sandwich(
  cells: readonly Cell[],
  productOf: (a: number, b: number) => number,
  factor: number,
): JudgeLine['variance'] {
  const line = leastSquares(cells);
  if (line === undefined) return { intercept: 0, slope: 0, both: 0 };
  const total = sum(cells);
  // What one more label in a cell would do to slope and intercept.
  const onSlope = cells.map(
    ({ human, judge }) => ((human - line.mean) * (judge - line.intercept - line.slope * human)) / line.squares,
  );
  const onIntercept = cells.map(
    ({ human, judge }, place) =>
      (judge - line.intercept - line.slope * human) / total - line.mean * (onSlope[place] ?? 0),
  );
  let intercept = 0;
  let slope = 0;
  let both = 0;
  for (let a = 0; a < cells.length; a++) {
    for (let b = 0; b < cells.length; b++) {
      const product = factor * productOf(a, b);
      intercept += product * (onIntercept[a] ?? 0) * (onIntercept[b] ?? 0);
      slope += product * (onSlope[a] ?? 0) * (onSlope[b] ?? 0);
      both += product * (onIntercept[a] ?? 0) * (onSlope[b] ?? 0);
    }
  }
  return { intercept, slope, both };
}

function sum(cells: readonly Cell[]): number {
  return cells.reduce((total, { count }) => total + count, 0);
}
