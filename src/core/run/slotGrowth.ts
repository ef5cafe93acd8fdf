import { mean } from '../statistics/sum';

const fewestAnswers = 8;
/** Rounds of answers before growth that did not help is tried again; doubles each time. */
const firstPause = 4;
/** How much longer than its longest call one more may have to wait, as a share of the time limit. */
const spareTime = 1.5;

/** Grows only if a round's calls take less than half the time that mere queueing would cost. */
export class SlotGrowth {
  #known: number;
  readonly #base = new Map<boolean, number>();
  #times = new Map<boolean, readonly number[]>();
  #passing: number;
  #pause = 0;
  #nextPause = firstPause;

  constructor(
    start: number,
    private readonly ceiling: number,
    private readonly timeLimitMs: number,
  ) {
    this.#known = this.#passing = start;
  }

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
    if (isTrying) this.#nextPause = firstPause;
    const longestMs = Math.max(...[...this.#times.values()].flat());
    for (const [kind, times] of this.#times) this.#base.set(kind, mean(times));
    this.#known = slots;
    this.#times = new Map();
    if (this.#pause > 0) {
      this.#pause -= 1;
      return slots;
    }
    const more = Math.min(this.ceiling, slots + Math.max(1, Math.floor(slots / 4)));
    const isTooSlow = (spareTime * longestMs * more) / slots > this.timeLimitMs;
    if (more === slots || isTooSlow) return slots;
    this.#passing = more;
    return more;
  }

  cut(slots: number): void {
    this.#base.clear();
    this.#settle(slots);
  }

  #settle(slots: number): number {
    this.#known = slots;
    this.#times = new Map();
    this.#passing = slots;
    this.#pause = this.#nextPause;
    this.#nextPause *= 2;
    return slots;
  }
}
