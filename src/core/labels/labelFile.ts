import type { BenchmarkId } from '../benchmark/samples';
import { FileHandLabelLog, type HandLabel } from '../store/handLabelLog';

/** The labels of one benchmark in a store, which other windows add to as well. */
export class LabelFile {
  /** Absolute path; the file is made with the first label. */
  readonly path: string;
  readonly #log: FileHandLabelLog;
  readonly #benchmark: BenchmarkId;
  #known = 0;

  constructor(root: string, benchmark: BenchmarkId) {
    this.#log = new FileHandLabelLog(root);
    this.#benchmark = benchmark;
    this.path = this.#log.fileOf(benchmark);
  }

  /** All labels as they stand, with a sentence for each line that cannot be read. Rejects with `RunStoreError`. */
  async read(): ReturnType<FileHandLabelLog['read']> {
    // Looked at before it is read: what is added in between is noticed the next time.
    this.#known = this.#size();
    return this.#log.read(this.#benchmark);
  }

  /** Adds a label. Resolves with whether somebody else has added some since the last reading. Rejects with `RunStoreError`. */
  async append(entry: HandLabel): Promise<{ readonly hasOthers: boolean }> {
    const before = this.#size();
    await this.#log.append(entry);
    const after = this.#size();
    const own = Buffer.byteLength(JSON.stringify(entry)) + 1;
    const hasOthers = before !== this.#known || after - before !== own;
    if (!hasOthers) this.#known = after;
    return { hasOthers };
  }

  hasOthers(): boolean {
    return this.#size() !== this.#known;
  }

  #size(): number {
    return this.#log.factsOf(this.#benchmark)?.size ?? 0;
  }
}

/** Labels in the log's own form, one a line: what `calibrate` reads. */
export function exportedLabels(entries: Iterable<HandLabel>): string {
  return [...entries].map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
