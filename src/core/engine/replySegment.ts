import { readSync, constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { StoreFolder } from '../store/storeFolder';
import { largestFiles } from '../store/storeLimits';
import { setTimeout as delay } from 'node:timers/promises';

/** Characters of a key: a SHA-256 in hexadecimal. */
const keyLength = 64;
const lineEnd = 0x0a;
const blank = 0x20;

/** Where an answer's text is in its segment, in bytes. */
export interface ReplyPlace {
  readonly offset: number;
  readonly length: number;
}

/**
 * One file of many answers, a line each: `KEY JSON`. Appended to by one process and read by any. A line that a crash cut off
 * has no end and is not read.
 */
export class ReplySegment {
  readonly #folder: StoreFolder;
  readonly #name: string;
  #reading: Promise<FileHandle> | undefined;
  /** Of when the places were asked for; what is behind it is read from the file. */
  #content: Buffer | undefined;

  constructor(folder: StoreFolder, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  /**
   * The places of all whole lines, later ones of a key last. Rejects when the file cannot be read. `keep`: the file stays in memory
   * until it is closed, so that no answer is read twice.
   */
  async places(keep: boolean): Promise<readonly (readonly [string, ReplyPlace])[]> {
    const content = await this.#folder.read(this.#name, largestFiles.replies);
    this.#content = keep ? content : undefined;
    const found: (readonly [string, ReplyPlace])[] = [];
    for (let start = 0; start < content.length;) {
      const end = content.indexOf(lineEnd, start);
      if (end < 0) break;
      if (end - start > keyLength + 1 && content[start + keyLength] === blank) {
        const offset = start + keyLength + 1;
        found.push([content.toString('latin1', start, start + keyLength), { offset, length: end - offset }]);
      }
      start = end + 1;
    }
    return found;
  }

  /** The text at a place where that is in memory. */
  kept({ offset, length }: ReplyPlace): string | undefined {
    const end = offset + length;
    return this.#content === undefined || end > this.#content.length
      ? undefined
      : this.#content.toString('utf8', offset, end);
  }

  /** The text at a place. Rejects when it is not there any more. */
  async read({ offset, length }: ReplyPlace): Promise<string> {
    const handle = await this.#handle();
    const buffer = Buffer.allocUnsafe(length);
    // Read at once: the system has just read the file for its places, and a trip to another thread takes ten times as long.
    const bytesRead = readSync(handle.fd, buffer, 0, length, offset);
    return buffer.toString('utf8', 0, bytesRead);
  }

  async close(): Promise<void> {
    const reading = this.#reading;
    this.#reading = undefined;
    this.#content = undefined;
    await (await reading?.catch(() => undefined))?.close();
  }

  #handle(): Promise<FileHandle> {
    return (this.#reading ??= this.#folder.openToRead(this.#name, largestFiles.replies));
  }
}

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
