import type { Spending } from '../store/spendingLedger';
import { isDayCap, type CapKind } from './runCaps';

/** What is wrong with a number that is to take the place of a cap. */
export type CapProblem = 'noNumber' | 'notWhole' | 'tooLow';

/** A cap that is to be raised: US dollars or calls, as its kind counts. */
export interface RaisedCap {
  readonly kind: CapKind;
  /** What the new one must be above. */
  readonly least: number;
  /** A number to begin with: twice as much. */
  readonly suggestion: number;
}

const wholeNumbers: ReadonlySet<CapKind> = new Set<CapKind>(['maxCalls', 'maxCallsPerDay']);

/**
 * A new cap must be above the `current` one and above the one that was `reached`, with what that had come to; one over the run
 * also above what the run has come to.
 */
export function raisedCap(
  kind: CapKind,
  current: number | undefined,
  spent: Spending,
  reached?: { readonly cap: number; readonly spent: Spending },
): RaisedCap {
  const counted = (sum: Spending): number => (wholeNumbers.has(kind) ? sum.calls : sum.usd);
  const ofRun = isDayCap(kind) ? 0 : counted(spent);
  const ofReached = reached === undefined ? [] : [reached.cap, counted(reached.spent)];
  const least = Math.max(ofRun, current ?? 0, ...ofReached);
  return { kind, least, suggestion: wholeNumbers.has(kind) ? 2 * least : Math.ceil(200 * least) / 100 };
}

/** Whether `text` is a number that may take the cap's place; `undefined` when it is. */
export function capProblem({ kind, least }: RaisedCap, text: string): CapProblem | undefined {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return 'noNumber';
  if (wholeNumbers.has(kind) && !Number.isSafeInteger(value)) return 'notWhole';
  return value > least ? undefined : 'tooLow';
}
