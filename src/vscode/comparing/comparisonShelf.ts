import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { sha256 } from '../../core/judging/sha256';
import type { RunPair } from '../../protocol/messages';

/** What is kept, the least used deleted first: a view of 15,000 verdicts has a third of a megabyte. */
const mostKept = 12;
const mostBytes = 64 * 1024 * 1024;
const suffix = '.compared';
const draftSuffix = '.draft';
/** A draft that is older was left by a window that closed while it wrote, in milliseconds. */
const longestWriteMs = 10 * 60_000;
const digestBytes = 32;

/** Names a result by all that it depends on: `content` is plain data, with the stamps of every file that was read for it. */
export interface ShelfKey {
  readonly runs: RunPair;
  readonly content: unknown;
}

/**
 * What comparisons came to, in files of the editor's own storage: the next window has them without reading a run. Each holds for one
 * build of this product and for the journals as they were. A digest tells damaged ones. Nothing here fails a comparison: what cannot be read is made again.
 */
export class ComparisonShelf {
  readonly #folder: string;
  readonly #build: string;
  #putting: Promise<void> = Promise.resolve();
  #forgotten = 0;

  /** `build` differs between any two builds of this product. */
  constructor(folder: string, build: string) {
    this.#folder = folder;
    this.#build = build;
  }

  /** How often something was forgotten: what was made before is not to be put there after it. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** The result as it was put there; `undefined` where it is not, or is damaged. */
  async get(key: ShelfKey): Promise<unknown> {
    const file = this.#file(key);
    try {
      const content = await readFile(file);
      const bytes = content.subarray(digestBytes);
      if (!digestOf(bytes).equals(content.subarray(0, digestBytes))) return undefined;
      const result: unknown = deserialize(bytes);
      const now = new Date();
      await utimes(file, now, now).catch(() => undefined);
      return result;
    } catch {
      return undefined;
    }
  }

  /** Never rejects. */
  put(key: ShelfKey, result: unknown): Promise<void> {
    this.#putting = this.#putting.then(() => this.#write(this.#file(key), result)).catch(() => undefined);
    return this.#putting;
  }

  /** Deletes what came of these runs, or all, and returns how many results that were. Rejects when something cannot be deleted. */
  async forget(runIds?: readonly string[]): Promise<number> {
    this.#forgotten += 1;
    await this.#putting;
    const names = await this.#names();
    const gone = names.filter((name) => runIds?.some((id) => name.split('~').includes(id)) ?? true);
    await Promise.all(gone.map((name) => rm(path.join(this.#folder, name), { force: true })));
    return gone.filter((name) => name.endsWith(suffix)).length;
  }

  async #write(file: string, result: unknown): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    // Two windows may have the folder open; each writes a file of its own and then gives it the name.
    const draft = `${file}.${process.pid}${draftSuffix}`;
    const bytes = serialize(result);
    try {
      await writeFile(draft, Buffer.concat([digestOf(bytes), bytes]));
      await rename(draft, file);
    } finally {
      await rm(draft, { force: true });
    }
    await this.#prune();
  }

  async #prune(): Promise<void> {
    const files = await Promise.all(
      (await this.#names()).map(async (name) => {
        const file = path.join(this.#folder, name);
        const found = await stat(file).catch(() => undefined);
        return { file, size: found?.size ?? 0, usedAt: found?.mtimeMs ?? 0 };
      }),
    );
    let bytes = 0;
    let kept = 0;
    for (const { file, size, usedAt } of files.sort((one, other) => other.usedAt - one.usedAt)) {
      const isDraft = file.endsWith(draftSuffix);
      bytes += size;
      kept += isDraft ? 0 : 1;
      const isLeft = isDraft && Date.now() - usedAt > longestWriteMs;
      if (isLeft || kept > mostKept || bytes > mostBytes) await rm(file, { force: true });
    }
  }

  async #names(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => name.endsWith(suffix) || (name.includes(suffix) && name.endsWith(draftSuffix)));
  }

  /** Ids of runs have no tilde. */
  #file({ runs, content }: ShelfKey): string {
    const hash = sha256(JSON.stringify([this.#build, runs, content])).slice(0, 32);
    return path.join(this.#folder, `${runs.before}~${runs.after}~${hash}${suffix}`);
  }
}

function digestOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
