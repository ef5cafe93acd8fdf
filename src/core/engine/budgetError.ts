import type { Spending } from '../store/spendingEntry';
import { capAmount, capNames, type CapKind } from './runCaps';

/** A cap as it stood when a call would have passed it. */
export interface ReachedCap {
  readonly kind: CapKind;
  /** US dollars or calls. */
  readonly cap: number;
  /** Of what the cap is over: the run, or the day. */
  readonly spent: Spending;
  /** What is set aside for calls of other runs that are under way; only where the cap is over a day. */
  readonly others?: Spending;
  /** The UTC day, where the cap is over one. */
  readonly day?: string;
}

/** A cap was reached; nothing was sent. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError';

  constructor(readonly reached: ReachedCap) {
    super(messageOf(reached));
  }

  static is(error: unknown): error is BudgetError {
    return error instanceof BudgetError;
  }
}

function messageOf({ kind, cap, spent, others, day }: ReachedCap): string {
  const { option, setting } = capNames[kind];
  const isMoney = kind === 'maxCostUsd' || kind === 'maxCostUsdPerDay';
  const amount = (sum: Spending): string =>
    isMoney ? `$${sum.usd.toFixed(2)}` : `${sum.calls.toLocaleString('en')} calls`;
  const done = isMoney ? 'spent' : 'made';
  const elsewhere =
    others === undefined || (isMoney ? others.usd : others.calls) === 0
      ? ''
      : `, ${amount(others)} set aside for calls under way in other runs`;
  const where =
    day === undefined
      ? `the cap of ${capAmount(kind, cap)} for this run (${amount(spent)} ${done})`
      : `the cap of ${capAmount(kind, cap)} a day for all runs of the store (${amount(spent)} ${done} on ${day}, UTC${elsewhere})`;
  return (
    `Stopped before passing ${where}. Everything that was paid for is kept; ` +
    `resume with a higher cap to go on: ${option} or the setting tutorPromptLab.${setting}.`
  );
}
