import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunEnding } from '../../../src/core/store/runRecord';
import type { SpendingEntry } from '../../../src/core/store/spendingLedger';
import { MemorySpendingLedger } from '../../memoryStores/memorySpendingLedger';
import { BatchHost } from './batchHost';
import { Mortal, newRun, playBatchRun, type BatchRunOptions, type BatchRunResult, type KeptRun } from './batchRun';
import { problemsOfCompletion, problemsOfHolds, problemsOfRecords, problemsOfSpending } from './batchRunProblems';
import { randomBatchCase } from './randomBatchCase';
import type { RandomAttempt } from './randomAttempt';

/** Attempts in which anything may happen; in as many after them everything works, and the run must come to its end. */
const troubledAttempts = 4;
/** Turns of the event loop after which an attempt hangs: ten times what the longest of the first 80 seeds takes. */
const mostTurns = 150_000;

export interface RandomBatchRun {
  /** What went wrong, as sentences. */
  readonly problems: readonly string[];
  /** How the attempts ended. */
  readonly endings: readonly RunEnding[];
}

/** Plays the run of a seed over as many attempts as it takes, each as if it were another process. */
export async function playRandomBatchRun(seed: number): Promise<RandomBatchRun> {
  const { run, troubled, calm, hasTrouble, hasFaults, hasFullDisk, attemptOf } = randomBatchCase(seed);
  const host = new BatchHost();
  const kept = newRun();
  const noted: SpendingEntry[] = [];
  const spending = new NotedLedger(noted);
  const problems: string[] = [];
  const endings: RunEnding[] = [];
  for (let number = 1; endings.at(-1) !== 'completed'; number += 1) {
    const say = (...found: readonly string[]): unknown =>
      problems.push(...found.map((one) => `Attempt ${number}: ${one}`));
    if (number > 2 * troubledAttempts) {
      say('The run should have been completed by now.');
      break;
    }
    const isCalm = number > troubledAttempts;
    const befalls = attemptOf(number, isCalm);
    const { caps, writeFault } = befalls;
    host.options = { ...(isCalm ? calm : troubled), ...befalls.host };
    if (befalls.losesBatches) for (const batch of host.batches) batch.phase = 'gone';
    const notedBefore = noted.length;
    const options = { ...run, host, spending, caps, maxCostUsd: caps.maxCostUsd, writeFault };
    const { result, isStopped } = await playAttempt(kept, options, befalls);
    if (result === undefined) {
      say(`The run goes on after ${mostTurns} turns of the event loop.`);
      break;
    }
    const { session, status } = result;
    const ending = status.status as RunEnding;
    endings.push(ending);
    say(...problemsOfRecords(kept.records), ...problemsOfHolds(noted.slice(notedBefore)));
    // What a full disk refused is in no record.
    if (!hasFullDisk) say(...problemsOfSpending(noted, session, host.paidAlone.length > 0));
    if (number === 1 && !hasFaults) say(...problemsOfPaid(ending, kept, host));
    if (ending === 'completed') say(...problemsOfCompletion(session));
    const mayFail = hasTrouble || writeFault !== undefined || host.batches.some(({ phase }) => phase === 'gone');
    const isOdd = isOddEnding(ending, { isStopped, isCapped: Object.keys(caps).length > 0, mayFail });
    if (isOdd) say(`The run ended as ${ending} for no reason. ${status.detail ?? ''}`);
    // What follows would say the same again.
    if (problems.length > 0) break;
  }
  return { problems, endings };
}

/** No `result`: the attempt hangs. */
async function playAttempt(
  kept: KeptRun,
  options: BatchRunOptions,
  { stop }: RandomAttempt,
): Promise<{ readonly result: BatchRunResult | undefined; readonly isStopped: boolean }> {
  const abort = new AbortController();
  const mortal = new Mortal();
  let events = 0;
  let isOver = false;
  const onEvent = (): void => {
    events += 1;
    if (events !== stop?.event) return;
    if (stop.isLater) setImmediate(() => abort.abort(stop.reason));
    else abort.abort(stop.reason);
  };
  const watch = async (): Promise<void> => {
    for (let turn = 0; turn < mostTurns && !isOver; turn += 1) await nextTurn();
    mortal.die();
  };
  const running = playBatchRun(kept, options, { mortal, signal: abort.signal, onEvent });
  const [result] = await Promise.all([running.finally(() => (isOver = true)), watch()]);
  return { result, isStopped: abort.signal.aborted };
}

function isOddEnding(
  ending: RunEnding,
  {
    isStopped,
    isCapped,
    mayFail,
  }: { readonly isStopped: boolean; readonly isCapped: boolean; readonly mayFail: boolean },
): boolean {
  if (ending === 'interrupted' || ending === 'cancelled') return !isStopped;
  if (ending === 'overBudget') return !isCapped;
  return ending !== 'completed' && !isStopped && !isCapped && !mayFail;
}

/** Where single calls alone fail and nothing was stopped, every answer that was paid for is in one record. */
function problemsOfPaid(ending: RunEnding, { records }: KeptRun, host: BatchHost): string[] {
  if (ending !== 'completed' && ending !== 'incomplete') return [];
  const paid = host.paid.length + host.paidAlone.length;
  const recorded = records.reduce((sum, record) => sum + ('calls' in record ? record.calls : 0), 0);
  return recorded === paid ? [] : [`The records have ${recorded} calls, and ${paid} were paid for.`];
}

/** Its entries in the order in which they were written, whatever their day. */
class NotedLedger extends MemorySpendingLedger {
  readonly #noted: SpendingEntry[];

  constructor(noted: SpendingEntry[]) {
    super();
    this.#noted = noted;
  }

  override append(day: string, entries: readonly SpendingEntry[]): Promise<void> {
    this.#noted.push(...entries);
    return super.append(day, entries);
  }
}
