import { longestLabel, revisionEntrySchema, type RevisionEntry } from './revisionEntry';
import { RunStoreError } from './runStore';

/** The entry as it may be kept. Throws `RunStoreError` `unwritable` for one that could not be read again. */
export function checkedEntry(entry: RevisionEntry): RevisionEntry {
  const parsed = revisionEntrySchema.safeParse(entry);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  const mend =
    field === 'label' ? `Give a label of 1 to ${longestLabel} characters.` : `Its “${field}” is not what it must be.`;
  throw new RunStoreError('unwritable', '', `The ${entry.kind} of a revision cannot be kept. ${mend}`);
}
