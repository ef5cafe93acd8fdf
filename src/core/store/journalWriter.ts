import { open, type FileHandle } from 'node:fs/promises';
import type { RunRecord } from './runRecord';
import { RunStoreError, type RunWriter } from './runStore';
import { unwritable } from './unwritable';

interface Pending {
  readonly line: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Appends records to a journal. Records that arrive while a write is under way go out together in the next one, so
 * the order is kept and a busy run makes few system calls.
 */
export class JournalWriter implements RunWriter {
  readonly #file: string;
  readonly #runId: string;
  readonly #handle: FileHandle;
  readonly #unlock: () => Promise<void>;
  #pending: Pending[] = [];
  #writing: Promise<void> | undefined;
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
      const { size } = await handle.stat();
      if (size > 0) {
        const last = Buffer.alloc(1);
        await handle.read(last, 0, 1, size - 1);
        if (last[0] !== 0x0a) await handle.appendFile('\n');
      }
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

  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
    await this.#handle.close();
    await this.#unlock();
  }

  async #drain(): Promise<void> {
    // One turn of the event loop gathers what arrives together.
    await Promise.resolve();
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      try {
        await this.#handle.appendFile(batch.map((pending) => pending.line).join(''));
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
