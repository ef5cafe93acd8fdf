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

/** The caps of a stretch of a run. */
export interface StretchCaps {
  readonly caps: RunCaps;
  /** Those of them that somebody named for this run; settings do not change these any more. */
  readonly byHand: readonly CapKind[];
}

/** Where the caps of a stretch come from, each source above those before it: what a run was started with is the least of them. */
export interface CapSources {
  readonly started: RunCaps;
  /** Of the stretch before; `undefined` for the first. */
  readonly last: StretchCaps | undefined;
  /** Settings as they stand, where there are such. */
  readonly settings?: RunCaps;
  /** Named now, for this run. */
  readonly named?: RunCaps | undefined;
}

/** The caps that hold for a stretch: as named for the run, else as the settings have them, else as they were. */
export function capsOfStretch({ started, last, settings = {}, named = {} }: CapSources): StretchCaps {
  const byHand = kinds.filter((kind) => named[kind] !== undefined || last?.byHand.includes(kind) === true);
  const keptByHand = Object.fromEntries((last?.byHand ?? []).map((kind) => [kind, last?.caps[kind]]));
  const sources = [started, last?.caps ?? {}, settings, keptByHand, named];
  return { caps: sources.reduce<RunCaps>((caps, source) => ({ ...caps, ...capsOf(source) }), {}), byHand };
}

/** `$0.50` or `40 calls`, as the kind of cap counts. */
export function capAmount(kind: CapKind, amount: number): string {
  if (kind === 'maxCalls' || kind === 'maxCallsPerDay') return callWords(amount);
  return `$${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;
}

/** `1 call`, `40 calls`. */
export function callWords(calls: number): string {
  return `${calls.toLocaleString('en')} ${calls === 1 ? 'call' : 'calls'}`;
}

/** True where the cap is over all runs of a UTC day. */
export function isDayCap(kind: CapKind): boolean {
  return kind === 'maxCostUsdPerDay' || kind === 'maxCallsPerDay';
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
        : `The run stops before all runs of the store together pass ${amount} in a UTC day.`,
    ];
  });
}
