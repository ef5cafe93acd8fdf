import { comparisonSummaryJson } from '../core/compare/comparisonJson';
import { endpointsOfRun } from '../core/revisions/endpointsOfRun';
import { summarizeRun } from '../core/revisions/summarizeRun';
import type { BatchServices } from '../core/engine/batch/batchServices';
import { wavesOfReplies } from '../core/engine/batch/batchPlan';
import type { Clock } from '../core/engine/clock';
import { executeRun } from '../core/engine/executeRun';
import { FileReplyCache } from '../core/engine/fileReplyCache';
import type { CapKind, RunCaps } from '../core/engine/runCaps';
import type { RunSession } from '../core/engine/runSession';
import { everySecond } from '../core/engine/serverSilence';
import { buildReport } from '../core/report/buildReport';
import { evaluateJson } from '../core/report/evaluateJson';
import { judgeDoubts, withJudgeDoubts } from '../core/report/judgeDoubts';
import { withJudgeTrust } from '../core/report/metricTrust';
import type { RunReport } from '../core/report/reportModel';
import { runTrust } from '../core/report/runTrust';
import { terminalTable } from '../core/report/terminalTable';
import { lacksScores } from '../core/report/understoodPrompt';
import { FileBatchLog } from '../core/store/batchLog';
import type { FileRunStore } from '../core/store/fileRunStore';
import { FileSpendingLedger } from '../core/store/spendingLedger';
import { keptFetch } from '../core/providers/keptFetch';
import { proxiedFetch } from '../core/providers/proxiedFetch';
import { RunStoreError, type RunWriter } from '../core/store/runStore';
import { checkBaseline, sayBaseline } from './baselineOfRun';
import { CliError, exitCodes } from './cliError';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';
import { goOnLine } from './goOnLine';
import { leanFetch } from './leanHeap';
import { keysOf } from './modelServers';
import { ProgressLine } from './progressLine';
import type { RunChecks } from './runChecks';
import { trustCards } from './trustCards';
import { writeHtml } from './writeHtml';

/** A run about to start or to go on. */
export interface RunToFinish extends Partial<RunChecks> {
  readonly session: RunSession;
  readonly store: FileRunStore;
  readonly root: string;
  /** Takes the run's lock; called once the models are known to be usable, so a missing key leaves no empty run behind. */
  openWriter(): Promise<RunWriter>;
  readonly concurrency: number | undefined;
  readonly cache: boolean;
  readonly caps: RunCaps;
  /** Those of the caps that were named for a run that goes on, now or before. */
  readonly byHand?: readonly CapKind[];
  /** Ends the batches that the run has left at the provider, takes what they had answered, and stops. */
  readonly cancelBatches?: boolean;
  readonly clock: Clock;
  readonly json: boolean;
  /** Whether the vote of all judges stands beside what each of them says. */
  readonly majority?: boolean;
  /** File to write the HTML report to. */
  readonly html: string | undefined;
  /** What is to come after this run, in a sentence that is said where it is cut off. */
  readonly notYet?: string;
  /** What else the command that goes on with the run is told, as options; begins with a space where there are any. */
  readonly moreArguments?: string;
  /** Where failing replies of a run that has ended are tagged: how to go on. What the run's scores come to stays as it is. */
  readonly tagging?: string;
  /** Prints what was found in the place of the scores. Rejects with `CliError` where a file could not be written. */
  present?(): Promise<void>;
}

/** A run with such a status goes on later; until then there is nothing to compare. */
const stopped: ReadonlySet<string> = new Set(['interrupted', 'cancelled', 'failed']);

/** Runs to the end, prints the result and returns the exit code. */
export async function finishRun(run: RunToFinish, context: CliContext): Promise<number> {
  const { session, store } = run;
  const { manifest } = session;
  const progress = new ProgressLine(session, context);
  const abort = new AbortController();
  const endpoints = endpointsOfRun(manifest, {
    entries: context.providers,
    keyFor: keysOf(context),
    concurrency: run.concurrency,
    onEvent: progress.onEvent,
    fetch: leanFetch(proxiedFetch(context.env, keptFetch())),
    batch: () => batchServices(run, context, run.cancelBatches === true ? () => abort.abort('cancelled') : undefined),
  });
  // Before anything is written: a damaged file leaves no run behind.
  const learnedJudges = await context.judges.learnedIn(manifest);
  const writer = await run.openWriter();
  const stopListening = context.onInterrupt(() => abort.abort('interrupted'));
  const cache = run.cache ? new FileReplyCache(run.root) : undefined;
  const status = await executeRun(
    session,
    {
      ...endpoints,
      writer,
      images: store.images,
      learnedJudges,
      cache,
      clock: run.clock,
      random: Math.random,
      onEvent: progress.onEvent,
      everySecond,
      spending: new FileSpendingLedger(run.root),
      ...run.caps,
      byHand: run.byHand,
    },
    abort.signal,
  ).finally(stopListening);
  progress.end();
  const lost = await closeRun(writer);
  await cache?.close();
  for (const problem of cache?.problems ?? []) context.err(`warning: ${foreignText(problem)}\n`);
  const cards = await trustCards(run, context);
  const report = withJudgeTrust(buildReport(session, { majority: run.majority }), session, cards);
  // Derived data: a run without it is only listed a little more slowly.
  if (run.tagging === undefined)
    await store.writeSummary(manifest.runId, summarizeRun(report, session, context.version)).catch(() => false);
  const directory = store.directoryOf(manifest.runId);
  const sayWhere = (): void => {
    if (lost === undefined) context.err(`Run ${manifest.runId} is kept in ${foreignText(directory)}\n`);
  };
  const sayWhereAndThrow = (error: unknown): never => {
    sayWhere();
    throw error;
  };
  const plain = stopped.has(status.status) ? undefined : await run.compare?.().catch(sayWhereAndThrow);
  const compared = plain && { ...plain, comparison: withJudgeDoubts(plain.comparison, runTrust(session, cards)) };
  const comparison = compared === undefined ? {} : { comparison: comparisonSummaryJson(compared) };
  let isWritten = true;
  // What was paid for is said and checked whatever becomes of a file.
  const sayUnwritten = (error: unknown): void => {
    if (!CliError.is(error)) return sayWhereAndThrow(error);
    context.err(`error: ${foreignText(error.message)}\n`);
    isWritten = false;
  };
  if (run.present !== undefined) await run.present().catch(sayUnwritten);
  else if (run.json)
    context.document(`${JSON.stringify({ ...evaluateJson(report, directory), ...comparison }, undefined, 2)}\n`);
  else context.out(terminalTable(report, { width: context.width, color: context.color }));
  if (run.html !== undefined) await writeHtml(run.html, session, report, store.images, context).catch(sayUnwritten);
  sayWhere();
  if (lost !== undefined) throw lost;
  const goOn = `${run.notYet === undefined ? '' : `${run.notYet} `}${run.tagging ?? goOnLine(run, status.cap, context.connections)}`;
  if (status.status === 'interrupted' || status.status === 'cancelled') {
    const left = status.detail === undefined ? '' : `${status.detail} `;
    if (run.cancelBatches === true && status.status === 'cancelled') {
      const ended = status.detail === undefined ? 'The batches are cancelled; what they had answered is kept. ' : left;
      context.err(`${foreignText(ended + goOn)}\n`);
      return codeOf(status.detail === undefined, isWritten);
    }
    context.err(`Interrupted. ${foreignText(left + goOn)}\n`);
    return exitCodes.interrupted;
  }
  if (status.status === 'failed') throw new CliError(`${status.detail ?? 'The run failed.'} ${goOn}`);
  if (status.status === 'overBudget') {
    context.err(`${foreignText(`${status.detail ?? 'The run stopped at a cap.'} ${goOn}`)}\n`);
  }
  if (compared !== undefined) sayBaseline(compared, context);
  const below = run.check?.(report) ?? [];
  const failures = [...below, ...(compared === undefined ? [] : checkBaseline(compared))];
  for (const failure of failures) context.err(`failed: ${foreignText(failure)}\n`);
  if (run.checkNote !== undefined) context.err(`note: ${run.checkNote}\n`);
  // Against a baseline it is said already.
  const doubts = below.length > 0 && compared === undefined ? judgeDoubts(report, report.run.judges) : undefined;
  if (doubts !== undefined) context.err(`note: ${foreignText(doubts.sentence)}\n`);
  if (failures.length > 0) return exitCodes.failedCheck;
  if (lacksScores(report.run)) {
    context.err('There are no scores: the simulated tutor understood no sentence of the prompt.\n');
    return exitCodes.incomplete;
  }
  return codeOf(isComplete(report), isWritten);
}

/** What was paid for is said even where the run itself is gone from the disk; any other failure is thrown. */
async function closeRun(writer: RunWriter): Promise<RunStoreError | undefined> {
  try {
    await writer.close();
    return undefined;
  } catch (error) {
    if (RunStoreError.is(error, 'gone')) return error;
    throw error;
  }
}

function codeOf(isDone: boolean, isWritten: boolean): number {
  if (!isWritten) return exitCodes.badCall;
  return isDone ? exitCodes.done : exitCodes.incomplete;
}

function batchServices(
  { session, store, clock }: RunToFinish,
  context: CliContext,
  onGathered: (() => void) | undefined,
): BatchServices {
  const waves = wavesOfReplies(session);
  if (waves > 1 && onGathered === undefined) {
    context.err(
      `warning: The last replies need up to ${waves} batches one after the other, and judging comes after them; each may take a day.\n`,
    );
  }
  const log = new FileBatchLog(store.directoryOf(session.manifest.runId));
  return { log, clock, random: Math.random, times: context.batchTimes, onGathered };
}

function isComplete(report: RunReport): boolean {
  return (
    report.run.status === 'completed' &&
    // What a tutor without vision cannot be asked is left out by its nature, not for want of an answer.
    report.benchmarks.every(
      ({ completed, notApplicable, planned, judgeFailed }) =>
        completed + notApplicable === planned && judgeFailed === 0,
    )
  );
}
