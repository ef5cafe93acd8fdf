import type { Random } from '../../../src/core/statistics/random';

/** What is true in a simulated world. Replies pass or fail; chances are on the logit scale. */
export interface World {
  /** What the edit adds to each metric, for the affected units. */
  readonly effects: readonly number[];
  /** Correlation of the metrics of a reply. */
  readonly correlation?: number;
  /** Share of units that the edit affects. */
  readonly affected?: number;
  /** Chances that a judge says the opposite, by metric in turn. */
  readonly flips?: readonly number[];
  /** Share of verdicts that cannot be read. */
  readonly unscored?: number;
  /** Trials of the baseline. */
  readonly trials?: number;
  /** Half of the units gain the effect and the other half loses it. */
  readonly cancelling?: boolean;
}

type Score = 0 | 1 | undefined;

/** Verdicts by metric. */
type Scores = readonly Score[];

export interface SimulatedUnit {
  readonly stratum: string;
  /** One entry a trial. */
  readonly before: readonly Scores[];
  readonly after: Scores;
}

/** The usual world: a unit's difficulty is normal with this mean and spread, as on the starter sets. */
const difficulty = { mean: 0.3, spread: 1.6 };

export function simulatedUnits(world: World, count: number, random: Random): readonly SimulatedUnit[] {
  const { effects, correlation = 0, affected = 1, trials = 1, cancelling = false } = world;
  const [common, own] = [Math.sqrt(correlation), Math.sqrt(1 - correlation)];
  return Array.from({ length: count }, (_, unit) => {
    const shared = normal(random);
    const ease = effects.map(() => difficulty.mean + difficulty.spread * (common * shared + own * normal(random)));
    const isAffected = random.next() < affected;
    const sign = cancelling && unit % 2 === 0 ? -1 : 1;
    const reply = (isNew: boolean): Scores => {
      const luck = normal(random);
      return effects.map((effect, metric) => {
        const added = isNew && isAffected ? sign * effect : 0;
        const isGood = share(common * luck + own * normal(random)) < logistic((ease[metric] ?? 0) + added);
        return judged(world, metric, isGood, random);
      });
    };
    return {
      stratum: cancelling ? String(unit % 2) : '',
      before: Array.from({ length: trials }, () => reply(false)),
      after: reply(true),
    };
  });
}

function judged({ flips = [0], unscored = 0 }: World, metric: number, isGood: boolean, random: Random): Score {
  const isFlipped = random.next() < (flips[metric % flips.length] ?? 0);
  if (random.next() < unscored) return undefined;
  return isGood === isFlipped ? 0 : 1;
}

/** Shares of units that one metric changes for the better and for the worse. */
export function changedShares(
  effect: number,
  { flips: [flip = 0] = [] }: Pick<World, 'flips'> = {},
): {
  readonly better: number;
  readonly worse: number;
} {
  let [better, worse, all] = [0, 0, 0];
  const said = (ease: number): number => flip + (1 - 2 * flip) * logistic(ease);
  for (let step = -400; step <= 400; step++) {
    const deviation = step / 80;
    const weight = Math.exp(-(deviation ** 2) / 2);
    const ease = difficulty.mean + difficulty.spread * deviation;
    const [before, after] = [said(ease), said(ease + effect)];
    all += weight;
    better += weight * (1 - before) * after;
    worse += weight * before * (1 - after);
  }
  return { better: better / all, worse: worse / all };
}

/** The effect on the logit scale that changes a pass rate by so much; negative for a loss. */
export function effectOf(difference: number, flips: readonly number[] = [0.05]): number {
  let [low, high] = difference < 0 ? [-12, 0] : [0, 12];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    const { better, worse } = changedShares(middle, { flips });
    if (better - worse < difference) low = middle;
    else high = middle;
  }
  return low;
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** Box and Muller. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** Of a normal distribution below a value; off by less than 2e-7. Abramowitz and Stegun, 26.2.17. */
function share(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp(-(value ** 2) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return value > 0 ? 1 - tail : tail;
}
