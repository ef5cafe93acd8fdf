import { setFlagsFromString } from 'node:v8';
import { comparisonSummaryJson } from '../core/compare/comparisonJson';
import type { LabelledComparison } from '../core/compare/comparisonSentence';
import { endpointsOfRun } from '../core/history/endpointsOfRun';
import { summarizeRun } from '../core/history/summarizeRun';
import { serverAt } from '../core/providers/apiAddress';
import { keptFetch } from '../core/providers/keptFetch';
import { proxiedFetch } from '../core/providers/proxiedFetch';
import { evaluateJson } from '../core/report/evaluateJson';
import { judgeDoubts } from '../core/report/runTrust';
import { terminalTable } from '../core/report/terminalTable';
import { raceOf } from '../core/results/editReport';
import type { RunReport } from '../core/results/reportModel';
import { lacksScores } from '../core/results/understoodPrompt';
import { wavesOfReplies } from '../core/run/batch/batchPlan';
import { systemClock } from '../core/run/clock';
import { executeRun, type RunServices } from '../core/run/executeRun';
import type { Continuation, RunSession } from '../core/run/runSession';
import { FileReplyCache } from '../core/run/replyCache';
import { type CapKind, capNames, capsOf, type RunCaps } from '../core/run/runCaps';
import { everySecond } from '../core/run/serverSilence';
import { FileBatchLog } from '../core/store/batchLog';
import type { FileRunStore } from '../core/store/fileRunStore';
import { askedRoles, leavesCacheOut, type RunManifest } from '../core/store/runManifest';
import type { StatusRecord } from '../core/store/runRecord';
import type { RunWriter } from '../core/store/runStore';
import { RunStoreError } from '../core/store/runStoreError';
import { FileSpendingLedger, type Spending } from '../core/store/spendingLedger';
import { type CliContext, CliError, exitCodes } from './cliContext';
import type { CliOptions } from './cliOptions';
import { checkBaseline, sayBaseline } from './compareCommand';
import { keysOf } from './modelServers';
import { judgedReport } from './openRun';
import { printJson, warn, writeNamed } from './printing';
import { ProgressLine } from './progressLine';
import type { RunChecks } from './runChecks';
import { foreignText, inShell } from './terminalText';

export interface RunToFinish {
  readonly session: RunSession;
  readonly store: FileRunStore;
  readonly root: string;
  /** Takes the run's lock. Called once the models are known to be usable, so that a missing key leaves no empty run. */
  openWriter(caps: RunCaps): Promise<RunWriter>;
  readonly options: CliOptions;
  readonly caps: RunCaps;
  readonly byHand?: readonly CapKind[];
  /** What an earlier run spent of the same caps. */
  readonly spentBefore?: Spending | undefined;
  /** For a stored run: what it goes on with. */
  readonly continuation?: Continuation;
  readonly checks?: RunChecks;
  /** The command that continues tagging; the run itself has ended and keeps its scores. */
  readonly tagging?: string;
  /** Replaces the printing of scores. Rejects with `CliError` when a file cannot be written. */
  present?(): Promise<void>;
}

/** Runs to the end, prints the result and returns the exit code. */
export async function finishRun(run: RunToFinish, context: CliContext): Promise<number> {
  const { status, lost } = await playRun(run, context);
  const shown = await showResult(run, status, lost === undefined, context);
  if (lost !== undefined) throw lost;
  return exitCodeOf(run, status, shown, context);
}

/** `lost`: the run was deleted meanwhile, but still has results to print. */
async function playRun(
  run: RunToFinish,
  context: CliContext,
): Promise<{ readonly status: StatusRecord; readonly lost: RunStoreError | undefined }> {
  const { session, store, root, options } = run;
  const { manifest } = session;
  const progress = new ProgressLine(session, context);
  const abort = new AbortController();
  const endpoints = endpointsOfRun(manifest, {
    entries: context.providers,
    keyFor: keysOf(context),
    concurrency: options.concurrency,
    onEvent: progress.onEvent,
    fetch: leanFetch(proxiedFetch(context.env, keptFetch()), manifest.batch === true ? 25 : 50),
    batch: () => batchServices(run, context, () => abort.abort('cancelled')),
  });
  const writer = await run.openWriter(run.caps);
  const stopListening = context.onInterrupt((why = 'interrupted') => abort.abort(why));
  const cache = options.cache === false || leavesCacheOut(manifest) ? undefined : new FileReplyCache(root);
  const services: RunServices = {
    ...endpoints,
    writer,
    images: store.images,
    cache,
    clock: systemClock,
    random: Math.random,
    onEvent: progress.onEvent,
    everySecond,
    spending: new FileSpendingLedger(root),
    ...run.caps,
    byHand: run.byHand,
    spentBefore: run.spentBefore,
    ...run.continuation,
    decideLook: raceOf(session) ?? run.checks?.decideLook,
  };
  const status = await executeRun(session, services, abort.signal).finally(stopListening);
  progress.end();
  let lost: RunStoreError | undefined;
  await writer.close().catch((error: unknown) => {
    if (!RunStoreError.is(error, 'gone')) throw error;
    lost = error;
  });
  await cache?.close();
  for (const problem of cache?.problems ?? []) warn(problem, context);
  return { status, lost };
}

/** `isWritten`: false if a file that an option names could not be written. */
async function showResult(run: RunToFinish, { status: end }: StatusRecord, isKept: boolean, context: CliContext) {
  const { session, store, options, checks } = run;
  const { runId } = session.manifest;
  const { report, doubted } = await judgedReport(run, options, context);
  // Derived data: a run without it is only listed more slowly.
  if (run.tagging === undefined)
    await store.writeSummary(runId, summarizeRun(report, session, context.version)).catch(() => false);
  const directory = store.directoryOf(runId);
  let isWritten = true;
  // A file that cannot be written must not hide results that were paid for.
  const sayUnwritten = (error: unknown): void => {
    if (!CliError.is(error)) throw error;
    context.err(`error: ${foreignText(error.message)}\n`);
    isWritten = false;
  };
  try {
    // A stopped run is compared once it is finished.
    const plain = end === 'interrupted' || end === 'cancelled' || end === 'failed' ? undefined : checks?.compare?.();
    const compared = plain && doubted(await plain);
    const comparison = compared && comparisonSummaryJson(compared);
    if (run.present !== undefined) await run.present().catch(sayUnwritten);
    else if (options.json === true) printJson({ ...evaluateJson(report, directory), comparison }, context);
    else context.out(terminalTable(report, context));
    if (options.html !== undefined) await writeHtml(options.html, run, report, compared, context).catch(sayUnwritten);
    return { report, compared, isWritten };
  } finally {
    if (isKept) context.err(`Run ${runId} is kept in ${foreignText(directory)}\n`);
  }
}

/** Says how the run ended and which checks failed. Throws `CliError` for a run that failed. */
function exitCodeOf(
  run: RunToFinish,
  { status: end, detail, cap }: StatusRecord,
  { report, compared, isWritten }: Awaited<ReturnType<typeof showResult>>,
  context: CliContext,
): number {
  const { options, checks } = run;
  const goOn = run.tagging ?? goOnLine(run, cap, context.connections);
  const say = (text: string): void => context.err(`${foreignText(`${text} ${goOn}`)}\n`);
  if (end === 'cancelled' && options.cancelBatches === true) {
    say(detail ?? 'The batches are cancelled. Their answers so far are kept.');
    return codeOf(detail === undefined, isWritten);
  }
  if (end === 'interrupted' || end === 'cancelled') {
    say(detail === undefined ? 'Interrupted.' : `Interrupted. ${detail}`);
    return exitCodes.interrupted;
  }
  if (end === 'failed') throw new CliError(`${detail ?? 'The run failed.'} ${goOn}`);
  if (end === 'overBudget') say(detail ?? 'The run stopped at a cap.');
  if (compared !== undefined) sayBaseline(compared, context);
  const below = checks?.check(report) ?? [];
  const failures = [...below, ...(compared === undefined ? [] : checkBaseline(compared))];
  for (const failure of failures) context.err(`failed: ${foreignText(failure)}\n`);
  if (checks?.note !== undefined) context.err(`note: ${checks.note}\n`);
  // The comparison with a baseline says this already.
  const doubts = below.length > 0 && compared === undefined ? judgeDoubts(report, report.run.judges) : undefined;
  if (doubts !== undefined) context.err(`note: ${foreignText(doubts.sentence)}\n`);
  if (failures.length > 0) return exitCodes.failedCheck;
  if (lacksScores(report.run)) {
    context.err('There are no scores: the simulated tutor understood no sentence of the prompt.\n');
    return exitCodes.incomplete;
  }
  return codeOf(isComplete(report), isWritten);
}

function codeOf(isDone: boolean, isWritten: boolean): number {
  if (!isWritten) return exitCodes.badCall;
  return isDone ? exitCodes.done : exitCodes.incomplete;
}

function batchServices({ session, store, options }: RunToFinish, context: CliContext, cancel: () => void) {
  const waves = wavesOfReplies(session);
  const onGathered = options.cancelBatches === true ? cancel : undefined;
  if (waves > 1 && onGathered === undefined)
    warn(
      `The last replies need up to ${waves} batches one after the other, followed by judging. Each batch may take a day.`,
      context,
    );
  const log = new FileBatchLog(store.directoryOf(session.manifest.runId));
  return { log, clock: systemClock, random: Math.random, times: context.batchTimes, onGathered };
}

function isComplete(report: RunReport): boolean {
  return (
    report.run.status === 'completed' &&
    // A tutor without vision skips images; these are not missing answers.
    report.benchmarks.every(
      ({ completed, notApplicable, planned, judgeFailed }) =>
        completed + notApplicable === planned && judgeFailed === 0,
    )
  );
}

/** From its first call on, V8 collects sooner: 20,000 calls take 240 MB at 50 % growth instead of 390 MB. */
function leanFetch(inner: typeof fetch, growth: number): typeof fetch {
  let isLean = false;
  return (...call) => {
    if (!isLean) setFlagsFromString(`--heap-growing-percent=${growth}`);
    isLean = true;
    return inner(...call);
  };
}

async function writeHtml(
  file: string,
  { session, store }: RunToFinish,
  report: RunReport,
  compared: LabelledComparison | undefined,
  context: CliContext,
): Promise<void> {
  const { htmlReport } = await import('../core/report/htmlReport');
  const text = await htmlReport(report, session, await context.reportAssets(), { images: store.images, compared });
  const shown = `the report to ${file}`;
  context.err(`HTML report: ${foreignText(await writeNamed({ file, makesFolders: true, shown }, text, context))}\n`);
}

/** The resume command, safe to paste, with options the run does not store. The cap that was `reached` is left open. */
function goOnLine(run: RunToFinish, reached: CapKind | undefined, connections: readonly string[] = []): string {
  const { manifest } = run.session;
  const { cache, majority, html, disagreements } = run.options;
  const kinds = Object.keys(capsOf(run.caps)) as readonly CapKind[];
  const changed = kinds.filter((kind) => kind !== reached && run.caps[kind] !== manifest[kind]);
  const options = [
    ...connections.map((given) => ` --connection ${inShell(given)}`),
    ...serverOptions(manifest),
    cache === false ? ' --no-cache' : '',
    majority === true ? ' --majority' : '',
    html === undefined ? '' : ` --html ${inShell(html)}`,
    run.checks?.arguments ?? '',
    disagreements === undefined ? '' : ` --disagreements ${inShell(disagreements)}`,
    ...changed.map((kind) => ` ${capNames[kind].option} ${String(run.caps[kind])}`),
    reached === undefined ? '' : ` ${capNames[reached].option} …`,
  ];
  return `Go on with: tutor-prompt-lab resume ${manifest.runId} --store ${inShell(run.root)}${options.join('')}`;
}

/** A stored run may come from anyone, so resume must name a custom server again. */
function serverOptions(manifest: RunManifest): readonly string[] {
  const { tutor, judges, student } = askedRoles(manifest);
  const real = judges.filter(({ simulated, connection }) => !simulated && connection === undefined);
  const [first] = real;
  // One option covers all judges. If only some used this server, the environment named it.
  const judge = real.every(({ baseUrl }) => baseUrl === first?.baseUrl) ? first : undefined;
  return Object.entries({ tutor, judge, student }).flatMap(([role, model]) => {
    const isPlain = model !== undefined && model.connection === undefined;
    const server = isPlain ? serverAt(model.provider, model.baseUrl) : undefined;
    return server === undefined ? [] : [` --${role}-base-url ${inShell(server)}`];
  });
}
