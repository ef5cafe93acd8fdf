#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import packageJson from '../package.json';
import { exitCodes, type CliContext } from './cli/cliContext';
import { createProgram } from './cli/program';
import { terminalText, usesColor } from './cli/terminalText';

const starterSets = new URL('../starter-sets/', import.meta.url);
const exampleResults = new URL('../example-results/', import.meta.url);
const judges = new URL('../judges/', import.meta.url);
/** Where the build puts the page of HTML reports, beside this file. */
const reportPage = new URL('./webview/', import.meta.url);

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
    judges: new ShippedJudges(benchmarks, (name) => readFile(new URL(name, judges), 'utf8')),
    starterSets: fileURLToPath(starterSets),
    exampleResults: fileURLToPath(exampleResults),
    reportAssets: async () => {
      const [script, style] = await Promise.all(
        ['report.js', 'report.css'].map((name) => readFile(new URL(name, reportPage), 'utf8')),
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

const exitWith = watchOutput(process);
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
    process.stderr.write(
      terminalText(
        line === undefined
          ? `This is a fault of tutor-prompt-lab:\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`
          : `error: ${line}\n`,
      ),
    );
    exitWith(exitCodes.badCall);
  }
}

/** A process as far as its output and its end go. */
type Watched = Pick<NodeJS.Process, 'stdout' | 'stderr' | 'exitCode'>;

/**
 * Keeps a run alive whatever becomes of its output: what it has done is in the store. A reader that goes away (`| head`,
 * `2>&1 | head`) is no error. Results that could not be written for another reason (a full disk) are, said once. Returns the
 * function that sets the exit code.
 */
function watchOutput(watched: Watched): (code: number) => void {
  const { stdout, stderr } = watched;
  let isLost = false;
  const exitWith = (code: number): void => {
    // That a check failed, or the run was interrupted, is said on standard error, too.
    const isBeside = code === exitCodes.failedCheck || code === exitCodes.interrupted;
    watched.exitCode = isLost && !isBeside ? exitCodes.badCall : code;
  };
  // What cannot be said is not: there is nowhere to say so.
  stderr.on('error', () => undefined);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isLost) return;
    isLost = true;
    stderr.write(`error: Cannot write to standard output: ${error.message}\n`);
    // The stream may say so after the command has ended.
    if (typeof watched.exitCode === 'number') exitWith(watched.exitCode);
  });
  return exitWith;
}
