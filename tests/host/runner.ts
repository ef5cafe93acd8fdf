import { rename, writeFile } from 'node:fs/promises';
import { loadSuites } from 'host-suites';
import Mocha from 'mocha';
import { describeHostResult, hostResult, RESULT_VARIABLE, type HostTest } from './hostResult';

/** The first activation on a busy machine takes several seconds. In milliseconds. */
const TEST_TIMEOUT_MS = 60_000;

/** Base collects and prints nothing by itself; the launcher does the printing. */
class SilentReporter extends Mocha.reporters.Base {}

/** Registers and runs all suites; an error while they register counts as a failed test, so that it cannot go unseen. */
async function runSuites(): Promise<readonly HostTest[]> {
  const mocha = new Mocha({ ui: 'tdd', timeout: TEST_TIMEOUT_MS, reporter: SilentReporter });
  try {
    // What Mocha does when it loads a file itself; here the files are part of this bundle.
    mocha.suite.emit(Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, globalThis, 'host-suites', mocha);
    loadSuites();
  } catch (error) {
    return [{ title: 'loading the suites', state: 'failed', durationMs: 0, error: stackOf(error) }];
  }
  const tests: HostTest[] = [];
  const add = (test: Mocha.Runnable, state: HostTest['state'], error?: unknown): void => {
    tests.push({
      title: test.fullTitle(),
      state,
      durationMs: test.duration ?? 0,
      ...(error === undefined ? {} : { error: stackOf(error) }),
    });
  };
  await new Promise<void>((resolve) => {
    mocha
      .run(() => resolve())
      .on('pass', (test) => add(test, 'passed'))
      .on('fail', (test, error: unknown) => add(test, 'failed', error))
      .on('pending', (test) => add(test, 'skipped'));
  });
  return tests;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Runs the host suite and writes a `HostResult` to the file in `TUTOR_PROMPT_LAB_HOST_RESULT`.
 * Rejects when a test failed, as VS Code's own test runner expects.
 */
export async function run(): Promise<void> {
  const result = hostResult(await runSuites());
  const file = process.env[RESULT_VARIABLE];
  if (file !== undefined) {
    // Whoever waits for the file must never read half of it.
    await writeFile(`${file}.draft`, JSON.stringify(result, undefined, 2));
    await rename(`${file}.draft`, file);
  }
  if (result.failed > 0) throw new Error(describeHostResult(result));
}
