import * as z from 'zod';
import type { Benchmark } from '../benchmark/benchmark';
import type { LearnedJudge, LearnedJudgeFile } from '../benchmark/learnedJudge';
import type { BenchmarkId } from '../benchmark/samples';
import { type TrustCard, trustCardSchema } from '../benchmark/trustCard';
import type { LearnedJudges } from '../run/runItem';
import type { RunManifest } from '../store/runManifest';
import { t } from '../text/countWords';
import { messageOf, errorNamed } from '../text/errors';

/** Thrown if a file in `judges/` is missing or damaged. The message names it and says how to fix it. */
export class ShippedFileError extends errorNamed('ShippedFileError') {
  constructor(file: string, cause: unknown) {
    super(
      t`The file judges/${file} of Tutor Prompt Lab cannot be read: ${messageOf(cause)}. Reinstall Tutor Prompt Lab.`,
    );
  }
}

/** Reads a file of the folder `judges/` of this program as text. */
type ReadJudgeFile = (name: string) => Promise<string>;

/** Trust cards of rule-based offline judges, measured on public labels. */
const offlineCardsFile = 'offlineCards.json';

const offlineCardsSchema = z.strictObject({ schemaVersion: z.literal(1), cards: z.array(trustCardSchema).max(1_000) });

/** The judges shipped with the program and their trust cards. Files are read once, on first use. */
export class ShippedJudges {
  readonly #learned = new Map<BenchmarkId, Promise<LearnedJudge>>();
  #offlineCards: Promise<readonly TrustCard[]> | undefined;

  constructor(
    private readonly benchmarks: ReadonlyMap<BenchmarkId, Benchmark>,
    private readonly readFile: ReadJudgeFile,
  ) {}

  /** The learned judges that a run was planned with. Throws `ShippedFileError`, or the error of a damaged file. */
  async learnedIn(manifest: Pick<RunManifest, 'benchmarks'>): Promise<LearnedJudges> {
    const wanted = manifest.benchmarks.filter(({ learnedJudge }) => learnedJudge === true);
    const found = wanted.flatMap(({ id }) => {
      const file = this.benchmarks.get(id)?.learnedJudge;
      return file === undefined ? [] : [this.#learnedJudge(id, file).then((judge) => [id, judge] as const)];
    });
    return new Map(await Promise.all(found));
  }

  /** The cards of the offline judges of a run; none if all its judges are models. */
  async cardsFor(manifest: Pick<RunManifest, 'benchmarks' | 'judges'>): Promise<readonly TrustCard[]> {
    if (!manifest.judges.some(({ simulated }) => simulated)) return [];
    return this.#cardsOf(this.learnedIn(manifest).then((learned) => [...learned.values()]));
  }

  /** The cards of all offline judges, whether or not a run has them. Throws as `learnedIn` does. */
  async allCards(): Promise<readonly TrustCard[]> {
    const learned = [...this.benchmarks.values()].flatMap(({ id, learnedJudge }) =>
      learnedJudge === undefined ? [] : [this.#learnedJudge(id, learnedJudge)],
    );
    return this.#cardsOf(Promise.all(learned));
  }

  async #cardsOf(learned: Promise<readonly LearnedJudge[]>): Promise<readonly TrustCard[]> {
    const [judges, offline] = await Promise.all([
      learned,
      (this.#offlineCards ??= this.#read(offlineCardsFile, (text) => offlineCardsSchema.parse(JSON.parse(text)).cards)),
    ]);
    return [...judges.flatMap(({ cards }) => cards), ...offline];
  }

  #learnedJudge(id: BenchmarkId, file: LearnedJudgeFile): Promise<LearnedJudge> {
    const known = this.#learned.get(id);
    if (known !== undefined) return known;
    const read = Promise.all([this.#read(file.weights, String), this.#read(file.crossValidated, String)]);
    const judge = read.then(([weights, crossValidated]) => file.read(weights, crossValidated));
    this.#learned.set(id, judge);
    // Failures are not cached, so that a repaired installation works at once.
    judge.catch(() => this.#learned.delete(id));
    return judge;
  }

  async #read<T>(name: string, parse: (text: string) => T): Promise<T> {
    try {
      return parse(await this.readFile(name));
    } catch (error) {
      throw new ShippedFileError(name, error);
    }
  }
}
