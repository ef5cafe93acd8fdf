import * as z from 'zod';
import { entryCheck, EntryLog } from './entryLines';
import { largestFiles, StoreFolder } from './storeFolder';

const confirmationSchema = z.object({
  kind: z.literal('confirmation'),
  at: z.iso.datetime(),
  /** Hash of the samples that were asked. */
  fold: z.string().min(1).max(200),
  run: z.string().min(1).max(200),
});
type ConfirmationEntry = Readonly<z.infer<typeof confirmationSchema>>;

const check = entryCheck(
  confirmationSchema,
  (field) => `The confirmation cannot be saved: its “${field}” is not valid.`,
);

/** What each half of samples was asked about edits. Nothing is deleted, or an edit could be tried until it suits. */
export class FileEditLog extends EntryLog<ConfirmationEntry> {
  constructor(root: string) {
    const file = { folder: new StoreFolder(root), name: 'edits.jsonl', largest: largestFiles.entries };
    super({ ...file, schema: confirmationSchema, check, isSynced: true, makesFolder: true });
  }

  /** Counts confirmations on the same samples, of any prompt. Rejects with `RunStoreError`. */
  async countOf(fold: string): Promise<number> {
    const { entries } = await this.read();
    return entries.filter((entry) => entry.fold === fold).length;
  }

  /** Written before the run begins; how many came before it. Rejects with `RunStoreError`. */
  async spend(entry: Omit<ConfirmationEntry, 'kind'>): Promise<number> {
    await this.append({ kind: 'confirmation', ...entry });
    const { entries } = await this.read();
    // Another process may have written meanwhile: the order in the file decides.
    return entries.filter(({ fold }) => fold === entry.fold).findIndex(({ run }) => run === entry.run);
  }
}
