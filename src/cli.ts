#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import packageJson from '../package.json';
import { exitCodes, type CliContext } from './cli/cliContext';
import { createProgram } from './cli/program';
import { terminalText, usesColor } from './cli/terminalText';

const at = (folder: string): URL => new URL(folder, import.meta.url);

/** Commands are loaded when one runs, so that `--version` and `--help` answer at once. */
async function context(): Promise<CliContext> {
  const [{ benchmarks }, { ShippedJudges }, { providerRegistry }] = await Promise.all([
    import('./core/benchmarks/registry'),
    import('./core/trust/shippedJudges'),
    import('./core/providers/providerRegistry'),
  ]);
  const color = usesColor(process.stdout.isTTY, process.env);
  return {
    version: packageJson.version,
    env: process.env,
    cwd: process.cwd(),
    out: (text) => process.stdout.write(terminalText(text, color)),
    document: (text) => process.stdout.write(process.stdout.isTTY ? terminalText(text) : text),
    err: (text) => process.stderr.write(terminalText(text)),
    redraw: (text) => process.stderr.write(`\r\u001B[K${terminalText(text)}`),
    color,
    width: process.stdout.isTTY ? process.stdout.columns : 100,
    live: process.stderr.isTTY,
    benchmarks,
    providers: new Map(providerRegistry.map((entry) => [entry.id, entry])),
    judges: new ShippedJudges(benchmarks, (name) => readFile(at(`../judges/${name}`), 'utf8')),
    starterSets: fileURLToPath(at('../starter-sets/')),
    exampleResults: fileURLToPath(at('../example-results/')),
    reportAssets: async () => {
      const [script, style] = await Promise.all(
        ['report.js', 'report.css'].map((name) => readFile(at(`./webview/${name}`), 'utf8')),
      );
      return { script: script ?? '', style: style ?? '' };
    },
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
  };
}

const exitWith = watchOutput();
const program = createProgram(
  packageJson.version,
  {
    models: async (file) => (await import('./cli/readInput')).takeUpOwnModels(file, process.env),
    run: async (name, given) => {
      const [{ runCommand }, around] = await Promise.all([import('./cli/commands'), context()]);
      return runCommand(name, given, around);
    },
  },
  exitWith,
);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) exitWith(error.exitCode === 0 ? exitCodes.done : exitCodes.badCall);
  else {
    const { describeCliError } = await import('./cli/describeCliError');
    const line = describeCliError(error);
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const text = line === undefined ? `This is a fault of tutor-prompt-lab:\n${fault}` : `error: ${line}`;
    process.stderr.write(terminalText(`${text}\n`));
    exitWith(exitCodes.badCall);
  }
}

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
