import { type TrustCard, trustCardSchema } from '../benchmark/trustCard';
import { benchmarkIds } from '../benchmarks/policies';
import { entryCheck, readJsonFile } from './entryLines';
import { PlainFileError } from './plainFile';
import { unwritable } from './runStoreError';
import { sha256 } from '../text/sha256';
import { StoreFolder } from './storeFolder';

export interface TrustCards {
  readonly cards: readonly TrustCard[];
  readonly problems: readonly string[];
}

const largest = 64 * 1024;
const mostCards = 10_000;

/** The file's name begins with the benchmark, so only known ones are taken. */
const cardSchema = trustCardSchema.refine(({ benchmark }) => benchmarkIds.includes(benchmark), { path: ['benchmark'] });

const check = entryCheck<TrustCard>(
  cardSchema,
  (field) => `The trust card cannot be saved: its “${field}” is not valid.`,
);

/** One card for each judge, version, benchmark, dimension and set of labels. */
export class FileTrustCardStore {
  readonly #folder: StoreFolder;

  constructor(root: string) {
    this.#folder = new StoreFolder(root, 'cards');
  }

  async put(card: TrustCard): Promise<void> {
    const checked = check(card, card.runId);
    const name = nameOf(checked);
    try {
      await this.#folder.make();
      await this.#folder.write(name, `${JSON.stringify(checked, undefined, 2)}\n`, true);
    } catch (error) {
      throw unwritable(card.runId, this.#folder.pathOf(name), error);
    }
  }

  async read(): Promise<TrustCards> {
    const problems: string[] = [];
    const names = await this.#folder.names().catch((error: unknown) => {
      if (PlainFileError.is(error)) problems.push(error.message);
      return [];
    });
    const cards = names
      .filter((name) => name.endsWith('.json'))
      .slice(0, mostCards)
      .flatMap((name): readonly TrustCard[] => {
        const card = readJsonFile(this.#folder, name, largest, cardSchema);
        // A card under another name is a copy, perhaps an old one.
        if (card !== undefined && nameOf(card) === name) return [card];
        problems.push(
          `${this.#folder.pathOf(name)} is not a trust card and is left out. Delete it, or calibrate again.`,
        );
        return [];
      });
    return { cards, problems };
  }
}

function nameOf({ judge, benchmark, dimension, judgeVersion, gold }: TrustCard): string {
  const hash = sha256(JSON.stringify([judge, benchmark, dimension, judgeVersion, gold.hash]));
  return `${benchmark}-${hash.slice(0, 32)}.json`;
}
