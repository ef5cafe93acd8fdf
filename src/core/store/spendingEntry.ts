import * as z from 'zod';
import { RunStoreError } from './runStore';

/** Money and calls that reached a provider. */
export interface Spending {
  /** US dollars; a model without a known price adds nothing. */
  readonly usd: number;
  readonly calls: number;
}

/** A UTC day as it names a file, `2026-11-21`. */
export const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

const amount = z.number().nonnegative();
const line = {
  at: z.iso.datetime(),
  run: z.string().min(1).max(200),
  model: z.string().max(500),
  calls: z.int().nonnegative(),
  usd: amount,
};

/** One line of a day's spending: no text and no key is in it. */
export const spendingEntrySchema = z.discriminatedUnion('kind', [
  /** The most that a call about to be sent can come to, set aside under a name that no other line has. */
  z.object({ kind: z.literal('held'), id: z.string().min(1).max(200), ...line }),
  /** What calls came to. With an `id` it takes the place of what was set aside under that name. */
  z.object({ kind: z.literal('spent'), id: z.string().min(1).max(200).optional(), ...line }),
]);
export type SpendingEntry = Readonly<z.infer<typeof spendingEntrySchema>>;

/** The entry as it may be kept. Throws `RunStoreError` `unwritable` for one that could not be read again. */
export function checkedSpendingEntry(entry: SpendingEntry): SpendingEntry {
  const parsed = spendingEntrySchema.safeParse(entry);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new RunStoreError('unwritable', '', `A call's cost cannot be noted: its “${field}” is not what it must be.`);
}
