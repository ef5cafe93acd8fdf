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
 * Keeps a run alive when its output fails, since its answers are in the store. A reader that closes the pipe (`| head`)
 * is no error; a full disk is one, reported once. Returns the function that sets the exit code.
 */
function watchOutput(): (code: number) => void {
  const { stdout, stderr } = process;
  let isLost = false;
  const exitWith = (code: number): void => {
    // A failed check and an interruption are reported on standard error, so their exit codes stay.
    const isReported = code === exitCodes.failedCheck || code === exitCodes.interrupted;
    process.exitCode = isLost && !isReported ? exitCodes.badCall : code;
  };
  // When standard error fails, there is nowhere left to report it.
  stderr.on('error', () => undefined);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isLost) return;
    isLost = true;
    stderr.write(`error: Cannot write to standard output: ${error.message}\n`);
    // The error may arrive after the command has ended.
    if (typeof process.exitCode === 'number') exitWith(process.exitCode);
  });
  return exitWith;
}
