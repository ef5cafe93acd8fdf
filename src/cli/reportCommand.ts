import path from 'node:path';
import type { LabelledComparison } from '../core/compare/comparisonSentence';
import type { RunReport } from '../core/results/reportModel';
import { type CliContext, CliError, exitCodes } from './cliContext';
import type { CliOptions } from './cliOptions';
import { baselineOfRun, openBaseline } from './compareCommand';
import { judgedReport, type OpenedRun, openRun } from './openRun';
import { writeNamed } from './printing';
import { assertRealTutor } from './runChecks';

/** Formats that can hold a comparison with another run. */
const comparedFormats: ReadonlySet<string | undefined> = new Set(['html', 'markdown', 'junit', 'json']);

/** Writes a stored run as a report, to standard output or a file. */
export async function reportCommand(name: string, options: CliOptions, context: CliContext): Promise<number> {
  const opened = await openRun(name, options.store, context);
  assertDecides(opened, options);
  const { report, doubted } = await judgedReport(opened, options, context);
  const compared = await comparisonFor(opened, options, context);
  const text = await renderReport(report, opened, options.format ?? 'json', compared && doubted(compared), context);
  const { output } = options;
  if (output === undefined) context.document(text.endsWith('\n') ? text : `${text}\n`);
  else {
    const shown = path.resolve(context.cwd, output);
    context.err(`${await writeNamed({ file: output, makesFolders: true, shown }, text, context)}\n`);
  }
  return exitCodes.done;
}

async function comparisonFor({ session, root }: OpenedRun, options: CliOptions, context: CliContext) {
  const { baseline, format } = options;
  if (baseline === undefined) return undefined;
  if (!comparedFormats.has(format))
    throw new CliError(
      `--baseline cannot be combined with --format ${String(format)}. Use one of: ${[...comparedFormats].join(', ')}; or the command compare.`,
    );
  const opened = await openBaseline(baseline, root, context);
  assertDecides(opened, options);
  return baselineOfRun(opened, session, options, context);
}

/** JUnit passes or fails a check, so a simulated tutor needs --allow-simulated. Throws `CliError`. */
function assertDecides({ session, runId }: OpenedRun, { format, allowSimulated }: CliOptions): void {
  if (format === 'junit') assertRealTutor('--format junit', session.manifest, allowSimulated, `run ${runId}`);
}

async function renderReport(
  report: RunReport,
  { session, store }: OpenedRun,
  format: NonNullable<CliOptions['format']>,
  compared: LabelledComparison | undefined,
  context: CliContext,
): Promise<string> {
  switch (format) {
    case 'html': {
      const { htmlReport } = await import('../core/report/htmlReport');
      return htmlReport(report, session, await context.reportAssets(), { images: store.images, compared });
    }
    case 'junit':
      return (await import('../core/report/junitReport')).junitReport(report, compared);
    default:
      return (await import('../core/report/textReports')).textReports[format](report, session, compared);
  }
}
