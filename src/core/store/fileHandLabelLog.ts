import type { BenchmarkId } from '../benchmarks/benchmark';
import { appendEntryLine, readEntryLines, type EntryFile, type ReadEntries } from './entryLines';
import { handLabelSchema, type HandLabel } from './handLabel';
import type { HandLabelLog } from './handLabelLog';
import { RunStoreError } from './runStore';
import { StoreFolder, type FileFacts } from './storeFolder';
import { largestFiles } from './storeLimits';
import { unreadable } from './unreadable';
import { unwritable } from './unwritable';

/** Hand labels as files, `<root>/labels/<benchmark>.jsonl`, one label a line. */
export class FileHandLabelLog implements HandLabelLog {
  readonly #folder: StoreFolder;
  /** Ends with the label given last: the last word stands, so that none may overtake another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(root: string) {
    this.#folder = new StoreFolder(root, 'labels');
  }

  /** The file that holds the labels of a benchmark. */
  fileOf(benchmark: BenchmarkId): string {
    return this.#folder.pathOf(nameOf(benchmark));
  }

  /** Of that file, `undefined` where there is none. Throws `RunStoreError` for what is no file of labels: a link, a device, a folder. */
  factsOf(benchmark: BenchmarkId): FileFacts | undefined {
    try {
      const facts = this.#folder.facts(nameOf(benchmark));
      if (facts === undefined || facts.size <= largestFiles.entries) return facts;
    } catch (error) {
      throw unreadable('', this.fileOf(benchmark), error);
    }
    throw new RunStoreError('damaged', '', `${this.fileOf(benchmark)} is too large for a file of labels.`);
  }

  append(label: HandLabel): Promise<void> {
    const appended = this.#last.then(() => this.#append(label));
    this.#last = appended.catch(() => undefined);
    return appended;
  }

  async #append(label: HandLabel): Promise<void> {
    const parsed = handLabelSchema.safeParse(label);
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path.join('.') ?? '';
      throw new RunStoreError('unwritable', '', `The label cannot be kept: its “${field}” is not what it must be.`);
    }
    try {
      await this.#folder.make();
      // A person's work, and little of it: worth the wait for the disk itself.
      await appendEntryLine(this.#entriesOf(parsed.data.benchmark), parsed.data, true);
    } catch (error) {
      throw unwritable('', this.fileOf(parsed.data.benchmark), error);
    }
  }

  read(benchmark: BenchmarkId): Promise<ReadEntries<HandLabel>> {
    return readEntryLines(this.#entriesOf(benchmark), handLabelSchema, ['ENOENT', 'ENOTDIR']);
  }

  #entriesOf(benchmark: BenchmarkId): EntryFile {
    return { folder: this.#folder, name: nameOf(benchmark), largest: largestFiles.entries };
  }
}

function nameOf(benchmark: BenchmarkId): string {
  return `${benchmark}.jsonl`;
}
