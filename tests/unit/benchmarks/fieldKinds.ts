import { existsSync } from 'node:fs';
import path from 'node:path';
import { benchmarkIds } from '../../../src/core/benchmarks/policies';

/**
 * Fields of a sample by path without list positions (`criteria[].text`, `references.*.response`). A path covers
 * everything below it; a longer path overrides a shorter one. Every field must be of one kind or the other.
 */
export interface Fields {
  /** What the specification gives to the tutor, or what decides which of it is given. */
  readonly shown: readonly string[];
  /** For shown fields that take certain values only: values to exchange them for. */
  readonly choices?: Readonly<Record<string, readonly unknown[]>>;
  /** What it keeps from the tutor (overview, section 4, rule 4), and what is only for people and lists; see `names`. */
  readonly hidden: readonly string[];
}

/** What a benchmark's tests say of its samples, after its file of the specification. */
export interface SampleFields extends Fields {
  /** Hidden fields that a modelled student may read. */
  readonly shownToModelledStudent?: readonly string[];
  /** No hidden field has a text of 25 characters, so the exchange of its value is the whole proof. */
  readonly noLongTexts?: true;
  /** Public files with samples, below `../shared/data`. */
  readonly publicFiles?: readonly string[];
}

/** Every sample has these, and no tutor sees them. */
const names = ['system', 'id', 'title'];

const tables = new Map(await Promise.all(benchmarkIds.map(async (id) => [id, await tableOf(id)] as const)));

/** Each benchmark has its own file in the folder of its tests. */
function fileOf(benchmark: string): string {
  const folder = benchmark.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return path.join(import.meta.dirname, '..', folder, 'sampleFields.ts');
}

async function tableOf(benchmark: string): Promise<SampleFields | undefined> {
  const file = fileOf(benchmark);
  if (!existsSync(file)) return undefined;
  const { sampleFields } = (await import(file)) as { readonly sampleFields: SampleFields };
  return { ...sampleFields, hidden: [...names, ...sampleFields.hidden] };
}

export function fieldsOf(benchmark: string): SampleFields {
  const table = tables.get(benchmark);
  if (table === undefined) throw new Error(`${fileOf(benchmark)} does not say what a tutor may see of ${benchmark}.`);
  return table;
}

/** Whether a path is that of `prefix` or of something inside it. */
export function isBelow(path: string, prefix: string): boolean {
  return path === prefix || (path.startsWith(prefix) && /^[.[]/.test(path.slice(prefix.length)));
}

/** Which kind a path is of, by the longest entry that covers it. */
export function kindOf(path: string, { shown, hidden }: Fields): 'shown' | 'hidden' | undefined {
  const longest = (entries: readonly string[]): number =>
    Math.max(-1, ...entries.filter((entry) => isBelow(path, entry)).map((entry) => entry.length));
  const [asShown, asHidden] = [longest(shown), longest(hidden)];
  if (asShown === asHidden) return undefined;
  return asShown > asHidden ? 'shown' : 'hidden';
}
