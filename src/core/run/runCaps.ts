import type { StatusRecord } from '../store/runRecord';
import type { Spending } from '../store/spendingLedger';
import { countWords, t } from '../text/countWords';
import { errorNamed } from '../text/errors';

/** In US dollars, or calls with retries. Those of a run cover its earlier attempts, those per day the store. */
export type RunCaps = Readonly<Omit<NonNullable<StatusRecord['caps']>, 'byHand'>>;

export type CapKind = keyof RunCaps;

export const capNames = {
  maxCostUsd: { option: '--max-cost', setting: 'maxCost', isMoney: true, isDay: false },
  maxCalls: { option: '--max-calls', setting: 'maxCalls', isMoney: false, isDay: false },
  maxCostUsdPerDay: { option: '--max-cost-per-day', setting: 'maxCostPerDay', isMoney: true, isDay: true },
  maxCallsPerDay: { option: '--max-calls-per-day', setting: 'maxCallsPerDay', isMoney: false, isDay: true },
} as const satisfies Record<CapKind, unknown>;

const kinds = Object.keys(capNames) as readonly CapKind[];

export function capsOf(source: RunCaps): RunCaps {
  return Object.fromEntries(kinds.flatMap((kind) => (source[kind] === undefined ? [] : [[kind, source[kind]]])));
}

export interface AttemptCaps {
  readonly caps: RunCaps;
  readonly byHand: readonly CapKind[];
}

interface CapSources {
  readonly started: RunCaps;
  readonly last: AttemptCaps | undefined;
  readonly settings?: RunCaps;
  readonly named?: RunCaps | undefined;
}

/** The first that is set of: caps named for the run, caps of the settings, and earlier caps. */
export function capsOfAttempt({ started, last, settings = {}, named = {} }: CapSources): AttemptCaps {
  const byHand = kinds.filter((kind) => named[kind] !== undefined || last?.byHand.includes(kind) === true);
  const keptByHand = Object.fromEntries((last?.byHand ?? []).map((kind) => [kind, last?.caps[kind]]));
  const sources = [started, last?.caps ?? {}, settings, keptByHand, named];
  return { caps: Object.assign({}, ...sources.map(capsOf)) as RunCaps, byHand };
}

export function capAmount(kind: CapKind, amount: number): string {
  return capNames[kind].isMoney ? usdText(amount) : countWords(amount, 'call', 'calls');
}

function usdText(usd: number): string {
  return `$${usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`;
}

export function capSentences(caps: RunCaps): readonly string[] {
  return kinds.flatMap((kind) => {
    const cap = caps[kind];
    if (cap === undefined) return [];
    const amount = capAmount(kind, cap);
    return capNames[kind].isDay
      ? [t`The run stops before all runs of the store together pass ${amount} in a UTC day.`]
      : [t`The run stops before passing ${amount}.`];
  });
}

export type CapProblem = 'noNumber' | 'notWhole' | 'tooLow';

export interface RaisedCap {
  readonly kind: CapKind;
  readonly least: number;
  readonly suggestion: number;
}

export function raisedCap(
  kind: CapKind,
  current: number | undefined,
  spent: Spending,
  reached?: { readonly cap: number; readonly spent: Spending },
): RaisedCap {
  const { isMoney, isDay } = capNames[kind];
  const counted = (sum: Spending): number => (isMoney ? sum.usd : sum.calls);
  const ofReached = reached === undefined ? [] : [reached.cap, counted(reached.spent)];
  const least = Math.max(isDay ? 0 : counted(spent), current ?? 0, ...ofReached);
  return { kind, least, suggestion: isMoney ? Math.ceil(200 * least) / 100 : 2 * least };
}

export function capProblem({ kind, least }: RaisedCap, text: string): CapProblem | undefined {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return 'noNumber';
  if (!capNames[kind].isMoney && !Number.isSafeInteger(value)) return 'notWhole';
  return value > least ? undefined : 'tooLow';
}

export interface ReachedCap {
  readonly kind: CapKind;
  readonly cap: number;
  readonly spent: Spending;
  readonly others?: Spending;
  /** Also what this run set aside in an attempt that died before its calls ended. */
  readonly earlier?: Spending;
  /** True where the cap also covers other runs, whose spending is in `spent`. */
  readonly isShared?: boolean;
  readonly day?: string;
  readonly callUsd?: number;
}

export class BudgetError extends errorNamed('BudgetError') {
  constructor(readonly reached: ReachedCap) {
    super(messageOf(reached));
  }
}

/** In English: a run's end is stored with its message. */
const callsText = (calls: number): string => `${calls.toLocaleString('en')} ${calls === 1 ? 'call' : 'calls'}`;

function messageOf({ kind, cap, spent, others, earlier, isShared, day, callUsd = 0 }: ReachedCap): string {
  const { isMoney, isDay } = capNames[kind];
  const amount = (sum: Spending): string => (isMoney ? `$${sum.usd.toFixed(2)}` : callsText(sum.calls));
  const done = `${amount(spent)} ${isMoney ? 'spent' : 'made'}`;
  const aside = (sum: Spending | undefined, whose: string): string =>
    sum === undefined || (isMoney ? sum.usd : sum.calls) === 0 ? '' : `, ${amount(sum)} set aside ${whose}`;
  const elsewhere =
    aside(others, 'for calls under way in other runs') +
    aside(earlier, 'for calls of an earlier attempt at this run that was cut off');
  const whose = isShared === true ? 'this run and those started with it' : 'this run';
  const where =
    day === undefined
      ? `for ${whose} (${done})`
      : `a day for all runs of the store (${done} on ${day}, UTC${elsewhere})`;
  const most = `$${callUsd.toFixed(2)}`;
  const isFirst = isMoney && spent.usd === 0 && callUsd > 0;
  const first = ` One call alone may cost ${most}, most of it for hidden reasoning; a lower effort lowers that.`;
  const tomorrow = isDay ? ', or resume after midnight UTC' : '';
  const advice = `Resume with a higher cap to go on${tomorrow}.`;
  return `The next call could pass the cap of ${isMoney ? usdText(cap) : callsText(cap)} ${where}. ${advice}${isFirst ? first : ''}`;
}

export function dayFullWords({ kind, cap }: Pick<ReachedCap, 'kind' | 'cap'>): string {
  return t`Waiting for calls of other runs, which count towards the cap of ${capAmount(kind, cap)} a day`;
}

export const nothingSpent: Spending = { usd: 0, calls: 0 };

export function addSpending(left: Spending, right: Spending): Spending {
  return { usd: left.usd + right.usd, calls: left.calls + right.calls };
}
