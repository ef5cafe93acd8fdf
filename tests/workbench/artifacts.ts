import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CodeServer } from './codeServer';
import type { WorkbenchPage } from './workbenchPage';

/** Where the evidence of failed tests goes, relative to the repository root; ignored by git. */
const RESULTS_FOLDER = 'test-results';

/** A folder for one test, made from its title; cleared of what an earlier run left. */
async function freshFolder(title: string): Promise<string> {
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80);
  const folder = path.resolve(RESULTS_FOLDER, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

/**
 * Keeps a screenshot, Playwright's trace, the console, and the server's output and logs of a failed test.
 * `missing.txt` names parts that could not be kept, so that the test's own error stays visible.
 * Returns the folder.
 */
export async function keepArtifacts(title: string, workbench: WorkbenchPage, server: CodeServer): Promise<string> {
  const folder = await freshFolder(title);
  const results = await Promise.allSettled([
    workbench.screenshot(path.join(folder, 'screenshot.png')),
    workbench.saveTrace(path.join(folder, 'trace.zip')),
    writeFile(path.join(folder, 'console.log'), workbench.consoleText()),
    cp(server.logFile, path.join(folder, 'server.log')),
    cp(server.logsFolder, path.join(folder, 'server-logs'), { recursive: true }),
  ]);
  const missing = results.filter((result) => result.status === 'rejected').map((result) => String(result.reason));
  if (missing.length > 0) await writeFile(path.join(folder, 'missing.txt'), missing.join('\n'));
  return folder;
}
