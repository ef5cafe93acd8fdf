import type { Spending } from '../store/spendingLedger';
import { callWords, capAmount, isDayCap, type CapKind } from './runCaps';

/** A cap as it stood when a call would have passed it. */
export interface ReachedCap {
  readonly kind: CapKind;
  /** US dollars or calls. */
  readonly cap: number;
  /** Of what the cap is over: the run, or the day. */
  readonly spent: Spending;
  /** What is set aside for calls of other runs that are under way; only where the cap is over a day. */
  readonly others?: Spending;
  /** Likewise what this run set aside in a stretch that died before its calls had ended. */
  readonly earlier?: Spending;
  /** True where other runs share the cap of this one, and are in `spent`. */
  readonly isShared?: boolean;
  /** The UTC day, where the cap is over one. */
  readonly day?: string;
  /** The most that the call can cost which found no room, in US dollars. */
  readonly callUsd?: number;
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

function messageOf({ kind, cap, spent, others, earlier, isShared = false, day, callUsd = 0 }: ReachedCap): string {
  const isMoney = kind === 'maxCostUsd' || kind === 'maxCostUsdPerDay';
  const amount = (sum: Spending): string => (isMoney ? `$${sum.usd.toFixed(2)}` : callWords(sum.calls));
  const done = isMoney ? 'spent' : 'made';
  const aside = (sum: Spending | undefined, whose: string): string =>
    sum === undefined || (isMoney ? sum.usd : sum.calls) === 0 ? '' : `, ${amount(sum)} set aside ${whose}`;
  const elsewhere =
    aside(others, 'for calls under way in other runs') +
    aside(earlier, 'for calls of an earlier stretch of this run that was cut off');
  const whose = isShared ? 'this run and those started with it together' : 'this run';
  const where =
    day === undefined
      ? `the cap of ${capAmount(kind, cap)} for ${whose} (${amount(spent)} ${done})`
      : `the cap of ${capAmount(kind, cap)} a day for all runs of the store (${amount(spent)} ${done} on ${day}, UTC${elsewhere})`;
  const isFirst = isMoney && spent.usd === 0 && callUsd > 0;
  const first = isFirst
    ? ` One call alone may cost $${callUsd.toFixed(2)}, most of it for hidden reasoning; a lower effort lowers that.`
    : '';
  const tomorrow = isDayCap(kind) ? ', or resume after midnight UTC' : '';
  return `Stopped before passing ${where}. Everything that was paid for is kept; resume with a higher cap to go on${tomorrow}.${first}`;
}
