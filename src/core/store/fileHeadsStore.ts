import { createHash } from 'node:crypto';
import path from 'node:path';
import { benchmarkHeadsSchema, type BenchmarkHeads } from './benchmarkHeads';
import { StoreFolder } from './storeFolder';
import { syncFolder } from './writeDurably';

/** Bytes. A benchmark has some dozens of metrics for each judge, of some 200 bytes each. */
const largest = 1024 * 1024;

/** Gives the heads of a name; `undefined` where the file is missing, damaged or not what its name says. */
export type HeadsReader = (sha256: string) => BenchmarkHeads | undefined;

/** What the figures in summaries are of, as files named by their hash: `<root>/metric-heads/<sha256>.json`. */
export class FileHeadsStore {
  readonly #folder: StoreFolder;

  constructor(root: string) {
    this.#folder = new StoreFolder(root, 'metric-heads');
  }

  /**
   * Keeps heads and resolves to their name. They are on the disk itself then, so that no summary comes to name what a power cut took.
   * Rejects with the system's error.
   */
  async put(heads: BenchmarkHeads): Promise<string> {
    const text = `${JSON.stringify(heads)}\n`;
    const sha256 = hashOf(text);
    if (this.#read(sha256) !== undefined) return sha256;
    if (await this.#folder.make()) await syncFolder(path.dirname(this.#folder.path));
    // In one step and each with a draft of its own, as two windows may keep the same heads at once.
    try {
      await this.#folder.write(nameOf(sha256), text, true);
    } catch (error) {
      // Windows refuses to replace a file that another window has open: it has just written the same.
      if (this.#read(sha256) === undefined) throw error;
    }
    return sha256;
  }

  /** Reads each name once, found or not: summaries share their heads. To be used for one listing and then let go. */
  reader(): HeadsReader {
    const known = new Map<string, BenchmarkHeads | undefined>();
    return (sha256) => {
      if (!known.has(sha256)) known.set(sha256, this.#read(sha256));
      return known.get(sha256);
    };
  }

  #read(sha256: string): BenchmarkHeads | undefined {
    try {
      const { text } = this.#folder.readSmall(nameOf(sha256), largest);
      return hashOf(text) === sha256 ? benchmarkHeadsSchema.parse(JSON.parse(text)) : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Names come from a summary, which is a file like any other: nothing but a hash may become a path. */
function nameOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A summary names metrics by no valid hash.');
  return `${sha256}.json`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
