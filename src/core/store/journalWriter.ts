import type { FileHandle } from 'node:fs/promises';
import { endsMidLine } from './entryLines';
import { journalFile } from './readJournal';
import type { RunLock } from './runLock';
import type { RunRecord } from './runRecord';
import type { RunWriter } from './runStore';
import { RunStoreError, unwritable } from './runStoreError';
import { largestFiles, type StoreFolder } from './storeFolder';

const syncEveryMs = 1_000;

/** Appended records survive a crash of this process. A sync each second limits the loss in a power cut. */
export class JournalWriter implements RunWriter {
  #pending: Readonly<{ line: string; resolve: () => void; reject: (error: unknown) => void }>[] = [];
  #writing: Promise<void> | undefined;
  #syncTimer: NodeJS.Timeout | undefined;
  #syncing: Promise<void> | undefined;
  #syncFailure: RunStoreError | undefined;
  #broken: RunStoreError | undefined;
  #closed = false;

  private constructor(
    private readonly run: StoreFolder,
    private readonly runId: string,
    private readonly lock: RunLock,
    private readonly name: string,
    private readonly handle: FileHandle,
    private size: number,
  ) {}

  static async open(run: StoreFolder, runId: string, lock: RunLock, name = journalFile): Promise<JournalWriter> {
    let handle: FileHandle | undefined;
    try {
      handle = await run.append(name, largestFiles.journal);
      if (await endsMidLine(handle)) await handle.appendFile('\n');
      return new JournalWriter(run, runId, lock, name, handle, (await handle.stat()).size);
    } catch (error) {
      await handle?.close();
      throw unwritable(runId, run.pathOf(name), error);
    }
  }

  get #file(): string {
    return this.run.pathOf(this.name);
  }

  append(record: RunRecord): Promise<void> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    if (this.#closed) return Promise.reject(new RunStoreError('unwritable', this.runId, `${this.#file} is closed.`));
    return new Promise((resolve, reject) => {
      this.#pending.push({ line: `${JSON.stringify(record)}\n`, resolve, reject });
      this.#writing ??= this.#drain();
    });
  }

  /** Throws `RunStoreError` `unwritable` when the last sync failed. The lock is released in any case. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writing;
    const isExpected = this.#syncTimer !== undefined;
    clearTimeout(this.#syncTimer);
    await this.#syncing;
    try {
      if (this.#syncFailure !== undefined) throw this.#syncFailure;
      if (this.#broken === undefined) {
        if (isExpected) await this.handle.datasync();
        await this.#assertThere();
      }
    } catch (error) {
      throw unwritable(this.runId, this.#file, error);
    } finally {
      await this.handle.close().finally(() => this.lock.release());
    }
  }

  /** The first record after a sync starts the timer, so a waiting run leaves the disk alone. */
  #syncSoon(): void {
    this.#syncTimer ??= setTimeout(() => {
      this.#syncTimer = undefined;
      this.#syncing = Promise.resolve(this.#syncing).then(() => this.#sync());
    }, syncEveryMs);
  }

  async #sync(): Promise<void> {
    try {
      await this.handle.datasync();
      await this.#assertThere();
    } catch (error) {
      // The system reports a failed write-back only once, so nothing after it is certain.
      this.#syncFailure = unwritable(this.runId, this.#file, error);
      this.#broken ??= this.#syncFailure;
    }
  }

  /** Anything written to a deleted or replaced file is lost when it closes. */
  async #assertThere(): Promise<void> {
    const own = await this.handle.stat();
    const { runId } = this;
    if (this.run.facts(this.name)?.id !== `${own.dev} ${own.ino}`) {
      const what = `${this.#file} was deleted or replaced while run ${runId} was going on`;
      const left = 'Cached answers are not asked again';
      throw new RunStoreError('gone', runId, `${what}: the run is lost. ${left} when you evaluate again.`);
    }
    this.lock.assertHeld();
  }

  async #drain(): Promise<void> {
    // Records of the same event-loop turn share a write, because each write is a trip to another thread.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      try {
        const lines = batch.map((pending) => pending.line).join('');
        this.size += Buffer.byteLength(lines);
        if (this.size > largestFiles.journal) throw new Error('The journal has become too large to be read again');
        await this.handle.appendFile(lines);
        this.#syncSoon();
        for (const pending of batch) pending.resolve();
      } catch (error) {
        this.#broken = unwritable(this.runId, this.#file, error);
        for (const pending of [...batch, ...this.#pending]) pending.reject(this.#broken);
        this.#pending = [];
      }
    }
    this.#writing = undefined;
  }
}
