import type { CliContext } from './cliContext';
import type { CliOptions } from './cliOptions';

/** Each command by its name, loaded when it runs, so that `--version` and `--help` answer at once. */
const commands = {
  evaluate: async () => (await import('./evaluateCommand')).evaluateCommand,
  edits: async () => (await import('./trialCommands')).editsCommand,
  rules: async () => (await import('./trialCommands')).rulesCommand,
  resume: async () => (await import('./evaluateCommand')).resumeCommand,
  check: async () => (await import('./estimateCommand')).checkCommand,
  estimate: async () => (await import('./estimateCommand')).estimateCommand,
  judge: async () => (await import('./judgeCommand')).judgeCommand,
  'run-again': async () => (await import('./judgeCommand')).runAgainCommand,
  tags: async () => (await import('./failingCaseCommands')).tagsCommand,
  compare: async () => (await import('./compareCommand')).compareCommand,
  example: async () => (await import('./compareCommand')).exampleCommand,
  metrics: async () => (await import('./dataCommands')).metricsCommand,
  labels: async () => (await import('./dataCommands')).labelsCommand,
  calibrate: async () => (await import('./calibrateCommand')).calibrateCommand,
  'judge-prompt': async () => (await import('./dataCommands')).judgePromptCommand,
  import: async () => (await import('./dataCommands')).importCommand,
  report: async () => (await import('./reportCommand')).reportCommand,
  cache: async () => (await import('./runsCommand')).cacheCommand,
  runs: async () => (await import('./runsCommand')).runsCommand,
  mcp: async () => (await import('./mcpCommand')).mcpCommand,
} satisfies Record<string, () => Promise<(...given: never[]) => Promise<number>>>;

export type CommandName = keyof typeof commands;

/** Runs a command. Checks connections and files to write before anything is paid for. Resolves to the exit code. */
export async function runCommand(name: CommandName, given: readonly unknown[], context: CliContext): Promise<number> {
  const command = (await commands[name]()) as (...all: readonly unknown[]) => Promise<number>;
  const options = given.at(-1) as CliOptions;
  const [{ withConnections }, { assertWritable }] = await Promise.all([import('./modelServers'), import('./printing')]);
  const connected = await withConnections(options, context);
  await assertWritable(options, context);
  return command(...given, connected);
}
