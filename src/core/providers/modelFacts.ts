import { isOwnServer } from './apiAddress';
import { builtInFamilies, type Vendor } from './modelFamilies';
import type { Effort } from '../prompt/modelParameters';
import type { ModelRow } from './modelRow';

/** The day to which the built-in rows are current. Shown with every price or shutdown. */
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

/** The user's own rows, set for the whole process. The editor sets them again when its setting changes. */
export let ownModels: readonly ModelRow[] = [];

export function useOwnModels(rows: readonly ModelRow[]): void {
  ownModels = rows;
  knownRows.clear();
}

/** Every call asks for its model's price, and the search took a tenth of a run's time. */
const knownRows = new Map<string, ReturnType<typeof foundRow>>();

/** The table's row for a model. `price` and `shutdown` are only there if valid at this address. */
export function rowOf(model: string, baseUrl?: string): Partial<ModelRow> | undefined {
  const key = `${model}\n${baseUrl ?? ''}`;
  if (!knownRows.has(key)) knownRows.set(key, foundRow(model, baseUrl));
  return knownRows.get(key);
}

function foundRow(model: string, baseUrl?: string): Partial<ModelRow> | undefined {
  const name = namesOf(model);
  const own = ownModels.find((row) => fits(row, name));
  const found = table.find(({ row }) => fits(row, name));
  if (found === undefined) return own;
  // A fine-tuned model behaves like its base, at another price.
  const isVendors = isAt(found.vendor, model, baseUrl) && !model.startsWith('ft:');
  const builtIn = isVendors ? found.row : { ...found.row, price: undefined, shutdown: undefined };
  return own === undefined ? builtIn : { ...builtIn, ...own };
}

/** A name with a path comes from VS Code or a market of models. */
function isAt(vendor: Vendor, model: string, baseUrl: string | undefined): boolean {
  if (isOwnServer(baseUrl)) return !model.includes('/') && (vendor === 'openai' || vendor === 'anthropic');
  return URL.canParse(baseUrl ?? '') && vendorHosts.get(new URL(baseUrl ?? '').host) === vendor;
}

/** The last part of a path on other servers: `openai/gpt-…`, `models/gemini-…`, `us.anthropic.claude-…`. */
function namesOf(model: string) {
  const whole = model.trim().toLowerCase();
  const base = /^ft:([^:]+)/.exec(whole)?.[1] ?? whole;
  const last = base.slice(base.lastIndexOf('/') + 1).replace(/^(?:[a-z]{2,6}\.)?anthropic\./, '');
  return { whole, last: last.startsWith('claude-') ? last.replaceAll('.', '-') : last };
}

function fits({ models }: Pick<ModelRow, 'models'>, { whole, last }: ReturnType<typeof namesOf>): boolean {
  return models.some((pattern) => matches(pattern, pattern.includes('/') ? whole : last));
}

/** A snapshot's date as vendors write it, and a server's addition after a colon or an at sign. */
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
  /** Least first; empty where the model takes none or nothing is known. */
  readonly efforts: readonly Effort[];
  readonly temperature: 'always' | 'withoutReasoning' | 'never';
}

/** Models without a row whose names suggest that they are newer than the table. */
const newer = /^(?:[a-z]+\/)?(?:gpt-(?:[5-9]|\d{2})|o\d|claude-)/i;

/** From the user's rows, the built-in ones or the family's newest. `own`: not at the vendor's address. */
export function factsOf(api: string, model: string, own = false): ModelFacts {
  const row = rowOf(model, own ? 'http://localhost' : undefined);
  const isNewer = row?.reasons === undefined && row?.efforts === undefined && newer.test(model.trim());
  return {
    ...row,
    reasons: isNewer ? true : row?.reasons,
    images: row?.images,
    efforts: row?.efforts ?? [],
    // Since API version 2026-10-21, which the SDK requests, Anthropic refuses it for every model.
    temperature: api === 'anthropic' && !own ? 'never' : (row?.temperature ?? (isNewer ? 'never' : 'always')),
  };
}

/** The low and the high end of an estimate. */
export type Range = Readonly<Record<'low' | 'high', number>>;

/**
 * `added`: headroom for hidden reasoning, free unless used. OpenAI's guide advises 25,000, Anthropic's 64,000 from
 * `xhigh` on; low efforts needed a few hundred. `low` to `high`: mean tokens of a call before any is observed; single
 * calls needed 0 to 18,000. A log-normal spread (sigma 1) over the largest median, 6,000, has a mean of 9,900. Means of
 * 38 calls then stay below 13,700 in 95 of 100 cases.
 */
const tokensByEffort: Readonly<Record<Effort, Range & { readonly added: number }>> = {
  none: { added: 0, low: 0, high: 0 },
  minimal: { added: 4_000, low: 0, high: 2_500 },
  low: { added: 4_000, low: 10, high: 2_500 },
  medium: { added: 25_000, low: 30, high: 15_000 },
  high: { added: 32_000, low: 50, high: 18_000 },
  xhigh: { added: 64_000, low: 200, high: 30_000 },
  max: { added: 64_000, low: 200, high: 30_000 },
};

/** Qwen's model cards advise this for most questions. */
const openAllowance = 32_768;

export function reasoningAllowance(facts: ModelFacts, effort: Effort | undefined): number {
  const inForce = effortInForce(facts, effort);
  if (inForce === 'none') return 0;
  const tokens = facts.openWeights === true ? openAllowance : tokensByEffort[inForce ?? 'medium'].added;
  return Math.min(tokens, facts.maxOutputTokens ?? tokens);
}

/** The range starts at 0 where reasoning is uncertain. */
export function expectedReasoning(facts: ModelFacts, effort: Effort | undefined): Range {
  const { low, high } = tokensByEffort[effortInForce(facts, effort) ?? 'medium'];
  return { low: facts.reasons === undefined && effort === undefined ? 0 : low, high };
}

/** `undefined` where unknown. A model that cannot leave reasoning out falls back to its default. */
function effortInForce(facts: ModelFacts, effort: Effort | undefined): Effort | undefined {
  const { efforts, reasons, openWeights = false, defaultEffort } = facts;
  // Known not to reason, whatever is asked.
  if (reasons === false && efforts.length === 0 && !openWeights) return 'none';
  const isHeard = effort !== undefined && (effort !== 'none' || efforts.length === 0 || efforts.includes('none'));
  if (isHeard) return effort;
  return reasons === false ? 'none' : defaultEffort;
}

export function refusesTemperature(facts: ModelFacts, effort: Effort | undefined): boolean {
  if (facts.temperature === 'always') return false;
  return facts.temperature === 'never' || effortInForce(facts, effort) !== 'none';
}
