import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { readSmallFile } from './plainFile';
import { RunStoreError } from './runStore';
import { trustCardSchema, type TrustCard } from './trustCard';
import type { TrustCards, TrustCardStore } from './trustCardStore';
import { unwritable } from './unwritable';
import { ownDraft, writeAtOnce } from './writeDurably';

/** Bytes; a card has about one thousand. */
const largest = 64 * 1024;
/** A store has some dozens of cards; a folder with far more of them holds something else. */
const mostCards = 10_000;

/** Trust cards as files, `<root>/cards/<benchmark>-<hash>.json`. */
export class FileTrustCardStore implements TrustCardStore {
  readonly #folder: string;

  constructor(root: string) {
    this.#folder = path.join(root, 'cards');
  }

  async put(card: TrustCard): Promise<void> {
    const parsed = trustCardSchema.safeParse(card);
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path.join('.') ?? '';
      throw new RunStoreError('unwritable', card.runId, `The trust card cannot be kept: its “${field}” does not fit.`);
    }
    const file = path.join(this.#folder, nameOf(parsed.data));
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeAtOnce(file, `${JSON.stringify(parsed.data, undefined, 2)}\n`, ownDraft(file));
    } catch (error) {
      throw unwritable(card.runId, file, error);
    }
  }

  async read(): Promise<TrustCards> {
    const names = await readdir(this.#folder).catch(() => []);
    const problems: string[] = [];
    const cards = names
      .filter((name) => name.endsWith('.json'))
      .slice(0, mostCards)
      .flatMap((name): readonly TrustCard[] => {
        const file = path.join(this.#folder, name);
        const card = cardIn(file);
        // A card under another name is a copy, and a copy may be an older one.
        if (card !== undefined && nameOf(card) === name) return [card];
        problems.push(`${file} is no trust card and left out. Delete it, or calibrate again.`);
        return [];
      });
    return { cards, problems };
  }
}

function cardIn(file: string): TrustCard | undefined {
  try {
    return trustCardSchema.safeParse(JSON.parse(readSmallFile(file, { largest }).text)).data;
  } catch {
    return undefined;
  }
}

function nameOf({ judge, benchmark, dimension, judgeVersion, gold }: TrustCard): string {
  const hash = createHash('sha256').update(JSON.stringify([judge, benchmark, dimension, judgeVersion, gold.hash]));
  return `${benchmark}-${hash.digest('hex').slice(0, 32)}.json`;
}
