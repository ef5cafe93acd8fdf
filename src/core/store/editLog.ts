import * as z from 'zod';
import { t } from '../text/countWords';
import { entryCheck, EntryLog } from './entryLines';
import { RunStoreError } from './runStoreError';
import { largestFiles, StoreFolder } from './storeFolder';

const confirmationSchema = z.object({
  kind: z.literal('confirmation'),
  at: z.iso.datetime(),
  /** Those that are asked. */
  units: z.array(z.string().max(1_000)).max(100_000).readonly(),
  run: z.string().min(1).max(200),
});

/** A suggestion that the author turned down. */
const dismissalSchema = z.object({
  kind: z.literal('dismissal'),
  at: z.iso.datetime(),
  prompt: z.string().min(1).max(4_000),
  title: z.string().min(1).max(500),
  key: z.string().max(10_000),
  reason: z.string().min(1).max(1_000),
});
const editEntrySchema = z.discriminatedUnion('kind', [confirmationSchema, dismissalSchema]);
type EditEntry = Readonly<z.infer<typeof editEntrySchema>>;
type ConfirmationEntry = Extract<EditEntry, { kind: 'confirmation' }>;
export type Dismissal = Extract<EditEntry, { kind: 'dismissal' }>;

const check = entryCheck(editEntrySchema, (field) => `The entry cannot be saved: its “${field}” is not valid.`);

/** What each half of samples was asked about edits. Nothing is deleted, or an edit could be tried until it suits. */
export class FileEditLog extends EntryLog<EditEntry> {
  constructor(root: string) {
    const file = { folder: new StoreFolder(root), name: 'edits.jsonl', largest: largestFiles.entries };
    super({ ...file, schema: editEntrySchema, check, isSynced: true, makesFolder: true });
  }

  /** Runs that confirmed an edit on some of these units, in order. Rejects with `RunStoreError`, also for damage. */
  async confirmationsOn(units: readonly string[]): Promise<readonly string[]> {
    const asked = new Set(units);
    const { entries, problems } = await this.read();
    const advice = t`What is damaged may count a confirmation, so no other can begin. Restore such lines from a copy; delete only marks of a merge and what a crash cut off.`;
    if (problems.length > 0) throw new RunStoreError('damaged', '', [...problems.slice(0, 3), advice].join(' '));
    return entries.flatMap((one) =>
      one.kind === 'confirmation' && one.units.some((unit) => asked.has(unit)) ? [one.run] : [],
    );
  }

  /** Suggestions for a prompt that its author turned down. Rejects with `RunStoreError`. */
  async dismissalsOf(prompt: string): Promise<readonly Dismissal[]> {
    const { entries } = await this.read();
    return entries.flatMap((entry) => (entry.kind === 'dismissal' && entry.prompt === prompt ? [entry] : []));
  }

  /** Written before the run begins; how many came before it. Rejects with `RunStoreError`. */
  async spend(entry: Omit<ConfirmationEntry, 'kind'>): Promise<number> {
    await this.append({ kind: 'confirmation', ...entry });
    // Another process may have written meanwhile: the order in the file decides.
    return (await this.confirmationsOn(entry.units)).indexOf(entry.run);
  }
}
