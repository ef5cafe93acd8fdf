import { stat } from 'node:fs/promises';
import { benchmarks } from '../../core/benchmarks/registry';
import { comparisonAnswer } from '../../core/compare/comparisonAnswer';
import type { Comparison } from '../../core/compare/comparison';
import type { SumsHelper } from '../../core/compare/sumsHelper';
import type { RunSession } from '../../core/engine/runSession';
import { comparisonView } from '../../core/report/comparisonView';
import { comparisonViewChanges } from '../../core/report/comparisonViewChanges';
import { comparisonViewPair } from '../../core/report/comparisonViewPair';
import { comparisonViewTitles } from '../../core/report/comparisonViewTitles';
import { illustratedCase } from '../../core/report/illustratedCase';
import { withJudgeDoubts } from '../../core/report/judgeDoubts';
import type { CaseDetail } from '../../core/report/reportModel';
import { runTrust } from '../../core/report/runTrust';
import { changedLines } from '../../core/revisions/changedLines';
import { refreshedListing } from '../../core/revisions/summarizeRun';
import { staleSide } from '../../core/revisions/staleSide';
import { FileRunStore } from '../../core/store/fileRunStore';
import type { PackedView } from '../../protocol/messages';
import type { ComparisonShelf } from './comparisonShelf';
import { comparePair } from './comparePair';
import type { ComparisonResults, JobKind, JobOf, MeasuredPair, PairToCompare } from './comparisonJob';
import { packView } from './packView';
import { remainingOf } from './remainingOf';
import { RunSessions } from './runSessions';
import { SharedWork } from './sharedWork';

/** Comparisons kept: the pair that is looked at, the one that the shown run is measured by, and those before them. */
const mostComparisons = 4;
/** Views kept, where there is no shelf: the one that is made ahead of time, and the one that is looked at. */
const mostViews = 2;

/** A result; settled where nothing was left out that could not be read this time. */
interface Made<Result> {
  readonly result: Result;
  readonly isSettled: boolean;
}

interface ComparedRuns {
  readonly before: RunSession;
  readonly after: RunSession;
  readonly comparison: Comparison;
  readonly isSettled: boolean;
}

/** How each kind of job is done. */
type Jobs = {
  readonly [Kind in JobKind]: (job: JobOf<Kind>, signal: AbortSignal) => Promise<ComparisonResults[Kind]>;
};

/** Reads and compares stored runs. Knows nothing of the editor: it runs in a thread of its own. */
export class ComparisonService {
  readonly #helper: SumsHelper | undefined;
  readonly #shelf: ComparisonShelf | undefined;
  readonly #stores = new Map<string, RunSessions>();
  readonly #comparisons = new SharedWork<ComparedRuns>(mostComparisons);
  /** One may be asked for while it is made ahead of time. */
  readonly #views = new SharedWork<Made<PackedView>>(mostViews, ({ isSettled }) => isSettled);
  readonly #jobs: Jobs = {
    measure: (job, signal) => this.#kept(job.pair, { job, files: [] }, () => this.#measure(job, signal)),
    view: async (job, signal) => {
      const files = job.samples.map(({ file }) => file);
      // A map is an empty object in JSON.
      const from = { job, files, labels: [...job.labels] };
      const make = (key: string): Promise<Made<PackedView>> =>
        this.#views.get(key, (given) => this.#view(job, given), signal);
      // From the shelf it is a part of the file's bytes, and all of these would go along with it.
      return new Uint8Array(await this.#kept(job.pair, from, make));
    },
    flip: (job) => this.#flip(job),
    count: ({ root, runId, toolVersion }) => {
      const { store } = this.#sessions(root);
      return refreshedListing(store, runId, { benchmarks, toolVersion });
    },
    forget: async ({ runIds }) => (await this.#shelf?.forget(runIds)) ?? 0,
  };

  /** `helper`: another thread for a part of the sums. `shelf`: where results are kept for the next window. */
  constructor({ helper, shelf }: { readonly helper?: SumsHelper; readonly shelf?: ComparisonShelf | undefined } = {}) {
    this.#helper = helper;
    this.#shelf = shelf;
  }

  /** Rejects as opening the runs does, and with the signal's reason when it is aborted. */
  do<Kind extends JobKind>(job: JobOf<Kind>, signal: AbortSignal): Promise<ComparisonResults[Kind]> {
    return this.#jobs[job.kind](job, signal);
  }

  /**
   * A result from the shelf, or made and put there. `from` is all that it depends on besides the runs; `files` are read for it. `make` is
   * given a text that names it by all of that.
   */
  async #kept<Result>(
    pair: PairToCompare,
    from: { readonly job: unknown; readonly files: readonly string[]; readonly labels?: unknown },
    make: (key: string) => Promise<Made<Result>>,
  ): Promise<Result> {
    const shelf = this.#shelf;
    const forgotten = shelf?.forgotten;
    const stamps = await this.#stamps(pair);
    const key = { runs: pair.runs, content: [from, stamps, await Promise.all(from.files.map(fileStamp))] };
    const known = await shelf?.get(key);
    // This build has put it there itself.
    if (known !== undefined) return known as Result;
    const { result, isSettled } = await make(JSON.stringify([pair.root, key]));
    if (shelf === undefined) return result;
    // A run that was deleted meanwhile leaves nothing behind.
    const isSame = (await this.#stamps(pair)).join() === stamps.join() && shelf.forgotten === forgotten;
    if (isSettled && isSame) void shelf.put(key, result);
    return result;
  }

  #stamps({ root, runs, others }: PairToCompare): Promise<readonly string[]> {
    const { store } = this.#sessions(root);
    return Promise.all([runs.before, runs.after, ...others].map((id) => store.stampOf(id)));
  }

  async #measure({ pair, label }: JobOf<'measure'>, signal: AbortSignal): Promise<Made<MeasuredPair>> {
    const { comparison, isSettled } = await this.#compare(pair, signal);
    const { before, after } = comparison;
    const result = {
      before: { id: before.id, revision: before.revision },
      after: { id: after.id, revision: after.revision },
      changes: comparisonViewChanges(comparison, label),
      answer: comparisonAnswer({ comparison, label }),
    };
    return { result, isSettled };
  }

  async #view({ pair, labels, samples, cards }: JobOf<'view'>, signal: AbortSignal): Promise<Made<PackedView>> {
    const { before, after, comparison, isSettled } = await this.#compare(pair, signal);
    const judge = { before: comparison.before.judge, after: comparison.after.judge };
    const doubted = cards === undefined ? comparison : withJudgeDoubts(comparison, runTrust(after, cards));
    const remaining = await remainingOf(before, after, samples);
    const view = comparisonView(doubted, {
      titles: comparisonViewTitles(before, after),
      prompt: changedLines(before.manifest.prompt.text, after.manifest.prompt.text),
      remaining: remaining.byBenchmark,
      staleSide: staleSide(before, after, judge, benchmarks),
      labels,
    });
    return { result: packView(view), isSettled: isSettled && remaining.isSettled };
  }

  async #flip({ root, flip }: JobOf<'flip'>): Promise<ComparisonResults['flip']> {
    const sessions = this.#sessions(root);
    const side = async (runId: string, caseId: string | undefined): Promise<CaseDetail | undefined> =>
      caseId === undefined ? undefined : illustratedCase(await sessions.get(runId), caseId, sessions.store.images);
    const before = await side(flip.beforeRun, flip.beforeCase);
    const after = await side(flip.afterRun, flip.afterCase);
    return before === undefined && after === undefined ? undefined : comparisonViewPair(before, after);
  }

  async #compare(pair: PairToCompare, signal: AbortSignal): Promise<ComparedRuns> {
    const stamps = await this.#stamps(pair);
    return this.#comparisons.get(JSON.stringify([pair, stamps]), (given) => this.#compareAnew(pair, given), signal);
  }

  async #compareAnew(pair: PairToCompare, signal: AbortSignal): Promise<ComparedRuns> {
    const sessions = this.#sessions(pair.root);
    const before = await sessions.get(pair.runs.before);
    const after = await sessions.get(pair.runs.after);
    const others: RunSession[] = [];
    for (const id of pair.others) {
      // One that is damaged says nothing of the noise, and is listed as damaged elsewhere.
      const other = await sessions.get(id).catch(() => undefined);
      if (other !== undefined) others.push(other);
      signal.throwIfAborted();
    }
    const { margin, smallest } = pair;
    const { judges } = pair.runs;
    return {
      before,
      after,
      // One that could not be read now may be next time.
      isSettled: others.length === pair.others.length,
      comparison: await comparePair({ before, after, judges, others, margin, smallest, signal, helper: this.#helper }),
    };
  }

  /** A window may hold several stores: each folder of a workspace has one. */
  #sessions(root: string): RunSessions {
    const known = this.#stores.get(root);
    if (known !== undefined) return known;
    const made = new RunSessions(new FileRunStore(root));
    this.#stores.set(root, made);
    return made;
  }
}

/** Size and time of a file; what is not there has a stamp of its own. */
async function fileStamp(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  return found === undefined ? 'missing' : `${found.size} ${found.mtimeMs}`;
}
