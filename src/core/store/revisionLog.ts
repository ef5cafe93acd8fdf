import * as z from 'zod';
import { entryCheck, EntryLog } from './entryLines';
import { largestFiles, StoreFolder } from './storeFolder';

export const longestLabel = 200;

const prompt = z.string().min(1).max(4_096);
const at = z.iso.datetime();
const revision = z.string().regex(/^sha256:[0-9a-f]{1,64}$/);

const revisionEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('label'), at, prompt, revision, label: z.string().min(1).max(longestLabel).nullable() }),
  z.object({ kind: z.literal('pin'), at, prompt, revision: revision.nullable() }),
  z.object({ kind: z.literal('moved'), at, from: prompt, to: prompt }),
]);
export type RevisionEntry = Readonly<z.infer<typeof revisionEntrySchema>>;

/** People's labels, baselines and moves of revisions. Any number of windows only ever add entries. */
export type RevisionLog = Pick<EntryLog<RevisionEntry>, 'append' | 'read'>;

export class FileRevisionLog extends EntryLog<RevisionEntry> {
  static readonly check = entryCheck(revisionEntrySchema, (field, { kind }) => {
    const advice =
      field === 'label' ? `Give a label of 1 to ${longestLabel} characters.` : `Its “${field}” is not valid.`;
    return `The ${kind} of a revision cannot be saved. ${advice}`;
  });

  constructor(root: string) {
    const file = { folder: new StoreFolder(root), name: 'revisions.jsonl', largest: largestFiles.entries };
    super({ ...file, schema: revisionEntrySchema, check: FileRevisionLog.check, isSynced: false, makesFolder: true });
  }
}
