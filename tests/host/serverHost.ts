import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chatModelsVsix } from '../workbench/chatModelsVsix';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { RunningWorkbench } from '../workbench/runningWorkbench';
import { parseHostResult, RESULT_VARIABLE, type HostResult } from './hostResult';
import { packageTestExtension } from './packageTestExtension';

/** The whole suite, start of the extension host included, in milliseconds. */
const SUITE_TIMEOUT_MS = 5 * 60_000;

/** Runs the suite in the VS Code server. Its extension host starts only when a browser is connected, so one is. */
export async function runInServer(runnerFile: string): Promise<HostResult> {
  const vsixFiles = [productVsix(), await chatModelsVsix(), await packageTestExtension(runnerFile)];
  const resultFolder = await mkdtemp(path.join(tmpdir(), 'tutor-prompt-lab-result-'));
  const resultFile = path.join(resultFolder, 'result.json');
  try {
    const running = await RunningWorkbench.start({ vsixFiles, env: { [RESULT_VARIABLE]: resultFile } });
    try {
      const read = (): Promise<string> => readFile(resultFile, 'utf8');
      const result = parseHostResult(await pollUntil('the result of the host suite', read, SUITE_TIMEOUT_MS));
      if (result.failed > 0) console.error(`Kept: ${await running.keepArtifacts('host suite')}`);
      return result;
    } catch (error) {
      console.error(`Kept: ${await running.keepArtifacts('host suite')}`);
      throw error;
    } finally {
      await running.dispose();
    }
  } finally {
    await rm(resultFolder, { recursive: true, force: true });
  }
}
