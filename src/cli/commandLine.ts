import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import packageJson from '../../package.json';
import { exitCodes, type CliContext, type CliHost } from './cliContext';
import { createProgram } from './program';
import { terminalText, usesColor } from './terminalText';

/** Runs one command line, `args` without the program's own name, and returns its exit code. */
export async function runCommandLine(args: readonly string[], host: CliHost): Promise<number> {
  let code: number = exitCodes.done;
  const program = createProgram(
    packageJson.version,
    {
      models: async (file) => (await import('./readInput')).loadOwnModels(file, host.env),
      run: async (name, given) => {
        const [{ runCommand }, context] = await Promise.all([import('./commands'), contextOf(host)]);
        return runCommand(name, given, context);
      },
    },
    (ended) => (code = ended),
    host,
  );
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.badCall;
    const { describeCliError } = await import('./describeCliError');
    const line = describeCliError(error);
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const text = line === undefined ? `This is a fault of tutor-prompt-lab:\n${fault}` : `error: ${line}`;
    host.stderr.write(terminalText(`${text}\n`));
    return exitCodes.badCall;
  }
  return code;
}

/** Commands are loaded when one runs, so that `--version` and `--help` answer at once. */
async function contextOf({ stdout, stderr, shipped, reportPage, ...host }: CliHost): Promise<CliContext> {
  const [{ benchmarks }, { providerRegistry }] = await Promise.all([
    import('../core/benchmarks/registry'),
    import('../core/providers/providerRegistry'),
  ]);
  const isTerminal = stdout.isTTY === true;
  const color = usesColor(isTerminal, host.env);
  return {
    ...host,
    version: packageJson.version,
    out: (text) => void stdout.write(terminalText(text, color)),
    document: (text) => void stdout.write(isTerminal ? terminalText(text) : text),
    err: (text) => void stderr.write(terminalText(text)),
    redraw: (text) => void stderr.write(`\r\u001B[K${terminalText(text)}`),
    color,
    width: (isTerminal ? stdout.columns : undefined) ?? 100,
    live: stderr.isTTY === true,
    benchmarks,
    providers: new Map(providerRegistry.map((entry) => [entry.id, entry])),
    starterSets: fileURLToPath(new URL('starter-sets/', shipped)),
    exampleResults: fileURLToPath(new URL('example-results/', shipped)),
    reportAssets: async () => {
      const [script, style] = await Promise.all(
        ['report.js', 'report.css'].map((name) => readFile(new URL(name, reportPage), 'utf8')),
      );
      return { script: script ?? '', style: style ?? '' };
    },
  };
}
