import { isOwnServer } from './apiAddress';
import { builtInFamilies, type Vendor } from './modelFamilies';
import type { Effort } from '../prompt/modelParameters';
import type { ModelRow } from './modelRow';

/** The day up to which the built-in rows were gathered. Whoever shows a price or a shutdown shows this date. */
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

/** The user's own rows. A shell sets them for the whole process, and the editor again when its setting changes. */
let ownRows: readonly ModelRow[] = [];

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

/** A name with a path is one that VS Code or a market of models gave it. */
function isAt(vendor: Vendor, model: string, baseUrl: string | undefined): boolean {
  if (isOwnServer(baseUrl)) return !model.includes('/') && (vendor === 'openai' || vendor === 'anthropic');
  return URL.canParse(baseUrl ?? '') && vendorHosts.get(new URL(baseUrl ?? '').host) === vendor;
}

/** The last part of a path, as other servers have it: `openai/gpt-…`, `models/gemini-…`, `us.anthropic.claude-…`, `anthropic/claude-haiku-5.5`. */
function namesOf(model: string) {
  const whole = model.trim().toLowerCase();
  const base = /^ft:([^:]+)/.exec(whole)?.[1] ?? whole;
  const last = base.slice(base.lastIndexOf('/') + 1).replace(/^(?:[a-z]{2,6}\.)?anthropic\./, '');
  return { whole, last: last.startsWith('claude-') ? last.replaceAll('.', '-') : last };
}

function fits({ models }: Pick<ModelRow, 'models'>, { whole, last }: ReturnType<typeof namesOf>): boolean {
  return models.some((pattern) => matches(pattern, pattern.includes('/') ? whole : last));
}

/** A snapshot's date as vendors write it, and what a server adds after a colon or an at sign. */
const addition = /^(?:-\d{4}-\d{2}-\d{2}|-\d{8}|-\d{4})?(?:-v\d+)?(?:[:@].*)?$/;

function matches(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return name.startsWith(pattern) && addition.test(name.slice(pattern.length));
  const [head = '', ...parts] = pattern.split('*');
  const tail = parts.pop() ?? '';
  let from = name.startsWith(head) ? head.length : Infinity;
  for (const part of parts) {
    const found = name.indexOf(part, from);
    from = found === -1 ? Infinity : found + part.length;
  }
  return name.length - tail.length >= from && name.endsWith(tail);
}

export interface ModelFacts extends Partial<ModelRow> {
  /** Least first; empty where it takes none or that is not known. */
  readonly efforts: readonly Effort[];
  readonly temperature: 'always' | 'withoutReasoning' | 'never';
}

/** Where the table has no row, these names are most likely newer ones than those in it. */
const newer = /^(?:[a-z]+\/)?(?:gpt-(?:[5-9]|\d{2})|o\d|claude-)/i;

/**
 * What is known of a model by the user's rows, the built-in ones or the newest of its family. `own`: it is at another address than
 * its provider's, where built-in prices and shutdowns do not count.
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

interface ReasoningTokens {
  readonly low: number;
  readonly high: number;
}

/**
 * `added` to the ceiling of an answer, as vendors count hidden reasoning into it. 25,000 is what OpenAI's guide advises to reserve at
 * first; at low effort models were measured to need a few hundred; 64,000 is what Anthropic's guide advises from `xhigh` on; high lies
 * between. A ceiling costs nothing unless it is used.
 *
 * From `low` to `high`: what a call takes on average over some calls, before any is observed. No vendor tells a median; single calls were
 * measured to need from none to 18,000. They are spread like log-normal numbers, whose mean is 1.65 times the median where sigma is 1.
 * With a median of 6,000, the largest that is reckoned with, the mean is 9,900, and that of 38 calls is below 13,700 in 95 of 100 cases.
 */
const tokensByEffort: Readonly<Record<Effort, ReasoningTokens & { readonly added: number }>> = {
  none: { added: 0, low: 0, high: 0 },
  minimal: { added: 4_000, low: 0, high: 2_500 },
  low: { added: 4_000, low: 10, high: 2_500 },
  medium: { added: 25_000, low: 30, high: 15_000 },
  high: { added: 32_000, low: 50, high: 18_000 },
  xhigh: { added: 64_000, low: 200, high: 30_000 },
  max: { added: 64_000, low: 200, high: 30_000 },
};

/** What the model cards of Qwen advise for most questions. */
const openAllowance = 32_768;

export function reasoningAllowance(facts: ModelFacts, effort: Effort | undefined): number {
  const inForce = effortInForce(facts, effort);
  if (inForce === 'none') return 0;
  const tokens = facts.openWeights === true ? openAllowance : tokensByEffort[inForce ?? 'medium'].added;
  return Math.min(tokens, facts.maxOutputTokens ?? tokens);
}

/** From 0 where it is not known whether the model reasons. */
export function expectedReasoning(facts: ModelFacts, effort: Effort | undefined): ReasoningTokens {
  const { low, high } = tokensByEffort[effortInForce(facts, effort) ?? 'medium'];
  return { low: facts.reasons === undefined && effort === undefined ? 0 : low, high };
}

/** `undefined` where that is not known. A model that cannot leave reasoning out does as it does by default. */
function effortInForce(facts: ModelFacts, effort: Effort | undefined): Effort | undefined {
  const { efforts, reasons, openWeights = false, defaultEffort } = facts;
  // Known to do without, whatever is said.
  if (reasons === false && efforts.length === 0 && !openWeights) return 'none';
  const isHeard = effort !== undefined && (effort !== 'none' || efforts.length === 0 || efforts.includes('none'));
  if (isHeard) return effort;
  return reasons === false ? 'none' : defaultEffort;
}

export function refusesTemperature(facts: ModelFacts, effort: Effort | undefined): boolean {
  if (facts.temperature === 'always') return false;
  return facts.temperature === 'never' || effortInForce(facts, effort) !== 'none';
}
