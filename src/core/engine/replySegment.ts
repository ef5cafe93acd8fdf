import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { largestFiles, type StoreFolder } from '../store/storeFolder';

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
