import { leastCorrelation } from './procedure';

/**
 * Weight of each feature in a kernel, 0 to 255: its greatest correlation with a label's indicator, above the least.
 * Both are centred on the mean of the reply's tutor, so a feature that only tells tutors apart counts for nothing.
 * `rows`: scaled features; `codes`: classes 0..2 or −1; `columns`: features in use.
 */
export function relevanceWithin(
  rows: readonly Int8Array[],
  codes: Int8Array,
  tutors: readonly string[],
  columns: readonly number[],
): Uint8Array {
  const width = rows[0]?.length ?? 0;
  const members = [...codes.keys()].filter((row) => (codes[row] ?? -1) >= 0);
  const indicators = [0, 1, 2].map((kind) =>
    centred(
      members.map((row) => Number(codes[row] === kind)),
      members,
      tutors,
    ),
  );
  const found = new Float64Array(width);
  for (const column of columns) {
    const values = centred(
      members.map((row) => rows[row]?.[column] ?? 0),
      members,
      tutors,
    );
    const most = Math.max(...indicators.map((own) => Math.abs(correlation(values, own))));
    found[column] = Math.max(0, most - leastCorrelation);
  }
  const most = Math.max(...found);
  return Uint8Array.from(found, (value) => (most === 0 ? 0 : Math.round((255 * value) / most)));
}

/** Values less the mean of their tutor's. */
function centred(values: readonly number[], members: readonly number[], tutors: readonly string[]): Float64Array {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const [index, row] of members.entries()) {
    const tutor = tutors[row] ?? '';
    const own = sums.get(tutor) ?? { sum: 0, count: 0 };
    own.sum += values[index] ?? 0;
    own.count += 1;
    sums.set(tutor, own);
  }
  return Float64Array.from(values, (value, index) => {
    const { sum, count } = sums.get(tutors[members[index] ?? -1] ?? '') ?? { sum: 0, count: 1 };
    return value - sum / count;
  });
}

function correlation(left: Float64Array, right: Float64Array): number {
  let [both, first, second] = [0, 0, 0];
  for (let index = 0; index < left.length; index++) {
    const [a, b] = [left[index] ?? 0, right[index] ?? 0];
    both += a * b;
    first += a * a;
    second += b * b;
  }
  // A feature that is the same throughout each tutor has rounding errors for a spread.
  return first < 1e-6 || second < 1e-6 ? 0 : both / Math.sqrt(first * second);
}
