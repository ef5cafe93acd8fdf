/** Answers that are compared at least: their lengths differ. */
const fewestAnswers = 8;
/** Rounds of answers after growth that did not help before it is tried again; twice as many each time. */
const firstRest = 4;
/** How much longer than its longest call one more may have to wait, of the time limit: what is given up there was worked out in vain. */
const spareTime = 1.5;

/**
 * Finds out how many slots a server has that lets calls beyond them wait in a line. The limit grows by one (a quarter,
 * where it is high) after each round of answers, as long as a call takes less than half of what it would if the new
 * ones only waited. Else the growth is undone, and tried again later. Calls of judges and of tutors are each compared
 * with their own.
 */
export class SlotGrowth {
  readonly #ceiling: number;
  readonly #timeLimitMs: number;
  #known: number;
  readonly #base = new Map<boolean, number>();
  #times = new Map<boolean, readonly number[]>();
  /** Answers that are let pass: their calls began under another limit, or had the model loaded first. */
  #passing: number;
  #rest = 0;
  #nextRest = firstRest;

  constructor(start: number, ceiling: number, timeLimitMs: number) {
    this.#known = start;
    this.#passing = start;
    this.#ceiling = ceiling;
    this.#timeLimitMs = timeLimitMs;
  }

  /** A call took `ms` milliseconds while all `slots` were taken. Returns how many there are to be from now on. */
  answered(slots: number, isJudge: boolean, ms: number): number {
    if (this.#passing > 0) {
      this.#passing -= 1;
      return slots;
    }
    this.#times.set(isJudge, [...(this.#times.get(isJudge) ?? []), ms]);
    const isTrying = slots > this.#known;
    const shares = [...this.#times].flatMap(([kind, times]) => {
      const base = this.#base.get(kind);
      return isTrying && base === undefined ? [] : times.map((time) => time / (base ?? time));
    });
    if (shares.length < Math.max(fewestAnswers, 2 * slots)) return slots;
    if (isTrying && mean(shares) > 1 + (slots / this.#known - 1) / 2) return this.#settle(this.#known);
    if (isTrying) this.#nextRest = firstRest;
    const longestMs = Math.max(...[...this.#times.values()].flat());
    for (const [kind, times] of this.#times) this.#base.set(kind, mean(times));
    this.#known = slots;
    this.#times = new Map();
    if (this.#rest > 0) {
      this.#rest -= 1;
      return slots;
    }
    const more = Math.min(this.#ceiling, slots + Math.max(1, Math.floor(slots / 4)));
    const isTooSlow = (spareTime * longestMs * more) / slots > this.#timeLimitMs;
    if (more === slots || isTooSlow) return slots;
    this.#passing = more;
    return more;
  }

  /** The server could not bear as many as there were: `slots` are left, and growth rests. */
  cut(slots: number): void {
    this.#base.clear();
    this.#settle(slots);
  }

  #settle(slots: number): number {
    this.#known = slots;
    this.#times = new Map();
    this.#passing = slots;
    this.#rest = this.#nextRest;
    this.#nextRest *= 2;
    return slots;
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
