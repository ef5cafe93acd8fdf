import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { RunSession } from '../core/engine/runSession';
import type { RunReport } from '../core/report/reportModel';
import type { ImageStore } from '../core/store/imageStore';
import { writeOutput } from '../core/store/writeFile';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';

/** Writes a run's HTML report, in folders that are made where they are missing. Throws `CliError` when it cannot. */
export async function writeHtml(
  name: string,
  session: RunSession,
  report: RunReport,
  images: ImageStore,
  context: CliContext,
): Promise<void> {
  const { htmlReport } = await import('../core/report/htmlReport');
  const file = path.resolve(context.cwd, name);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeOutput(file, await htmlReport(report, session, await context.reportAssets(), { images }));
  } catch (error) {
    throw new CliError(`Cannot write the report to ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  context.err(`HTML report: ${foreignText(file)}\n`);
}
