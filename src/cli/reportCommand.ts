import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { LabelledComparison } from '../core/compare/comparisonAnswer';
import type { RunSession } from '../core/engine/runSession';
import { buildReport } from '../core/report/buildReport';
import { withJudgeDoubts } from '../core/report/judgeDoubts';
import { withJudgeTrust } from '../core/report/metricTrust';
import type { RunReport } from '../core/report/reportModel';
import { runTrust } from '../core/report/runTrust';
import type { ImageStore } from '../core/store/imageStore';
import { writeOutput } from '../core/store/writeFile';
import { assertRealTutor } from './assertRealTutor';
import { baselineOfRun, openBaseline } from './baselineOfRun';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { openRun, type OpenedRun } from './openRun';
import { comparedFormats, type ReportFormat, type ReportOptions } from './reportFormats';
import { trustCards } from './trustCards';

/** Writes a stored run as a report, to standard output or a file. */
export async function reportCommand(name: string, options: ReportOptions, context: CliContext): Promise<number> {
  const opened = await openRun(name, options.store, context);
  const { session, store } = opened;
  assertDecides(opened, options);
  const cards = await trustCards(opened, context);
  const report = withJudgeTrust(buildReport(session, { majority: options.majority }), session, cards);
  const plain = await comparisonFor(opened, options, context);
  const compared = plain && { ...plain, comparison: withJudgeDoubts(plain.comparison, runTrust(session, cards)) };
  const text = await renderReport(report, session, options.format, store.images, compared, context);
  if (options.output === undefined) {
    context.document(text.endsWith('\n') ? text : `${text}\n`);
    return 0;
  }
  const file = path.resolve(context.cwd, options.output);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeOutput(file, text);
  } catch (error) {
    throw new CliError(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  context.err(`${file}\n`);
  return 0;
}

async function comparisonFor(
  { session, root }: OpenedRun,
  options: ReportOptions,
  context: CliContext,
): Promise<LabelledComparison | undefined> {
  const { baseline, format } = options;
  if (baseline === undefined) return undefined;
  if (!comparedFormats.has(format)) {
    throw new CliError(
      `--baseline does not go with --format ${format}. Use one of: ${[...comparedFormats].join(', ')}; or the command compare.`,
    );
  }
  const opened = await openBaseline(baseline, root, context);
  assertDecides(opened, options);
  return baselineOfRun(opened, session, options, context);
}

/** JUnit is made to let a check pass or fail, so nothing simulated goes there unasked. Throws `CliError`. */
function assertDecides({ session, runId }: OpenedRun, { format, allowSimulated }: ReportOptions): void {
  if (format === 'junit') assertRealTutor('--format junit', session.manifest, allowSimulated, `run ${runId}`);
}

async function renderReport(
  report: RunReport,
  session: RunSession,
  format: ReportFormat,
  images: ImageStore,
  compared: LabelledComparison | undefined,
  context: CliContext,
): Promise<string> {
  switch (format) {
    case 'html':
      return (await import('../core/report/htmlReport')).htmlReport(report, session, await context.reportAssets(), {
        images,
      });
    case 'markdown':
      return (await import('../core/report/markdownReport')).markdownReport(report, session, compared);
    case 'csv':
      return (await import('../core/report/csvReport')).csvReport(report, session);
    case 'junit':
      return (await import('../core/report/junitReport')).junitReport(report, compared);
    case 'json':
      return (await import('../core/report/jsonReport')).jsonReport(report, session, compared);
  }
}
