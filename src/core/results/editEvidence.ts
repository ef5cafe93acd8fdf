import { holm } from '../statistics/holm';
import type { Interval } from '../statistics/interval';
import { countWords, t } from '../text/countWords';

/**
 * What the confirm half says of an edit. `proved`: a target is better at the level that is left, and the interval of
 * each guard is within its margin. `supported`: probably better. `promising`: the estimate is above 0.
 * `judgeDependent`: a second judge sees less than half of it.
 */
export type EditOutcome = 'proved' | 'supported' | 'promising' | 'noEvidence' | 'worse' | 'judgeDependent';

/** The gain of a metric in its unit; positive is better. */
export interface EditEffect {
  readonly gain: number;
  readonly p: number;
  readonly interval?: Interval | undefined;
}

/** The whole level of one half; each confirmation on it spends a part, and all parts together no more than this. */
const wholeLevel = 0.05;

/** The level of the next confirmation after so many on the same samples. Units are worn out by being asked. */
export function confirmationLevel(before: number): number {
  return wholeLevel / ((before + 1) * (before + 2));
}

/** For the question before a confirmation at this level. */
export function spentWords(level: number): string {
  let before = 0;
  while (confirmationLevel(before) > level * 1.001) before += 1;
  const used = countWords(before, 'confirmation has', 'confirmations have');
  return t`${used} used these samples so far, so “proved” needs a p of at most ${level.toPrecision(2)} here.`;
}

/** Chance of an estimate that high without a difference, below which it is called supported. */
const supportedLevel = 0.2;

interface ConfirmFacts {
  /** What is left for this confirmation, over all targets. */
  readonly level: number;
  readonly targets: readonly EditEffect[];
  readonly guards: readonly (EditEffect & { readonly margin: number })[];
  /** The gain of each target by a second judge of the same replies. */
  readonly second?: readonly (number | undefined)[] | undefined;
}

export function editOutcome({ level, targets, guards, second }: ConfirmFacts): EditOutcome {
  const adjusted = holm(new Map(targets.map(({ p }, index) => [String(index), p])));
  const isClear = (index: number, at: number): boolean => (adjusted.get(String(index)) ?? 1) <= at;
  const loses = targets.some(({ gain }, index) => gain < 0 && isClear(index, wholeLevel));
  if (loses || guards.some(({ gain, p }) => gain < 0 && p <= wholeLevel)) return 'worse';
  const holds = guards.every(({ interval, margin }) => interval !== undefined && interval.low > -margin);
  const gains = [...targets.keys()].filter((index) => (targets[index]?.gain ?? 0) > 0);
  const proved = holds ? gains.filter((index) => isClear(index, level)) : [];
  const supported = gains.filter((index) => isClear(index, 2 * supportedLevel));
  const clear = proved.length > 0 ? proved : supported;
  if (clear.length === 0) return gains.length > 0 ? 'promising' : 'noEvidence';
  const doubted = (index: number): boolean => {
    const other = second?.[index];
    // Estimates, since both judges share the luck of the replies: intervals would overlap for most pleasing edits.
    return other !== undefined && other < (targets[index]?.gain ?? 0) / 2;
  };
  if (clear.every(doubted)) return 'judgeDependent';
  return proved.length > 0 ? 'proved' : 'supported';
}
