import { appendEntryLine, readEntryLines, type EntryFile } from './entryLines';
import { checkedEntry } from './checkedEntry';
import { revisionEntrySchema, type RevisionEntry } from './revisionEntry';
import type { RevisionEntries, RevisionLog } from './revisionLog';
import { StoreFolder } from './storeFolder';
import { largestFiles } from './storeLimits';
import { unwritable } from './unwritable';

/** The revision journal as a file, `<root>/revisions.jsonl`, one entry a line. */
export class FileRevisionLog implements RevisionLog {
  readonly #file: EntryFile;

  constructor(root: string) {
    this.#file = { folder: new StoreFolder(root), name: 'revisions.jsonl', largest: largestFiles.entries };
  }

  async append(entry: RevisionEntry): Promise<void> {
    const checked = checkedEntry(entry);
    try {
      await this.#file.folder.make();
      await appendEntryLine(this.#file, checked, false);
    } catch (error) {
      throw unwritable('', this.#file.folder.pathOf(this.#file.name), error);
    }
  }

  read(): Promise<RevisionEntries> {
    return readEntryLines(this.#file, revisionEntrySchema, ['ENOENT', 'ENOTDIR']);
  }
}
