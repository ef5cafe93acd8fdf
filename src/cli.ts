#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import { exitCodes, type CliContext } from './cli/cliContext';
import { createProgram } from './cli/program';
import { terminalText, usesColor } from './cli/terminalText';
import { watchOutput } from './cli/watchOutput';
import packageJson from '../package.json';

const starterSets = new URL('../starter-sets/', import.meta.url);
const exampleResults = new URL('../example-results/', import.meta.url);
const judges = new URL('../judges/', import.meta.url);
/** Where the build puts the page of HTML reports, beside this file. */
const reportPage = new URL('./webview/', import.meta.url);

/** Commands are loaded when one runs, so that `--version` and `--help` answer at once. */
async function context(): Promise<CliContext> {
  const [{ benchmarks }, { ShippedJudges }, { providerRegistry }] = await Promise.all([
    import('./core/benchmarks/registry'),
    import('./core/calibration/shippedJudges'),
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
    evaluate: async (...args) => {
      const [{ evaluateCommand }, given] = await Promise.all([import('./cli/evaluateCommand'), context()]);
      return evaluateCommand(...args, given);
    },
    resume: async (...args) => (await import('./cli/resumeCommand')).resumeCommand(...args, await context()),
    check: async (...args) => (await import('./cli/checkCommand')).checkCommand(...args, await context()),
    estimate: async (...args) => (await import('./cli/estimateCommand')).estimateCommand(...args, await context()),
    judge: async (...args) => (await import('./cli/judgeCommand')).judgeCommand(...args, await context()),
    tags: async (...args) => (await import('./cli/tagsCommand')).tagsCommand(...args, await context()),
    compare: async (...args) => (await import('./cli/compareCommand')).compareCommand(...args, await context()),
    example: async (...args) => (await import('./cli/exampleCommand')).exampleCommand(...args, await context()),
    metrics: async (...args) => (await import('./cli/dataCommands')).metricsCommand(...args, await context()),
    labels: async (...args) => (await import('./cli/dataCommands')).labelsCommand(...args, await context()),
    calibrate: async (...args) => (await import('./cli/calibrateCommand')).calibrateCommand(...args, await context()),
    judgeWording: async (...args) => (await import('./cli/dataCommands')).judgeWordingCommand(...args, await context()),
    import: async (...args) => (await import('./cli/dataCommands')).importCommand(...args, await context()),
    report: async (...args) => (await import('./cli/reportCommand')).reportCommand(...args, await context()),
    cache: async (...args) => (await import('./cli/cacheCommand')).cacheCommand(...args, await context()),
    runs: async (...args) => (await import('./cli/runsCommand')).runsCommand(...args, await context()),
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
