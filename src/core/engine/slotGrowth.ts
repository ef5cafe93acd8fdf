/** Answers that are compared at least: their lengths differ. */
const fewestAnswers = 8;
/** Rounds of answers after growth that did not help before it is tried again; twice as many each time. */
const firstRest = 4;
/** How much longer than its longest call one more may have to wait, of the time limit: what is given up there was worked out in vain. */
const spareTime = 1.5;

type Times = Map<boolean, readonly number[]>;

/**
 * Finds out how many slots a server has that lets calls beyond them wait in a line: with as many lanes as slots a call takes as long as
 * it does alone, and with one more all take longer. Lanes grow by one (a quarter, where there are many) after each round of answers, as
 * long as a call takes less than half of what it would if the new lanes only waited. Else the growth is undone, and tried again later.
 * Calls of judges and of tutors are of different length, so each is compared with its own.
 */
export class SlotGrowth {
  readonly #ceiling: number;
  readonly #timeLimitMs: number;
  /** Lanes that are known to help. */
  #known: number;
  /** Mean time of a call with those lanes, in milliseconds. */
  #base = new Map<boolean, number>();
  /** Times of calls since the number of lanes last changed. */
  #times: Times = new Map();
  /** Answers that are let pass: their calls began with other lanes, or had the model loaded first. */
  #passing: number;
  #rest = 0;
  #nextRest = firstRest;
  #isSettled = false;

  constructor(start: number, ceiling: number, timeLimitMs: number) {
    this.#known = start;
    this.#passing = start;
    this.#ceiling = ceiling;
    this.#timeLimitMs = timeLimitMs;
  }

  /** Lanes beyond which calls only waited; `undefined` until that was seen. */
  get slotsThatHelp(): number | undefined {
    return this.#isSettled ? this.#known : undefined;
  }

  /** A call took `ms` milliseconds while all `lanes` were taken. Returns how many there are to be from now on. */
  answered(lanes: number, isJudge: boolean, ms: number): number {
    if (this.#passing > 0) {
      this.#passing -= 1;
      return lanes;
    }
    this.#times.set(isJudge, [...(this.#times.get(isJudge) ?? []), ms]);
    const isTrying = lanes > this.#known;
    const shares = [...this.#times].flatMap(([kind, times]) => {
      const base = this.#base.get(kind);
      return isTrying && base === undefined ? [] : times.map((time) => time / (base ?? time));
    });
    if (shares.length < Math.max(fewestAnswers, 2 * lanes)) return lanes;
    const longer = mean(shares);
    if (isTrying && longer > 1 + (lanes / this.#known - 1) / 2) return this.#settle(this.#known);
    if (isTrying) this.#nextRest = firstRest;
    const longestMs = Math.max(...[...this.#times.values()].flat());
    for (const [kind, times] of this.#times) this.#base.set(kind, mean(times));
    this.#known = lanes;
    this.#times = new Map();
    if (this.#rest > 0) {
      this.#rest -= 1;
      return lanes;
    }
    const more = Math.min(this.#ceiling, lanes + Math.max(1, Math.floor(lanes / 4)));
    const isTooSlow = (spareTime * longestMs * more) / lanes > this.#timeLimitMs;
    if (more === lanes || isTooSlow) {
      this.#isSettled = true;
      return lanes;
    }
    this.#passing = more;
    return more;
  }

  /** The server could not bear as many as there were: `lanes` are left, and growth rests. */
  cut(lanes: number): void {
    this.#base.clear();
    this.#settle(lanes);
  }

  #settle(lanes: number): number {
    this.#known = lanes;
    this.#isSettled = true;
    this.#times = new Map();
    this.#passing = lanes;
    this.#rest = this.#nextRest;
    this.#nextRest *= 2;
    return lanes;
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
