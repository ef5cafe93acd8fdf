/** Terms of a reply that the model knows, with their values; values have length 1 together. */
export interface TermValues {
  readonly places: Int32Array;
  readonly values: Float64Array;
}

/** Logarithms of counts times rarity, scaled to length 1 (tf-idf); a term that the model does not know has no part. */
export function termValues(
  terms: ReadonlyMap<string, number>,
  { places: known, rarity }: { readonly places: ReadonlyMap<string, number>; readonly rarity: Float64Array },
): TermValues {
  const places: number[] = [];
  const values: number[] = [];
  let squares = 0;
  for (const [term, count] of terms) {
    const place = known.get(term);
    if (place === undefined) continue;
    const value = (1 + Math.log(count)) * (rarity[place] ?? 0);
    places.push(place);
    values.push(value);
    squares += value * value;
  }
  const length = squares === 0 ? 1 : Math.sqrt(squares);
  return { places: Int32Array.from(places), values: Float64Array.from(values, (value) => value / length) };
}
