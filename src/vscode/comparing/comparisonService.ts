import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { comparisonFacts } from '../../core/agent/comparisonFacts';
import { benchmarks } from '../../core/benchmarks/registry';
import { beatenRuns } from '../../core/compare/beatenRuns';
import { comparePair } from '../../core/compare/compareRuns';
import { remainingSamples } from '../../core/compare/remainingSamples';
import type { Comparison } from '../../core/compare/comparison';
import { comparisonAnswer } from '../../core/compare/comparisonSentence';
import { changedLines } from '../../core/history/changedLines';
import { sessionOfRun } from '../../core/history/sessionOfRun';
import { staleSide } from '../../core/history/staleSide';
import { refreshedListing } from '../../core/history/summarizeRun';
import { illustratedCase } from '../../core/report/caseImages';
import { comparisonView, comparisonViewChanges, comparisonViewPair } from '../../core/report/comparisonView';
import { comparisonViewTitles } from '../../core/report/comparisonViewFlips';
import { runTrust, withJudgeDoubts, withJudgeTrust } from '../../core/report/runTrust';
import { textReports } from '../../core/report/textReports';
import { buildReport } from '../../core/results/buildReport';
import type { CaseDetail } from '../../core/results/reportModel';
import { hasUnaskedJudges, savedCalls } from '../../core/run/savedCalls';
import { decideLook, hasLooks } from '../../core/compare/lookDecision';
import type { RunSession } from '../../core/run/runSession';
import { FileRunStore } from '../../core/store/fileRunStore';
import { trustCards } from '../../core/trust/trustCards';
import type { ComparisonResults, JobKind, JobOf, MeasuredPair, PairToCompare } from './comparisonThread';

/** The shown pair, the shown run with its baseline, and the pairs before them. */
const mostComparisons = 4;

interface ComparedRuns {
  readonly before: RunSession;
  readonly after: RunSession;
  readonly comparison: Comparison;
}

type Jobs = {
  readonly [Kind in JobKind]: (job: JobOf<Kind>, signal: AbortSignal) => Promise<ComparisonResults[Kind]>;
};

/** Independent of the editor: it runs in its own thread, which it may block for a second. */
export class ComparisonService {
  readonly #stores = new Map<string, RunSessions>();
  /** Keyed by the pair and the state of its journals. */
  readonly #compared = new LRUCache<string, ComparedRuns>({ max: mostComparisons });
  readonly #jobs: Jobs = {
    measure: (job, signal) => this.#measure(job, signal),
    view: (job, signal) => this.#view(job, signal),
    look: (job) => this.#look(job),
    flip: (job) => this.#flip(job),
    tradeOff: async ({ root, runs, metrics, judge, ...limits }, signal) => {
      const sessions: RunSession[] = [];
      for (const id of runs) sessions.push(await this.#sessions(root).get(id));
      return beatenRuns(sessions, metrics, judge, limits, async () => {
        // Other jobs come between, and one that nobody waits for ends.
        await nextTurn();
        signal.throwIfAborted();
      });
    },
    count: ({ root, runId, toolVersion }) =>
      refreshedListing(this.#sessions(root).store, runId, { benchmarks, toolVersion }),
    report: async ({ root, runId, format, majority }) => {
      const run = await this.#sessions(root).get(runId);
      const { cards } = await trustCards(root, run.manifest);
      return textReports[format](withJudgeTrust(buildReport(run, { majority }), run, cards), run);
    },
  };

  /** Rejects as opening the runs does, and with the signal's reason if aborted before comparing. */
  do<Kind extends JobKind>(job: JobOf<Kind>, signal: AbortSignal): Promise<ComparisonResults[Kind]> {
    return this.#jobs[job.kind](job, signal);
  }

  async #measure({ pair, label }: JobOf<'measure'>, signal: AbortSignal): Promise<MeasuredPair> {
    const { comparison } = await this.#compare(pair, signal);
    return {
      before: { id: comparison.before.id },
      after: { id: comparison.after.id },
      changes: comparisonViewChanges(comparison, label),
      answer: comparisonAnswer({ comparison, label }),
    };
  }

  async #view({ pair, labels, cards, isTold }: JobOf<'view'>, signal: AbortSignal): Promise<string> {
    const { before, after, comparison } = await this.#compare(pair, signal);
    const judge = { before: comparison.before.judge, after: comparison.after.judge };
    const doubted = cards === undefined ? comparison : withJudgeDoubts(comparison, runTrust(after, cards));
    if (isTold === true)
      return comparisonFacts({ comparison: doubted, label: labels.get(before.manifest.prompt.revision) });
    const view = comparisonView(doubted, {
      titles: comparisonViewTitles(before, after),
      prompt: changedLines(before.manifest.prompt.text, after.manifest.prompt.text),
      remaining: remainingSamples(before, after),
      isRunning: [before, after].some(({ state }) => state.status?.status === 'running'),
      saved: savedCalls(after),
      canJudgeRest: [before, after].some(hasUnaskedJudges),
      staleSide: staleSide(before, after, judge, benchmarks),
      labels,
    });
    return JSON.stringify(view);
  }

  async #look({ pair, units }: JobOf<'look'>): Promise<ComparisonResults['look']> {
    const { before, after, options } = await this.#opened(pair);
    return hasLooks(before, after, {}) ? decideLook(before, after, units, options) : undefined;
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
    const { store } = this.#sessions(pair.root);
    const ids = [pair.runs.before, pair.runs.after, ...pair.others];
    const key = JSON.stringify([pair, await Promise.all(ids.map((id) => store.stampOf(id)))]);
    let found = this.#compared.get(key);
    if (found === undefined) {
      const { before, after, options } = await this.#opened(pair);
      // Let abort messages arrive, and reuse a comparison that another request finished meanwhile.
      await nextTurn();
      signal.throwIfAborted();
      found = this.#compared.get(key) ?? { before, after, comparison: comparePair(before, after, options) };
    }
    this.#compared.set(key, found);
    return found;
  }

  async #opened({ root, runs, ...pair }: PairToCompare) {
    const sessions = this.#sessions(root);
    const before = await sessions.get(runs.before);
    const after = await sessions.get(runs.after);
    const others: RunSession[] = [];
    for (const id of pair.others) {
      // A damaged run does not count, and is listed as damaged elsewhere.
      const other = await sessions.get(id).catch(() => undefined);
      if (other !== undefined) others.push(other);
    }
    return { before, after, options: { ...pair, judges: runs.judges, others } };
  }

  /** Each folder of a workspace has its own store. */
  #sessions(root: string): RunSessions {
    const known = this.#stores.get(root) ?? new RunSessions(new FileRunStore(root));
    this.#stores.set(root, known);
    return known;
  }
}

/** Open runs: both sides of a comparison, further runs of the earlier text, and the comparison before it. */
const mostOpen = 8;

/** Closes the least recently used first. A run that changed on disk is read again. */
export class RunSessions {
  readonly #open = new LRUCache<string, { readonly stamp: string; readonly session: Promise<RunSession> }>({
    max: mostOpen,
  });

  constructor(readonly store: FileRunStore) {}

  /** Rejects as opening a run does. */
  async get(runId: string): Promise<RunSession> {
    // Taken before reading: a later write makes the run outdated at the next check, never wrong.
    const stamp = await this.store.stampOf(runId);
    const known = this.#open.get(runId);
    const open = known?.stamp === stamp ? known : { stamp, session: this.#read(runId) };
    this.#open.set(runId, open);
    try {
      return await open.session;
    } catch (error) {
      if (this.#open.get(runId) === open) this.#open.delete(runId);
      throw error;
    }
  }

  async #read(runId: string): Promise<RunSession> {
    return sessionOfRun(await this.store.open(runId), benchmarks);
  }
}
