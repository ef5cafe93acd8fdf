import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { sha256 } from '../../core/judging/sha256';
import { StoreFolder } from '../../core/store/storeFolder';
import type { RunPair } from '../../protocol/messages';

/** What is kept, the least used deleted first: a view of 15,000 verdicts has a third of a megabyte. */
const mostKept = 12;
const mostBytes = 64 * 1024 * 1024;
const suffix = '.compared';
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
  readonly #folder: StoreFolder;
  readonly #build: string;
  #putting: Promise<void> = Promise.resolve();
  #forgotten = 0;

  /** `build` differs between any two builds of this product. */
  constructor(folder: string, build: string) {
    this.#folder = new StoreFolder(folder);
    this.#build = build;
  }

  /** How often something was forgotten: what was made before is not to be put there after it. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** The result as it was put there; `undefined` where it is not, or is damaged. */
  async get(key: ShelfKey): Promise<unknown> {
    const name = nameOf(this.#build, key);
    try {
      const content = await this.#folder.read(name, mostBytes);
      const bytes = content.subarray(digestBytes);
      if (!digestOf(bytes).equals(content.subarray(0, digestBytes))) return undefined;
      const result: unknown = deserialize(bytes);
      await this.#folder.touch(name).catch(() => undefined);
      return result;
    } catch {
      return undefined;
    }
  }

  /** Never rejects. */
  put(key: ShelfKey, result: unknown): Promise<void> {
    this.#putting = this.#putting.then(() => this.#write(nameOf(this.#build, key), result)).catch(() => undefined);
    return this.#putting;
  }

  /** Deletes what came of these runs, or all, and returns how many results that were. Rejects when something cannot be deleted. */
  async forget(runIds?: readonly string[]): Promise<number> {
    this.#forgotten += 1;
    await this.#putting;
    const names = await this.#names();
    const gone = names.filter((name) => runIds?.some((id) => name.split('~').includes(id)) ?? true);
    await Promise.all(gone.map((name) => this.#folder.remove(name)));
    return gone.filter((name) => name.endsWith(suffix)).length;
  }

  async #write(name: string, result: unknown): Promise<void> {
    await this.#folder.make();
    const bytes = serialize(result);
    // Two windows may have the folder open; each writes a file of its own and then gives it the name.
    await this.#folder.write(name, Buffer.concat([digestOf(bytes), bytes]), false);
    await this.#prune();
  }

  async #prune(): Promise<void> {
    const files = (await this.#names()).map((name) => ({ name, ...this.#factsOf(name) }));
    let bytes = 0;
    let kept = 0;
    for (const { name, size, changedAt } of files.sort((one, other) => other.changedAt - one.changedAt)) {
      const isDraft = !name.endsWith(suffix);
      bytes += size;
      kept += isDraft ? 0 : 1;
      const isLeft = isDraft && Date.now() - changedAt > longestWriteMs;
      if (isLeft || kept > mostKept || bytes > mostBytes) await this.#folder.remove(name);
    }
  }

  #factsOf(name: string): { readonly size: number; readonly changedAt: number } {
    try {
      return this.#folder.facts(name) ?? { size: 0, changedAt: 0 };
    } catch {
      return { size: 0, changedAt: 0 };
    }
  }

  /** Results, and drafts of them. */
  async #names(): Promise<readonly string[]> {
    const names = await this.#folder.names().catch(() => []);
    return names.filter((name) => name.includes(suffix));
  }
}

/** Ids of runs have no tilde. */
function nameOf(build: string, { runs, content }: ShelfKey): string {
  const hash = sha256(JSON.stringify([build, runs, content])).slice(0, 32);
  return `${runs.before}~${runs.after}~${hash}${suffix}`;
}

function digestOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
