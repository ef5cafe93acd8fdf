import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { largestFiles, type StoreFolder } from '../store/storeFolder';
import type { ReplyPlace } from './replySegment';

/** How long answers are gathered for one write, in milliseconds. */
const gatheredForMs = 50;

interface Pending {
  readonly line: Buffer;
  readonly resolve: (offset: number) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Appends lines to a segment of the cache; those that arrive within a twentieth of a second go out together. Nobody waits for them,
 * and what a process that dies had not written stands in the journal of its run.
 */
export class ReplyAppender {
  readonly name: string;
  readonly #handle: Promise<FileHandle>;
  #size = 0;
  #written = 0;
  #broken = false;
  #pending: Pending[] = [];
  #writing: Promise<void> | undefined;
  /** Ends the wait for more. */
  #gathering = new AbortController();

  /** No file of this name may be there: two processes never write to one segment. */
  constructor(folder: StoreFolder, name: string) {
    this.name = name;
    const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL } = constants;
    this.#handle = folder.open(name, O_WRONLY | O_APPEND | O_CREAT | O_EXCL, largestFiles.replies);
    this.#handle.catch(() => undefined);
  }

  /** Bytes, those under way included. */
  get size(): number {
    return this.#size;
  }

  /** Whether a write has failed; another file must be begun. */
  get broken(): boolean {
    return this.#broken;
  }

  /** Resolves with the place of `text` once it is with the operating system. */
  async append(key: string, text: string): Promise<ReplyPlace> {
    const line = Buffer.from(`${key} ${text}\n`);
    this.#size += line.length;
    const start = await new Promise<number>((resolve, reject) => {
      this.#pending.push({ line, resolve, reject });
      this.#writing ??= this.#drain();
    });
    const offset = start + key.length + 1;
    return { offset, length: line.length - key.length - 2 };
  }

  /** Has what is gathered written at once. */
  flush(): void {
    this.#gathering.abort();
  }

  async close(): Promise<void> {
    this.flush();
    await this.#writing;
    await (await this.#handle.catch(() => undefined))?.close();
  }

  async #drain(): Promise<void> {
    try {
      const handle = await this.#handle;
      while (this.#pending.length > 0) {
        await delay(gatheredForMs, undefined, { signal: this.#gathering.signal }).catch(() => undefined);
        const batch = this.#pending.splice(0);
        try {
          await handle.appendFile(Buffer.concat(batch.map(({ line }) => line)));
        } catch (error) {
          for (const { reject } of batch) reject(error);
          throw error;
        }
        for (const { line, resolve } of batch) {
          resolve(this.#written);
          this.#written += line.length;
        }
      }
    } catch (error) {
      // How much of it is there nobody knows: what comes after would not be found.
      this.#broken = true;
      for (const { reject } of this.#pending.splice(0)) reject(error);
    } finally {
      this.#gathering = new AbortController();
      this.#writing = undefined;
    }
  }
}
