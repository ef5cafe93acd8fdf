import * as z from 'zod';
import { batchIdPattern } from '../providers/provider';
import { entryCheck, EntryLog } from './entryLines';
import { largestFiles, StoreFolder } from './storeFolder';

const at = z.iso.datetime();
const batchId = z.string().regex(batchIdPattern);
const location = {
  provider: z.string().min(1).max(100),
  baseUrl: z.string().max(2_000).optional(),
  model: z.string().max(500),
};

const batchEntrySchema = z.discriminatedUnion('kind', [
  /** Without a line after this one, nobody knows whether the calls were handed over. */
  z.object({ kind: z.literal('intent'), at, ...location, calls: z.int().positive() }),
  z.object({
    kind: z.literal('submitted'),
    at,
    ...location,
    batchId,
    ids: z.array(z.string().regex(/^[\w-]{1,64}$/)).max(200_000),
  }),
  /** The batch has nothing more to give. */
  z.object({ kind: z.enum(['collected', 'cancelled', 'lost']), at, batchId }),
]);
export type BatchEntry = Readonly<z.infer<typeof batchEntrySchema>>;
type SubmittedEntry = Extract<BatchEntry, { kind: 'submitted' }>;

/** Entries are only ever added, by the holder of the run's lock. */
export type BatchLog = Pick<EntryLog<BatchEntry>, 'append' | 'read'>;

export class FileBatchLog extends EntryLog<BatchEntry> {
  static readonly check = entryCheck(
    batchEntrySchema,
    (field) => `A batch cannot be recorded: its “${field}” is not valid.`,
  );

  constructor(directory: string) {
    const file = { folder: StoreFolder.ofRun(directory), name: 'batches.jsonl', largest: largestFiles.batches };
    // Synced, because a lost line could mean that thousands of calls are paid for twice.
    super({ ...file, schema: batchEntrySchema, check: FileBatchLog.check, isSynced: true, makesFolder: false });
  }
}

export function openBatches(entries: readonly BatchEntry[]): readonly SubmittedEntry[] {
  const open = new Map<string, SubmittedEntry>();
  for (const entry of entries) {
    if (entry.kind === 'submitted') open.set(entry.batchId, entry);
    else if (entry.kind !== 'intent') open.delete(entry.batchId);
  }
  return [...open.values()];
}
