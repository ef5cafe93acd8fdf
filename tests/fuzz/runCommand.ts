import path from 'node:path';
import { CommanderError } from 'commander';
import { exitCodes, type CliContext } from '../../src/cli/cliContext';
import { describeCliError } from '../../src/cli/describeCliError';
import { runCommand as runCommandOf } from '../../src/cli/commands';
import { createProgram } from '../../src/cli/program';
import { benchmarks } from '../../src/core/benchmarks/registry';
import { providerRegistry } from '../../src/core/providers/providerRegistry';

/** How a command ended, as its user sees it. */
export interface CommandEnd {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Set where the program would say that this is a fault of its own. */
  readonly fault: unknown;
}

/** What a command is run with. */
export interface CommandHost {
  /** The repository's root, for what comes with the program. */
  readonly repository: string;
  readonly cwd: string;
  readonly env: CliContext['env'];
  /** Hears what is written to standard error; called with the function that interrupts the command. */
  readonly onSaid?: (text: string, interrupt: () => void) => void;
}

/** Runs a command line like src/cli.ts, in this process. The process's folder must be `cwd`, for relative paths. */
export async function runCommand(argv: readonly string[], place: CommandHost): Promise<CommandEnd> {
  const { repository, cwd, env, onSaid } = place;
  let code: number | undefined;
  let out = '';
  let err = '';
  let interrupt = (): void => undefined;
  const context: CliContext = {
    version: '0.0.0',
    env,
    cwd,
    out: (text) => (out += text),
    document: (text) => (out += text),
    redraw: () => undefined,
    err: (text) => {
      err += text;
      onSaid?.(text, () => interrupt());
    },
    color: false,
    width: 100,
    live: false,
    benchmarks,
    providers: new Map(providerRegistry.map((entry) => [entry.id, entry])),
    starterSets: path.join(repository, 'starter-sets'),
    exampleResults: path.join(repository, 'example-results'),
    reportAssets: () => Promise.resolve({ script: '', style: '' }),
    batchTimes: {
      firstPollMs: 5,
      longestPollMs: 10,
      cancelPollMs: 5,
      cancelPatienceMs: 300,
      graceMs: 300,
    },
    onInterrupt: (stop) => {
      interrupt = stop;
      return () => undefined;
    },
  };
  const program = createProgram(
    '0.0.0',
    {
      models: () => Promise.resolve(),
      run: (name, given) => runCommandOf(name, given, context),
    },
    (ended) => (code = ended),
  );
  let fault: unknown;
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    code = exitCodes.badCall;
    const line = describeCliError(error);
    if (line !== undefined) err += `error: ${line}\n`;
    // A wrong option is a fault of the case.
    else fault = error instanceof CommanderError ? new Error(`${argv.join(' ')}: ${error.message}`) : error;
  }
  return { code: code ?? exitCodes.badCall, out, err, fault };
}
