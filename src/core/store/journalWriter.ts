import { open, type FileHandle } from 'node:fs/promises';
import { endsMidLine } from './entryLines';
import type { RunRecord } from './runRecord';
import { RunStoreError, type RunWriter } from './runStore';
import { unwritable } from './unwritable';

/** Longest time in which what was written may still be lost with the power, in milliseconds. */
const syncEveryMs = 1_000;

interface Pending {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Appends records to a journal. Records that arrive while a write is under way go out together in the next one, so
 * the order is kept and a busy run makes few system calls. What is appended is with the operating system: it outlives this
 * process. It is put on the disk itself once a second and at the end: of a power cut's records at most a second's are lost.
 */
export class JournalWriter implements RunWriter {
  readonly #file: string;
  readonly #runId: string;
  readonly #handle: FileHandle;
  readonly #unlock: () => Promise<void>;
  #pending: Pending[] = [];
  #writing: Promise<void> | undefined;
  #syncTimer: NodeJS.Timeout | undefined;
  #syncing: Promise<void> | undefined;
  #syncFailure: RunStoreError | undefined;
  #broken: RunStoreError | undefined;
  #closed = false;

  private constructor(file: string, runId: string, handle: FileHandle, unlock: () => Promise<void>) {
    this.#file = file;
    this.#runId = runId;
    this.#handle = handle;
    this.#unlock = unlock;
  }

  /** Opens for appending. A last line that a crash cut off is ended, so that it stays the only damaged one. */
  static async open(file: string, runId: string, unlock: () => Promise<void>): Promise<JournalWriter> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(file, 'a+');
      if (await endsMidLine(handle)) await handle.appendFile('\n');
      return new JournalWriter(file, runId, handle, unlock);
    } catch (error) {
      await handle?.close();
      throw unwritable(runId, file, error);
    }
  }

  append(record: RunRecord): Promise<void> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    if (this.#closed) return Promise.reject(new RunStoreError('unwritable', this.#runId, `${this.#file} is closed.`));
    return new Promise((resolve, reject) => {
      this.#pending.push({ line: `${JSON.stringify(record)}\n`, resolve, reject });
      this.#writing ??= this.#drain();
    });
  }

  /** Throws `RunStoreError` `unwritable` when the last second did not get to the disk; the lock is given up all the same. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writing;
    const isOwed = this.#syncTimer !== undefined;
    clearTimeout(this.#syncTimer);
    await this.#syncing;
    try {
      if (this.#syncFailure !== undefined) throw this.#syncFailure;
      if (isOwed && this.#broken === undefined) await this.#handle.datasync();
    } catch (error) {
      throw unwritable(this.#runId, this.#file, error);
    } finally {
      await this.#handle.close().finally(() => this.#unlock());
    }
  }

  /** The timer begins with the first record after a sync, so a run that waits for its models does nothing to the disk. */
  #syncSoon(): void {
    this.#syncTimer ??= setTimeout(() => {
      this.#syncTimer = undefined;
      this.#syncing = Promise.resolve(this.#syncing).then(() => this.#sync());
    }, syncEveryMs);
  }

  async #sync(): Promise<void> {
    try {
      await this.#handle.datasync();
    } catch (error) {
      // The system reports a failed write-back once and then forgets it: from here on nothing is certain.
      this.#syncFailure = unwritable(this.#runId, this.#file, error);
      this.#broken ??= this.#syncFailure;
    }
  }

  async #drain(): Promise<void> {
    // What arrives in the same turn of the event loop goes along: a write is a trip to another thread.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      try {
        await this.#handle.appendFile(batch.map((pending) => pending.line).join(''));
        this.#syncSoon();
        for (const pending of batch) pending.resolve();
      } catch (error) {
        this.#broken = unwritable(this.#runId, this.#file, error);
        for (const pending of [...batch, ...this.#pending]) pending.reject(this.#broken);
        this.#pending = [];
      }
    }
    this.#writing = undefined;
  }
}
