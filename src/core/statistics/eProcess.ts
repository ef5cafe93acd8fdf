/**
 * Evidence against "wins and losses are equally likely" that may be read after every unit, without a maximum: the
 * likelihood ratio of a Beta(1/2, 1/2) mixture. It exceeds 1/α with a chance of at most α, ever (Ville's inequality).
 * Returns its natural logarithm; 0 without a changed unit.
 */
export function logEvidence(wins: number, losses: number): number {
  // Γ(k + 1/2) / Γ(1/2) = 1/2 · 3/2 · …, so the ratio of the betas is a product and needs no Γ.
  const halves = (count: number): number => {
    let log = 0;
    for (let step = 0; step < count; step++) log += Math.log(step + 0.5);
    return log;
  };
  let factorial = 0;
  for (let step = 1; step <= wins + losses; step++) factorial += Math.log(step);
  return halves(wins) + halves(losses) - factorial + (wins + losses) * Math.LN2;
}

/**
 * The same for differences from −1 to 1 of any size: the mean of two bets, one on each direction. Each bet is made
 * before its unit is seen. Source: I. Waudby-Smith and A. Ramdas, JRSS B 86 (2024), 1-27.
 */
export class GradedEvidence {
  readonly #sides = [1, -1].map((sign) => ({ sign, log: 0 }));
  #count = 0;
  #sum = 0;
  #squares = 0;
  #greatest = 0;

  add(difference: number): void {
    for (const side of this.#sides) side.log += Math.log1p(this.#bet(side.sign) * side.sign * difference);
    this.#count += 1;
    this.#sum += difference;
    this.#squares += (difference - this.#sum / this.#count) ** 2;
    this.#greatest = Math.max(this.#greatest, this.log);
  }

  get log(): number {
    const [one = 0, other = 0] = this.#sides.map(({ log }) => log);
    const greater = Math.max(one, other);
    return greater + Math.log((Math.exp(one - greater) + Math.exp(other - greater)) / 2);
  }

  /** Valid whenever it is read: 1 over the greatest evidence so far. */
  get p(): number {
    return Math.min(1, Math.exp(-this.#greatest));
  }

  #bet(sign: number): number {
    const mean = (sign * this.#sum) / Math.max(1, this.#count);
    const variance = (0.25 + this.#squares) / Math.max(1, this.#count);
    return Math.min(0.5, Math.max(0, mean / (variance + mean ** 2)));
  }
}
