import * as z from 'zod';
import { batchIdPattern } from '../providers/provider';
import { RunStoreError } from './runStore';

const at = z.iso.datetime();
const batchId = z.string().regex(batchIdPattern);
const place = {
  provider: z.string().min(1).max(100),
  baseUrl: z.string().max(2_000).optional(),
  model: z.string().max(500),
};

/** One line of the record of a run's batches. */
export const batchEntrySchema = z.discriminatedUnion('kind', [
  /** So many calls are about to be handed over; without the next line it is not known whether they were. */
  z.object({ kind: z.literal('intent'), at, ...place, calls: z.int().positive() }),
  /** They were, under this id of the provider's; `ids` name the calls within the batch. */
  z.object({
    kind: z.literal('submitted'),
    at,
    ...place,
    batchId,
    ids: z.array(z.string().regex(/^[\w-]{1,64}$/)).max(200_000),
  }),
  /** Nothing more is to be had from the batch: everything in it is recorded, it was cancelled, or the provider lost it. */
  z.object({ kind: z.enum(['collected', 'cancelled', 'lost']), at, batchId }),
]);
export type BatchEntry = Readonly<z.infer<typeof batchEntrySchema>>;
export type SubmittedEntry = Extract<BatchEntry, { kind: 'submitted' }>;

/** The entry as it may be kept. Throws `RunStoreError` `unwritable` for one that could not be read again. */
export function checkedBatchEntry(entry: BatchEntry): BatchEntry {
  const parsed = batchEntrySchema.safeParse(entry);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new RunStoreError('unwritable', '', `A batch cannot be kept: its “${field}” is not what it must be.`);
}

/** The record of a run's batches as far as it is readable, oldest entry first. */
export interface BatchEntries {
  readonly entries: readonly BatchEntry[];
  /** One sentence for each line that had to be left out. */
  readonly problems: readonly string[];
}

/** Which calls of a run are in which batch. Entries are only ever added, by whoever holds the run's lock. */
export interface BatchLog {
  /** Resolves when the entry is with the operating system. Rejects with `RunStoreError` `unwritable`. */
  append(entry: BatchEntry): Promise<void>;
  /** Rejects with `RunStoreError` `damaged` when there is a file that cannot be read at all. */
  read(): Promise<BatchEntries>;
}

/** The batches that may still hold answers, oldest first. */
export function openBatches(entries: readonly BatchEntry[]): readonly SubmittedEntry[] {
  const open = new Map<string, SubmittedEntry>();
  for (const entry of entries) {
    if (entry.kind === 'submitted') open.set(entry.batchId, entry);
    else if (entry.kind !== 'intent') open.delete(entry.batchId);
  }
  return [...open.values()];
}
