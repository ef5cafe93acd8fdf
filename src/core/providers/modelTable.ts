import { isOwnServer } from './apiAddresses';
import { builtInFamilies } from './builtInFamilies';
import type { ModelFamily, ModelRow, Vendor } from './modelRow';

/** The day up to which the built-in rows were gathered. Prices and shutdowns change without notice, so whoever shows one shows this date. */
export const tableAsOf = '2026-11-22';

const vendors = Object.keys(builtInFamilies) as readonly Vendor[];

/** Hosts of vendors that are reached by a base URL. */
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
  const found = findBuiltIn(name);
  if (found === undefined) return own;
  const isVendors = isAt(found.vendor, model, baseUrl) && !isFineTuned(model);
  const builtIn = isVendors ? found.row : { ...found.row, price: undefined, shutdown: undefined };
  return own === undefined ? builtIn : { ...builtIn, ...own };
}

/** The built-in row of a model, wherever it is served. */
function findBuiltIn(name: Names): { readonly vendor: Vendor; readonly row: ModelFamily } | undefined {
  for (const vendor of vendors) {
    const row = builtInFamilies[vendor].find((one) => fits(one, name));
    if (row !== undefined) return { vendor, row };
  }
  return undefined;
}

/** Whether a model is asked at its vendor's own address. A name with a path is one that VS Code or a market of models gave it. */
function isAt(vendor: Vendor, model: string, baseUrl: string | undefined): boolean {
  if (isOwnServer(baseUrl)) return !model.includes('/') && (vendor === 'openai' || vendor === 'anthropic');
  return URL.canParse(baseUrl ?? '') && vendorHosts.get(new URL(baseUrl ?? '').host) === vendor;
}

/** A model's name as rows may write it. */
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

/** A fine-tuned model does what its base does, at a price of its own. */
function isFineTuned(model: string): boolean {
  return model.startsWith('ft:');
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
