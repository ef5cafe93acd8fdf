#!/usr/bin/env node
import { exitCodes } from './cli/cliContext';
import { runCommandLine } from './cli/commandLine';

const exitWith = watchOutput();
exitWith(
  await runCommandLine(process.argv.slice(2), {
    cwd: process.cwd(),
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    shipped: new URL('../', import.meta.url),
    // Where the build puts the page, beside this file.
    reportPage: new URL('./webview/', import.meta.url),
    onInterrupt(stop) {
      // A second signal finds no listener and ends the process the usual way.
      const handler = (): void => {
        release();
        stop();
      };
      const release = (): void => {
        process.off('SIGINT', handler);
        process.off('SIGTERM', handler);
      };
      process.on('SIGINT', handler);
      process.on('SIGTERM', handler);
      return release;
    },
  }),
);

/**
 * Keeps a run alive whatever becomes of its output: what it has done is in the store. A reader that goes away (`| head`) is no error;
 * results that could not be written for another reason (a full disk) are, said once. Returns the function that sets the exit code.
 */
function watchOutput(): (code: number) => void {
  const { stdout, stderr } = process;
  let isLost = false;
  const exitWith = (code: number): void => {
    // That a check failed, or the run was interrupted, is said on standard error, too.
    const isBeside = code === exitCodes.failedCheck || code === exitCodes.interrupted;
    process.exitCode = isLost && !isBeside ? exitCodes.badCall : code;
  };
  // What cannot be said is not: there is nowhere to say so.
  stderr.on('error', () => undefined);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isLost) return;
    isLost = true;
    stderr.write(`error: Cannot write to standard output: ${error.message}\n`);
    // The stream may say so after the command has ended.
    if (typeof process.exitCode === 'number') exitWith(process.exitCode);
  });
  return exitWith;
}
