import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { endpointsOfRun } from '../core/revisions/endpointsOfRun';
import { summarizeRun } from '../core/revisions/summarizeRun';
import type { Clock } from '../core/engine/clock';
import { executeRun } from '../core/engine/executeRun';
import { FileReplyCache } from '../core/engine/fileReplyCache';
import type { RunSession } from '../core/engine/runSession';
import { buildReport } from '../core/report/buildReport';
import { evaluateJson } from '../core/report/evaluateJson';
import type { RunReport } from '../core/report/reportModel';
import { terminalTable } from '../core/report/terminalTable';
import type { FileRunStore } from '../core/store/fileRunStore';
import type { ImageStore } from '../core/store/imageStore';
import type { RunWriter } from '../core/store/runStore';
import { CliError, exitCodes } from './cliError';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';
import { ProgressLine } from './progressLine';

/** A run about to start or to go on. */
export interface RunToFinish {
  readonly session: RunSession;
  readonly store: FileRunStore;
  readonly root: string;
  /** Takes the run's lock; called once the models are known to be usable, so a missing key leaves no empty run behind. */
  openWriter(): Promise<RunWriter>;
  readonly concurrency: number | undefined;
  readonly cache: boolean;
  readonly maxCostUsd: number | undefined;
  readonly clock: Clock;
  readonly json: boolean;
  /** File to write the HTML report to. */
  readonly html: string | undefined;
  /** Reasons to fail although the run went well. */
  check(report: RunReport): readonly string[];
}

/** Runs to the end, prints the result and returns the exit code. */
export async function finishRun(run: RunToFinish, context: CliContext): Promise<number> {
  const { session, store } = run;
  const { manifest } = session;
  const progress = new ProgressLine(session, context);
  const endpoints = endpointsOfRun(manifest, {
    entries: context.providers,
    keyFor: (provider) => context.env[context.providers.get(provider)?.keyVariable ?? ''] ?? '',
    concurrency: run.concurrency,
    onEvent: progress.onEvent,
  });
  const writer = await run.openWriter();
  const abort = new AbortController();
  const stopListening = context.onInterrupt(() => abort.abort('interrupted'));
  const cache = run.cache ? new FileReplyCache(run.root) : undefined;
  const status = await executeRun(
    session,
    {
      ...endpoints,
      writer,
      images: store.images,
      cache,
      clock: run.clock,
      random: Math.random,
      onEvent: progress.onEvent,
      maxCostUsd: run.maxCostUsd,
    },
    abort.signal,
  ).finally(stopListening);
  progress.end();
  await writer.close();
  await cache?.close();
  const report = buildReport(session);
  // Derived data: a run without it is only listed a little more slowly.
  await store.writeSummary(manifest.runId, summarizeRun(report, session, context.version)).catch(() => false);
  const directory = store.directoryOf(manifest.runId);
  if (run.json) context.out(`${JSON.stringify(evaluateJson(report, directory), undefined, 2)}\n`);
  else context.out(terminalTable(report, { width: context.width, color: context.color }));
  if (run.html !== undefined) await writeHtml(run.html, session, report, store.images, context);
  context.err(`Run ${manifest.runId} is kept in ${foreignText(directory)}\n`);
  const goOn = `Go on with: tutor-prompt-lab resume ${manifest.runId} --store ${JSON.stringify(run.root)}${serverOptions(manifest)}`;
  if (status.status === 'interrupted' || status.status === 'cancelled') {
    context.err(`Interrupted. ${foreignText(goOn)}\n`);
    return exitCodes.interrupted;
  }
  if (status.status === 'failed') throw new CliError(`${status.detail ?? 'The run failed.'} ${goOn}`);
  const failures = run.check(report);
  for (const failure of failures) context.err(`failed: ${foreignText(failure)}\n`);
  if (failures.length > 0) return exitCodes.failedCheck;
  return isComplete(report) ? exitCodes.done : exitCodes.incomplete;
}

async function writeHtml(
  file: string,
  session: RunSession,
  report: RunReport,
  images: ImageStore,
  context: CliContext,
): Promise<void> {
  const { htmlReport } = await import('../core/report/htmlReport');
  try {
    await mkdir(path.dirname(path.resolve(file)), { recursive: true });
    await writeFile(file, await htmlReport(report, session, { images }));
  } catch (error) {
    throw new CliError(`Cannot write the report to ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  context.err(`HTML report: ${foreignText(path.resolve(file))}\n`);
}

/** A resume goes to a server of one's own only when it is named again. */
function serverOptions({ tutor, judges, student }: RunSession['manifest']): string {
  const judge = judges.find(({ baseUrl }) => baseUrl !== undefined);
  const option = (name: string, url: string | undefined): string => (url === undefined ? '' : ` ${name} ${url}`);
  return (
    option('--tutor-base-url', tutor.baseUrl) +
    option('--judge-base-url', judge?.baseUrl) +
    option('--student-base-url', student?.baseUrl)
  );
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
