import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { CodeServerOptions } from './codeServer';
import { RunningWorkbench } from './runningWorkbench';

/**
 * Gives the tests of a file (or a `describe`) one workbench. Keeps a trace, a screenshot and logs of failed tests.
 * `options` is a function, so that a missing package fails the tests instead of breaking the file.
 * Returns a function to call inside a test.
 */
export function useWorkbench(options: () => CodeServerOptions | Promise<CodeServerOptions>): () => RunningWorkbench {
  let running: RunningWorkbench | undefined;
  beforeAll(async () => {
    running = await RunningWorkbench.start(await options());
  });
  beforeEach(({ task, onTestFailed }) => {
    onTestFailed(async () => {
      const folder = await running?.keepArtifacts(task.name);
      if (folder !== undefined) console.log(`Kept: ${folder}`);
    });
  });
  afterAll(async () => {
    await running?.dispose();
  });
  return () => {
    if (running === undefined) throw new Error('The workbench has not been started; call this inside a test.');
    return running;
  };
}
