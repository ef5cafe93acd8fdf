import type { Spending } from '../store/spendingEntry';

/** Where a run stops before it passes; a member that is not set caps nothing. */
export interface RunCaps {
  /** US dollars over everything that the run costs, earlier stretches included. */
  readonly maxCostUsd?: number | undefined;
  /** Calls of the run that reach a provider, repeats after failures and earlier stretches included. */
  readonly maxCalls?: number | undefined;
  /** US dollars over all runs of the store in a UTC day. */
  readonly maxCostUsdPerDay?: number | undefined;
  /** Calls of all runs of the store in a UTC day. */
  readonly maxCallsPerDay?: number | undefined;
}

export type CapKind = keyof RunCaps;

/** How a cap is written: the option of the command line, and the setting after `tutorPromptLab.`. */
export const capNames: Readonly<Record<CapKind, { readonly option: string; readonly setting: string }>> = {
  maxCostUsd: { option: '--max-cost', setting: 'maxCost' },
  maxCalls: { option: '--max-calls', setting: 'maxCalls' },
  maxCostUsdPerDay: { option: '--max-cost-per-day', setting: 'maxCostPerDay' },
  maxCallsPerDay: { option: '--max-calls-per-day', setting: 'maxCallsPerDay' },
};

const kinds = Object.keys(capNames) as readonly CapKind[];

/** The caps that are set, and nothing else of `source`. */
export function capsOf(source: RunCaps): RunCaps {
  return Object.fromEntries(kinds.flatMap((kind) => (source[kind] === undefined ? [] : [[kind, source[kind]]])));
}

/** Each cap as `now` has it, else as the run was started with it. */
export function capsNow(now: RunCaps, started: RunCaps): RunCaps {
  return { ...capsOf(started), ...capsOf(now) };
}

/** What is left of a run's caps after others that hold the same ones together with it. Caps per day count those themselves. */
export function capsLeft(caps: RunCaps, spent: readonly Spending[]): RunCaps {
  const { maxCostUsd, maxCalls } = caps;
  const usd = spent.reduce((sum, one) => sum + one.usd, 0);
  const calls = spent.reduce((sum, one) => sum + one.calls, 0);
  return {
    ...caps,
    ...(maxCostUsd === undefined ? {} : { maxCostUsd: Math.max(0, maxCostUsd - usd) }),
    ...(maxCalls === undefined ? {} : { maxCalls: Math.max(0, maxCalls - calls) }),
  };
}

/** `$0.50` or `40 calls`, as the kind of cap counts. */
export function capAmount(kind: CapKind, amount: number): string {
  if (kind === 'maxCalls' || kind === 'maxCallsPerDay') return `${amount.toLocaleString('en')} calls`;
  return `$${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;
}

/** One sentence for each cap that is set. */
export function capSentences(caps: RunCaps): readonly string[] {
  return kinds.flatMap((kind) => {
    const cap = caps[kind];
    if (cap === undefined) return [];
    const amount = capAmount(kind, cap);
    return [
      kind === 'maxCostUsd' || kind === 'maxCalls'
        ? `The run stops before passing ${amount}.`
        : `It stops before all runs of the store together pass ${amount} in a UTC day.`,
    ];
  });
}
