import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { fetchStableVersions } from '@vscode/test-electron/out/download.js';
import { TestWorkspace } from '../workbench/testWorkspace';
import { parseHostResult, RESULT_VARIABLE, type HostResult } from './hostResult';

/** How long the list of versions may take before the download counts as out of reach, in milliseconds. */
const PROBE_TIMEOUT_MS = 5_000;

/** Whether desktop VS Code can be downloaded and shown here: its update service answers and there is a display. */
export async function isDesktopPossible(): Promise<boolean> {
  const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
  if (!hasDisplay) return false;
  try {
    return (await fetchStableVersions(true, PROBE_TIMEOUT_MS)).length > 0;
  } catch {
    return false;
  }
}

/**
 * Runs the suite in desktop VS Code with the extension as it lies in this checkout, so `dist` must have been built.
 * `VSCODE_TEST_VERSION` names the version, such as 1.101.0; the newest stable one otherwise.
 */
export async function runInDesktop(runnerFile: string): Promise<HostResult> {
  const workspace = await TestWorkspace.create();
  const folder = await mkdtemp(path.join(tmpdir(), 'tutor-prompt-lab-desktop-'));
  const resultFile = path.join(folder, 'result.json');
  try {
    await runTests({
      version: process.env.VSCODE_TEST_VERSION ?? 'stable',
      extensionDevelopmentPath: [process.cwd(), path.resolve('test-fixtures/chatModels')],
      extensionTestsPath: runnerFile,
      extensionTestsEnv: { [RESULT_VARIABLE]: resultFile },
      launchArgs: [
        workspace.folder,
        '--disable-extensions',
        '--disable-workspace-trust',
        '--user-data-dir',
        path.join(folder, 'user-data'),
      ],
    }).catch((error: unknown) => {
      // A failed test ends VS Code with an error; the result file says which test it was.
      if (!(error instanceof TestRunFailedError)) throw error;
    });
    return parseHostResult(await readFile(resultFile, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    await workspace.dispose();
  }
}
