import { Command, Option } from 'commander';
import { benchmarkIds } from '../core/benchmarks/policies';
import type { CliHost } from './cliContext';
import { reportFormats } from './cliOptions';
import type { CommandName } from './commands';
import { collect, natural, positive, shareAboveNone } from './optionReaders';
import * as rows from './programOptions';
import { foreignText } from './terminalText';

/** What a command line runs; passed in so that tests can parse without running anything. */
export interface CliActions {
  /** Runs before each command: loads the user's models from the named file. */
  models(file: string | undefined): Promise<void>;
  /** Resolves to the exit code. */
  run(name: CommandName, given: readonly unknown[]): Promise<number>;
}

const run = ['<run>', 'run id, the start of one, latest, or a run’s folder'] as const;
const benchmarkArgument = [
  '<benchmark>',
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(benchmarkIds),
] as const;

type CommandRow = readonly [
  name: CommandName,
  text: string,
  named: readonly (readonly [name: string, text: string])[],
  ...options: readonly rows.Row[],
];

const commands: readonly CommandRow[] = [
  [
    'evaluate',
    'run a prompt file against benchmarks',
    [['<prompt>', 'the prompt file, text or Markdown, or a built-in prompt such as guideeval/rule']],
    ...rows.plan,
    ['--explore <run>', 'play only the failing cases of this run, to read; such a run is never compared'],
    ...rows.checks,
    ...[rows.noFreshBaseline, rows.runAll],
    ...[rows.concurrency, rows.noCache, rows.majority, rows.html, rows.json],
  ],
  [
    'estimate',
    'calls, tokens and cost of an evaluate, without making it',
    [['<prompt>', 'the prompt file, or a built-in prompt']],
    ...rows.plan,
    ...[rows.baseline, rows.noFreshBaseline, rows.json],
  ],
  [
    'rules',
    'test which rules of a prompt do something: each is left out of a third of three trials',
    [['<prompt>', 'the prompt file']],
    ...rows.otherTexts.filter(([flags]) => !flags.startsWith('--guard')),
    ['--estimate', 'only list the rules, and what a run would send and cost'],
    ['--cite <run>', 'ask a judge which rules the failing replies of this run broke: an opinion, no test'],
    ['--without <n>', 'only print the prompt without this rule', positive],
    ...[rows.concurrency, rows.html, rows.json],
  ],
  [
    'edits',
    'race edited prompts on one half of the samples, then confirm the best on the other half',
    [
      ['<prompt>', 'the prompt file'],
      ['[edited...]', 'the same prompt with one rule changed, at most 12 files'],
    ],
    ...rows.otherTexts,
    ['--confirm', 'measure the one edited prompt on the half that no race has used'],
    ['--suggest <run>', 'ask a model for edits, from failing cases that this run explored'],
    ['--out <folder>', 'with --suggest: write each edited prompt there'],
    ['--guard-margin <share>', 'what a guard may lose, as a share of its scale (default: 0.1)', shareAboveNone],
    ['--estimate', 'only what a run would send and cost'],
    ...[rows.concurrency, rows.html, rows.json],
  ],
  [
    'check',
    'make a few short calls to a model: what works with it, what a run costs and takes',
    [['<model>', 'openai:…, anthropic:… or CONNECTION:…']],
    ...rows.parameters(['tutor']),
    ['--prompt <file>', 'prompt of the estimated run (default: a built-in prompt)'],
    rows.benchmark('of that run'),
    ['--limit <n>', 'units of that run (default: all)', positive],
    ['--base-url <url>', 'an OpenAI- or Anthropic-compatible server'],
    ...[rows.connection, rows.store, rows.json],
  ],
  [
    'resume',
    'finish a run that was cut off, judge its rest, or run its remaining units',
    [run],
    ...rows.caps('a new cap for the whole run', 'a new cap on the calls of the whole run'),
    ...rows.checks,
    ['--judge-all', 'ask the judges that were not asked, about the stored replies'],
    ['--run-all', 'run the units that an early stop or a limit left out'],
    ...rows.servers,
    ...[rows.connection, rows.store, rows.majority],
    ['--take-over', 'resume even if a process that shows no sign of life holds the run'],
    ['--cancel-batches', 'cancel the run’s batches at the provider, keep their answers so far, and stop'],
    ...[rows.concurrency, rows.noCache, rows.html],
    ['--disagreements <n|file>', 'for a calibration: how many to list (default: 5), or a file for all of them'],
    rows.json,
  ],
  [
    'judge',
    'judge the replies of a run again; no tutor calls',
    [run],
    ...rows.judging,
    ['--judge <model>', 'the new judge, repeatable (default: the run’s own, in their present version)', collect],
    ['--judge-prompts <dir>', 'custom judge prompts (default: as in the run)'],
    ...[rows.builtInPrompts, rows.majority, rows.batch, rows.html],
  ],
  [
    'run-again',
    'run the prompt of a run again, with fresh replies: more evidence on a baseline',
    [run],
    ...rows.newCaps,
    ...rows.servers,
    ...[rows.connection, rows.store, rows.concurrency, rows.batch, rows.majority, rows.html, rows.json],
  ],
  [
    'tags',
    'have a judge say how the failing replies of a run fail; one call each, no score changes',
    [run],
    ...rows.judging,
    ['--judge <model>', 'the language model to ask (default: the run’s first judge that is one)'],
    ['--take-over', 'take the run from a process that shows no sign of life'],
  ],
  [
    'calibrate',
    'run a judge on human-labelled replies; agreement per dimension',
    [benchmarkArgument, ['<gold>', 'a file of labelled replies, or “labels” for the hand labels of the store']],
    ...rows.judging,
    ['--judge <model>', 'the judge to check, repeatable (default: offline)', collect],
    ['--judge-prompts <dir>', 'use the custom judge prompts in this folder'],
    ...rows.policyRows((policy) => policy.calibrate?.text),
    ['--dimension <id>', 'only this dimension, repeatable (default: all that have labels)', collect],
    ['--tutor <name>', 'only the replies of this tutor, as the file names it'],
    ['--limit <n>', 'a seeded sample of n dialogues or problems', positive],
    ['--seed <n>', 'seed of sampling and intervals (default: 1)', natural],
    ['--disagreements <n|file>', 'how many disagreements to list (default: 5), or a file for all of them'],
    rows.batch,
  ],
  [
    'compare',
    'paired comparison of two runs',
    [
      ['<before>', run[1]],
      ['<after>', 'the later run'],
    ],
    ...rows.aims,
    ...rows.comparison,
    ['--judge <model>', 'whose verdicts count (default: a judge that both runs have, else the first of each)'],
    ['--judge-before <model>', 'whose verdicts count in the first run'],
    ['--judge-after <model>', 'whose verdicts count in the second run'],
    ...[rows.store, rows.json],
  ],
  [
    'report',
    'write a stored run as a report',
    [run],
    ...rows.comparison,
    ['--format <format>', 'format of the report', reportFormats],
    rows.majority,
    ['--baseline <run>', 'for html, markdown, junit and json: begin with the comparison with this run'],
    ...[rows.output, rows.store],
  ],
  [
    'example',
    'recorded replies of two real models and a human tutor, judged by people; no key, nothing is sent',
    [],
    rows.json,
  ],
  [
    'metrics',
    'the benchmark’s metrics from labels that are already there',
    [
      ['<benchmark>', 'a benchmark whose public data has labels'],
      ['<labels>', 'a labelled data file in its original form'],
    ],
    rows.json,
  ],
  [
    'labels',
    'write the hand labels of the store as JSONL, which calibrate reads',
    [benchmarkArgument],
    ['--out <file>', rows.output[1]],
    rows.store,
  ],
  [
    'judge-prompt',
    'write the built-in prompt of a judge to a file, to start a custom one',
    [benchmarkArgument, ['<judge>', 'id of the judge, for instance actionability']],
    [
      '--out <dir>',
      'folder of custom judge prompts; the file goes into the benchmark’s folder there (default: judges)',
    ],
    ...rows.policyRows((policy) => policy.judgePrompt),
  ],
  [
    'import',
    'convert a public data set into sample lines',
    [
      ['<format>', 'mrbench, bridge, mathdial, … or auto'],
      ['<file>', 'the data file'],
    ],
    rows.output,
  ],
  [
    'cache',
    'show the size of the stored answers, or delete them',
    [],
    ['--clear', 'delete them'],
    rows.store,
    rows.json,
  ],
  [
    'runs',
    'the stored runs, newest first; with --delete, deletes runs',
    [['[prompt]', 'only the runs of this prompt file']],
    ['--delete <run>', 'delete this run for good, repeatable', collect],
    ['--take-over', 'with --delete: also a run held by a process that shows no sign of life'],
    ...[rows.store, rows.json],
  ],
  [
    'mcp',
    'tools for agents, as an MCP server on standard input and output',
    [],
    ['--session-calls <n>', 'most paid calls of all tools together (default: 2,000)', positive],
    ...[...rows.models, ...rows.servers, rows.connection, ...rows.newCaps, rows.store, rows.concurrency],
  ],
];

/** Builds the commander program. `done` receives the exit code of the command. */
export function createProgram(
  version: string,
  actions: CliActions,
  done: (code: number) => void,
  { stdout, stderr }: Pick<CliHost, 'stdout' | 'stderr'> = process,
): Command {
  const program = new Command('tutor-prompt-lab')
    .description('Evaluate the system prompt of an LLM tutor on tutoring benchmarks.')
    .version(version)
    .option('--models <file>', 'facts and prices of models of your own, before or after any command')
    .hook('preAction', (all) => actions.models(all.opts<{ readonly models?: string }>().models))
    .showSuggestionAfterError(true)
    // Commander puts its suggestion on a second line, but an error here is one line.
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(`${foreignText(text.trim())}\n`),
    })
    .exitOverride();
  for (const [name, text, named, ...options] of commands) {
    const added = program.command(name).description(text);
    for (const [argument, meaning] of named) added.argument(argument, meaning);
    for (const option of options) added.addOption(optionOf(option));
    // Commander passes the arguments, the options and, last, the command.
    added.action(async (...given: unknown[]) => done(await actions.run(name, given.slice(0, -1))));
  }
  return program;
}

function optionOf([flags, text, read]: rows.Row): Option {
  const option = new Option(flags, text);
  if (typeof read === 'function') return option.argParser(read as (text: string, previous: unknown) => unknown);
  if (read === undefined) return option;
  option.choices(read);
  if (read === reportFormats) option.makeOptionMandatory();
  return option;
}
