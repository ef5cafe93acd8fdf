import * as z from 'zod';
import { isRecord } from '../text/isRecord';
import type { RecordProblem } from './importer';

/** Files write `null` for "none"; code uses `undefined`. */
export function orNone<T>(schema: z.ZodType<T>): z.ZodType<T | undefined> {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** An empty text counts as none. */
export const optionalText = orNone(z.string()).transform((text) => (text === '' ? undefined : text));

export function repeatedIds(samples: readonly Sample[]): readonly SampleProblem[] {
  const first = new Map(samples.map(({ id }, index) => [id, index] as const).reverse());
  const message = 'Another sample has the same id. Give every record its own id.';
  return samples
    .filter(({ id }, index) => first.get(id) !== index)
    .map((sample) => sampleProblem('error', sample, 'id', message));
}

export function sampleProblem(
  severity: SampleProblem['severity'],
  { id: sampleId }: Sample,
  field: string,
  message: string,
): SampleProblem {
  return { severity, sampleId, field, message };
}

/** Items by key, in order of first appearance. Items without a key are left out. */
export function groupedBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key) ?? [];
    group.push(item);
    groups.set(key, group);
  }
  return groups;
}

/** Compares two samples with one id. Ignores member order, and `judgedAs`, which the run sets. */
export function sampleContent(sample: unknown): string {
  return JSON.stringify(sample, (key, part: unknown) =>
    key === 'judgedAs'
      ? undefined
      : isRecord(part)
        ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
        : part,
  );
}

/** In characters, so that it fits a row of the case list. */
const longest = 60;

/** The first words of a text, cut after a whole word, or inside one that is longer than a title. */
export function titleFrom(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  // A character has at most two code units, so later units are never needed.
  const characters = Array.from(line.slice(0, 2 * longest + 2));
  if (characters.length <= longest) return line;
  const cut = characters.slice(0, longest - 1).join('');
  const words = cut.replace(/\s\S*$/, '');
  return words === cut ? `${cut}…` : `${words} …`;
}

/** The key of a benchmark in the registry. */
export type BenchmarkId = string;

export interface Sample {
  readonly id: string;
}

/** Plain text, untrusted. */
export interface SampleSummary {
  readonly title: string;
  /** The student's last words. */
  readonly quote: string;
  /** The case list's groups: learner state, source or use case. */
  readonly group: string;
  readonly subject: string;
  /** A code such as `sv`, or a name; absent where the samples do not say it. */
  readonly language?: string;
  /** Samples with the same value are shown side by side. */
  readonly pairId?: string;
}

/** `error` leaves the record out, `warning` keeps it. */
export interface SampleProblem extends Omit<RecordProblem, 'record'> {
  readonly sampleId: string;
}
