import { isOwnServer } from './apiAddress';
import { builtInFamilies, type Vendor } from './modelFamilies';
import type { Effort } from '../prompt/modelParameters';
import type { ModelRow } from './modelRow';

/** The day up to which the built-in rows were gathered. Prices and shutdowns change without notice, so whoever shows one shows this date. */
export const tableAsOf = '2026-11-22';

const table = (Object.keys(builtInFamilies) as readonly Vendor[]).flatMap((vendor) =>
  builtInFamilies[vendor].map((row) => ({ vendor, row })),
);

const vendorHosts: ReadonlyMap<string, Vendor> = new Map([
  ['generativelanguage.googleapis.com', 'google'],
  ['api.mistral.ai', 'mistral'],
  ['api.deepseek.com', 'deepseek'],
  ['api.x.ai', 'xai'],
]);

/**
 * The user's own rows. Prices are asked for wherever a call is counted, so a shell sets them once for the whole process, as it starts,
 * and the editor again when its setting changes.
 */
let ownRows: readonly ModelRow[] = [];

/** Puts the user's rows before the built-in ones, in the place of those that were there. */
export function useOwnModels(rows: readonly ModelRow[]): void {
  ownRows = rows;
}

/** What the table says of a model; `price` and `shutdown` only where they count at this address. */
export function rowOf(model: string, baseUrl?: string): Partial<ModelRow> | undefined {
  const name = namesOf(model);
  const own = ownRows.find((row) => fits(row, name));
  const found = table.find(({ row }) => fits(row, name));
  if (found === undefined) return own;
  // A fine-tuned model does what its base does, at a price of its own.
  const isVendors = isAt(found.vendor, model, baseUrl) && !model.startsWith('ft:');
  const builtIn = isVendors ? found.row : { ...found.row, price: undefined, shutdown: undefined };
  return own === undefined ? builtIn : { ...builtIn, ...own };
}

/** Whether a model is asked at its vendor's own address. A name with a path is one that VS Code or a market of models gave it. */
function isAt(vendor: Vendor, model: string, baseUrl: string | undefined): boolean {
  if (isOwnServer(baseUrl)) return !model.includes('/') && (vendor === 'openai' || vendor === 'anthropic');
  return URL.canParse(baseUrl ?? '') && vendorHosts.get(new URL(baseUrl ?? '').host) === vendor;
}

interface Names {
  readonly whole: string;
  readonly last: string;
}

/** The last part of a path, as other servers have it: `openai/gpt-…`, `models/gemini-…`, `us.anthropic.claude-…`, `anthropic/claude-haiku-5.5`. */
function namesOf(model: string): Names {
  const whole = model.trim().toLowerCase();
  const base = /^ft:([^:]+)/.exec(whole)?.[1] ?? whole;
  const last = base.slice(base.lastIndexOf('/') + 1).replace(/^(?:[a-z]{2,6}\.)?anthropic\./, '');
  return { whole, last: last.startsWith('claude-') ? last.replaceAll('.', '-') : last };
}

function fits({ models }: Pick<ModelRow, 'models'>, { whole, last }: Names): boolean {
  return models.some((pattern) => matches(pattern, pattern.includes('/') ? whole : last));
}

/** A snapshot's date as vendors write it, and what a server adds after a colon or an at sign. */
const addition = /^(?:-\d{4}-\d{2}-\d{2}|-\d{8}|-\d{4})?(?:-v\d+)?(?:[:@].*)?$/;

function matches(pattern: string, name: string): boolean {
  const [head = '', ...parts] = pattern.split('*');
  if (!name.startsWith(head)) return false;
  const tail = parts.pop();
  if (tail === undefined) return addition.test(name.slice(head.length));
  let at = head.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - tail.length >= at && name.endsWith(tail);
}

/** What is known of a model by its name, from its family's row in the table. */
export interface ModelFacts extends Partial<ModelRow> {
  /** Whether it reasons when nothing is said of it; `undefined` where that is not known. */
  readonly reasons: boolean | undefined;
  /** Values of effort that it takes, least first; empty where it takes none or that is not known. */
  readonly efforts: readonly Effort[];
  /** Whether it takes a temperature: always, only while it does not reason, or never. */
  readonly temperature: 'always' | 'withoutReasoning' | 'never';
}

/** Names that a vendor has not told of yet when the table was made: newer ones than those in it, most likely. */
const newer = /^(?:[a-z]+\/)?(?:gpt-(?:[5-9]|\d{2})|o\d|claude-)/i;

/**
 * What is known of a model by its name: by the user's rows, the built-in ones, or, where it is of a family that has reasoned of late,
 * by what is the rule there. `own`: it is at another address than its provider's, where built-in prices and shutdowns do not count.
 */
export function factsOf(api: string, model: string, own = false): ModelFacts {
  const row = rowOf(model, own ? 'http://localhost' : undefined);
  const isNewer = row?.reasons === undefined && row?.efforts === undefined && newer.test(model.trim());
  return {
    ...row,
    reasons: isNewer ? true : row?.reasons,
    images: row?.images,
    efforts: row?.efforts ?? [],
    // Since API version 2026-10-21, which the SDK asks for, Anthropic itself refuses it for every model.
    temperature: api === 'anthropic' && !own ? 'never' : (row?.temperature ?? (isNewer ? 'never' : 'always')),
  };
}

/**
 * Tokens that are added to the ceiling of an answer, as vendors count hidden reasoning into it. 25,000 is what OpenAI's guide advises to
 * reserve at first; at low effort models were measured to need a few hundred; 64,000 is what Anthropic's guide advises from `xhigh` on;
 * high lies between. A ceiling costs nothing unless it is used.
 */
const allowances: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 4_000,
  low: 4_000,
  medium: 25_000,
  high: 32_000,
  xhigh: 64_000,
  max: 64_000,
};

/** The length of output that the model cards of Qwen advise for most questions. */
const openAllowance = 32_768;

/** Room for hidden reasoning beyond the answer, in tokens. */
export function reasoningAllowance(facts: ModelFacts, effort: Effort | undefined): number {
  const inForce = effortInForce(facts, effort);
  if (inForce === 'none') return 0;
  const tokens = facts.openWeights === true ? openAllowance : allowances[inForce ?? 'medium'];
  return Math.min(tokens, facts.maxOutputTokens ?? tokens);
}

/**
 * Tokens of hidden reasoning a call, on average over some calls, before any is observed. No vendor tells a median; single calls were
 * measured to need from none to 18,000. They are spread like log-normal numbers, whose mean is 1.65 times the median where sigma is 1.
 * With a median of 6,000, the largest that is reckoned with, the mean is 9,900, and that of 38 calls is below 13,700 in 95 of 100 cases.
 */
const expected: Readonly<Record<Effort, { readonly low: number; readonly high: number }>> = {
  none: { low: 0, high: 0 },
  minimal: { low: 0, high: 2_500 },
  low: { low: 10, high: 2_500 },
  medium: { low: 30, high: 15_000 },
  high: { low: 50, high: 18_000 },
  xhigh: { low: 200, high: 30_000 },
  max: { low: 200, high: 30_000 },
};

/** Hidden reasoning of one call before anything is observed, in tokens; from 0 where it is not known whether there is any. */
export function expectedReasoning(
  facts: ModelFacts,
  effort: Effort | undefined,
): { readonly low: number; readonly high: number } {
  const range = expected[effortInForce(facts, effort) ?? 'medium'];
  return facts.reasons === undefined && effort === undefined ? { ...range, low: 0 } : range;
}

/** What a call reasons with; `undefined` where that is not known. A model that cannot leave it out does as it does by default. */
function effortInForce(facts: ModelFacts, effort: Effort | undefined): Effort | undefined {
  const { efforts, reasons, openWeights = false, defaultEffort } = facts;
  // Known to do without, whatever is said.
  if (reasons === false && efforts.length === 0 && !openWeights) return 'none';
  const isHeard = effort !== undefined && (effort !== 'none' || efforts.length === 0 || efforts.includes('none'));
  if (isHeard) return effort;
  return reasons === false ? 'none' : defaultEffort;
}

/** Whether a call's temperature is refused or has no effect. */
export function refusesTemperature(facts: ModelFacts, effort: Effort | undefined): boolean {
  if (facts.temperature === 'always') return false;
  return facts.temperature === 'never' || effortInForce(facts, effort) !== 'none';
}
