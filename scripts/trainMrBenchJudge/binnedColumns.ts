/** Columns of whole numbers cut into at most 32 bins by the quantiles of the rows they were made from. */
export interface BinnedColumns {
  /** Bin of each row, one array a column. */
  readonly bins: readonly Uint8Array[];
  /** A row is in bin b where exactly b of its column's cuts lie below its value. */
  readonly cuts: readonly Int8Array[];
}

const mostBins = 32;

/** Bins rows of `width` numbers each. */
export function binColumns(rows: readonly Int8Array[], width: number): BinnedColumns {
  const columns = Array.from({ length: width }, (_, column) => Int8Array.from(rows, (row) => row[column] ?? 0));
  const cuts = columns.map(cutsOf);
  const bins = columns.map((column, index) => {
    const own = cuts[index] ?? new Int8Array();
    return Uint8Array.from(column, (value) => own.reduce((count, cut) => count + (cut < value ? 1 : 0), 0));
  });
  return { bins, cuts };
}

/** The greatest value of each bin but the last. */
function cutsOf(column: Int8Array): Int8Array {
  const sorted = column.slice().sort();
  const distinct = [...new Set(sorted)];
  if (distinct.length <= mostBins) return Int8Array.from(distinct.slice(0, -1));
  const quantiles = Array.from(
    { length: mostBins - 1 },
    (_, index) => sorted[Math.floor(((index + 1) * sorted.length) / mostBins)] ?? 0,
  );
  const most = sorted.at(-1) ?? 0;
  return Int8Array.from(new Set(quantiles.filter((value) => value < most)));
}
