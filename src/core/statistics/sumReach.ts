/** Chance of a sum beyond each end of its reach: 2^-36, less than a random word of 32 bits can tell from none. */
const beyond = 36 * Math.LN2;
/** Tilts in units of 1/σ: the larger ones bound sums of few units, the smaller ones those of thousands. */
const tilts = [8, 5.6, 4, 2.8, 2, 1.4, 1, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12, 0.07, 0.04];

/**
 * Between which whole numbers the sum of some drawn places lies, but for a chance that does not matter. By Chernoff's bound, which
 * holds for every distribution: P(S ≥ mμ + t) ≤ exp(m·K(θ) − θt) for every θ > 0, with K(θ) = log E exp(θ(X − μ)).
 */
export class SumReach {
  readonly mean: number;
  readonly #lowest: number;
  readonly #highest: number;
  /** θ with K(θ) and K(−θ). */
  readonly #bounds: readonly { readonly tilt: number; readonly up: number; readonly down: number }[];

  constructor(places: Float64Array, chances: Float64Array) {
    let mean = 0;
    let whole = 0;
    let lowest = Number.POSITIVE_INFINITY;
    let highest = 0;
    for (const [cell, place] of places.entries()) {
      const chance = chances[cell] ?? 0;
      if (chance === 0) continue;
      whole += chance;
      mean += chance * place;
      lowest = Math.min(lowest, place);
      highest = Math.max(highest, place);
    }
    this.mean = mean / whole;
    this.#lowest = lowest;
    this.#highest = highest;
    let variance = 0;
    for (const [cell, place] of places.entries()) variance += (chances[cell] ?? 0) * (place - this.mean) ** 2;
    const deviation = Math.sqrt(variance / whole);
    this.#bounds = tilts.map((times) => {
      const tilt = times / Math.max(deviation, 1e-9);
      let up = 0;
      let down = 0;
      for (const [cell, place] of places.entries()) {
        const chance = chances[cell] ?? 0;
        if (chance === 0) continue;
        const growth = Math.exp(tilt * (place - this.mean));
        up += chance * growth;
        down += chance / growth;
      }
      return { tilt, up: Math.log(up / whole), down: Math.log(down / whole) };
    });
  }

  /** The reach of the sum of `count` drawn places: its smallest number and how many there are. */
  of(count: number): { readonly from: number; readonly length: number } {
    let up = Number.POSITIVE_INFINITY;
    let down = Number.POSITIVE_INFINITY;
    for (const bound of this.#bounds) {
      up = Math.min(up, (beyond + count * bound.up) / bound.tilt);
      down = Math.min(down, (beyond + count * bound.down) / bound.tilt);
    }
    const from = Math.max(count * this.#lowest, Math.ceil(count * this.mean - down));
    const to = Math.min(count * this.#highest, Math.floor(count * this.mean + up));
    return { from, length: to - from + 1 };
  }
}
