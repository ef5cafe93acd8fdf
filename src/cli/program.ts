import { Command, Option } from 'commander';
import type { PolicyDefinition } from '../core/benchmark/protocolPolicy';
import { benchmarkIds, policies, studentPolicy } from '../core/benchmarks/policies';
import type { DifferenceKind } from '../core/compare/comparison';
import { type ModelRole, modelRoles, type ParameterName } from '../core/prompt/modelParameters';
import type { CliHost } from './cliContext';
import { type CliOptions, flagOf, reportFormats } from './cliOptions';
import type { CommandName } from './commands';
import {
  collect,
  dollars,
  natural,
  oneOf,
  parameterValue,
  positive,
  shareAboveNone,
  shareOrNone,
} from './optionReaders';
import { foreignText } from './terminalText';

/** What a command line runs; passed in so that tests can parse without running anything. */
export interface CliActions {
  /** Runs before each command: loads the user's models from the named file. */
  models(file: string | undefined): Promise<void>;
  /** Resolves to the exit code. */
  run(name: CommandName, given: readonly unknown[]): Promise<number>;
}

/** An option: flags, text, and a reader or the allowed values. */
type Row = readonly [flags: string, text: string, read?: Reader | readonly string[]];
type Reader = (text: string, previous: never) => unknown;

const shared = {
  json: ['--json', 'one JSON object on standard output'],
  store: ['--store <dir>', 'where runs are kept'],
  majority: ['--majority', 'also show metrics by the label that more than half of several judges gave'],
  html: ['--html <file>', 'also write the HTML report to this file'],
  noCache: ['--no-cache', 'ask again even if an identical call is stored'],
  batch: ['--batch', 'through the providers’ batches: half the price, answers within a day, resume collects them'],
  concurrency: ['--concurrency <n>', 'maximum calls in flight per provider (default: adaptive)', positive],
  connection: [
    '--connection <file>',
    'servers with a name, address and key of their own; a JSON file or NAME=URL, repeatable',
    collect,
  ],
  builtInPrompts: ['--no-judge-wording', 'use the built-in judge prompts'],
  output: ['--output <file>', 'where to write (default: standard output)'],
} as const satisfies Record<string, Row>;
const { json, store, majority, html, noCache, batch, concurrency, connection, builtInPrompts, output } = shared;

const benchmark = (what: string): Row => [
  '--benchmark <id>',
  `benchmark ${what}, repeatable (default: ${benchmarkIds[0]})`,
  collect,
];

/** The options that cap a run. */
const caps = (cost: string, calls: string): readonly Row[] => [
  ['--max-cost <usd>', cost, dollars],
  ['--max-calls <n>', calls, positive],
  ['--max-cost-per-day <usd>', 'stop before all runs of the store pass this cost in a UTC day', dollars],
  ['--max-calls-per-day <n>', 'the same for their calls', positive],
];

const judgeServer: Row = ['--judge-base-url <url>', 'server of the judges'];
const servers: readonly Row[] = [
  ['--tutor-base-url <url>', 'an OpenAI- or Anthropic-compatible server for the tutor'],
  judgeServer,
  ['--student-base-url <url>', 'server of the model that plays the student'],
];

const newCaps = caps('stop before passing this cost', 'stop before passing this number of calls');

const parameterFlags: Readonly<Record<ParameterName, readonly [flag: string, text: string]>> = {
  effort: ['effort <level>', 'how much it reasons: none, minimal, low, medium, high, xhigh or max'],
  temperature: ['temperature <n>', 'in place of the benchmark’s own'],
  maxTokens: ['max-tokens <n>', 'longest answer in tokens, in place of the benchmark’s own'],
  timeout: ['timeout <seconds>', 'longest wait for one reply'],
  extra: ['extra <json>', 'a JSON object added unchanged to the body of each request'],
};

/** The options for the calls of these roles. */
const parameters = (roles: readonly ModelRole[]): readonly Row[] =>
  roles.flatMap((role) =>
    (Object.keys(parameterFlags) as ParameterName[]).map((name): Row => {
      const [flag, text] = parameterFlags[name];
      return [`--${role}-${flag}`, `${role}: ${text}`, (given) => parameterValue(name, given)];
    }),
  );

/** One option for each protocol choice that `textOf` describes. */
const policyRows = (textOf: (definition: PolicyDefinition) => string | undefined): readonly Row[] =>
  [...policies.values()].flatMap((definition): readonly Row[] => {
    const text = textOf(definition);
    const { option, values, isPreset } = definition;
    if (text === undefined) return [];
    if (option?.value === undefined) return [[flagOf(definition), text]];
    return [[`${flagOf(definition)} <${option.value}>`, text, values.slice(isPreset === true ? 1 : 0).map(String)]];
  });

const acrossKinds = [
  ...(['tutor', 'tutorVersion', 'judgeModel', 'judgeVersion'] as const),
  ...(['placement', 'student', 'policy', 'decoding'] as const),
] satisfies readonly DifferenceKind[];

const aims: readonly Row[] = [
  [
    '--target <metric>',
    'what the change is meant to improve: benchmark/metric, repeatable (default: headlines)',
    collect,
  ],
  ['--guard <metric>', 'what must not get worse by more than the margin, repeatable', collect],
];

/** Which differences are intended, and when one counts. */
const comparison: readonly Row[] = [
  [
    '--across <kind>',
    'an intended difference, which blocks no verdict, repeatable (default: the only difference between runs of one prompt)',
    oneOf(acrossKinds),
  ],
  ['--margin <share>', 'what counts as equivalent, as a share of a metric’s scale (default: off)', shareAboveNone],
  ['--smallest <share>', 'smallest difference that matters, as a share of the scale (default: 0)', shareOrNone],
  ['--guard-margin <share>', 'what a guard may lose, as a share of its scale (default: 0.1)', shareAboveNone],
  ['--allow-simulated', 'try the check out with a simulated tutor, whose scores say nothing about a prompt'],
];

const judgeAll: Row = ['--judge-all', 'ask all judges, although targets or guards are named'];
const playAll: Row = ['--play-all', 'play all units, although --baseline would let the run stop early'];

/** Options that can fail a run. */
const checks: readonly Row[] = [
  ...comparison,
  [
    '--baseline <run>',
    'compare with this run when done; exit 1 when worse at something, or when nothing could be tested',
  ],
  ['--fail-under <metric=value>', 'exit 1 when a metric is below, repeatable', collect],
];

/** Options that plan a run, shared by `evaluate` and `estimate`. */
const plan: readonly Row[] = [
  benchmark('to run'),
  ['--samples <file>', 'samples instead of the starter set; own JSONL or a public data set, recognised by content'],
  [
    '--replies <file>',
    'judge replies that were recorded elsewhere, no tutor calls: JSON lines, CSV or chats; --tutor names who wrote them',
  ],
  ['--tutor <model>', 'openai:…, anthropic:…, CONNECTION:… or offline (default: offline)'],
  ['--judge <model>', 'judge model, repeatable; several are reported side by side (default: offline)', collect],
  ['--judge-wording <dir>', 'custom judge prompts (default: judges/ beside or above the prompt)'],
  builtInPrompts,
  ['--student <model>', `${studentPolicy?.text ?? ''} (default: script)`],
  ...servers,
  connection,
  ['--limit <n>', 'a seeded sample of n units; pairs stay together', positive],
  ['--seed <n>', 'seed of sampling, simulation and intervals (default: 1)', natural],
  ['--repeats <n>', 'independent tutor replies per sample', positive],
  [
    '--placement <mode>',
    'how the prompt is combined with the benchmark’s own instructions',
    ['own', 'own+instructions', 'benchmark'] satisfies readonly CliOptions['placement'][],
  ],
  ...policyRows(({ option, text }) => option && (option.text ?? text)),
  ...aims,
  judgeAll,
  ['--open-ended', 'no end is planned: targets are tested so that the result may be read at any time'],
  ...parameters(modelRoles),
  ...newCaps,
  batch,
  ['--store <dir>', 'where runs are kept (default: .tutor-prompt-lab beside the prompt’s workspace)'],
];

/** Options of commands that judge existing replies. */
const judging: readonly Row[] = [
  ...parameters(['judge']),
  ...newCaps,
  ...[judgeServer, store, connection, concurrency, noCache, json],
];

const run = ['<run>', 'run id, the start of one, latest, or a run’s folder'] as const;
const benchmarkArgument = [
  '<benchmark>',
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(benchmarkIds),
] as const;

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
  const command = (
    name: CommandName,
    text: string,
    named: readonly (readonly [name: string, text: string])[],
    ...options: readonly Row[]
  ): void => {
    const added = program.command(name).description(text);
    for (const [argument, meaning] of named) added.argument(argument, meaning);
    for (const row of options) added.addOption(optionOf(row));
    // Commander passes the arguments, the options and, last, the command.
    added.action(async (...given: unknown[]) => done(await actions.run(name, given.slice(0, -1))));
  };
  command(
    'evaluate',
    'run a prompt file against benchmarks',
    [['<prompt>', 'the prompt file, text or Markdown, or a built-in prompt such as guideeval/rule']],
    ...plan,
    ['--explore <run>', 'play only the failing cases of this run, to read; such a run is never compared'],
    ...checks,
    playAll,
    ...[concurrency, noCache, majority, html, json],
  );
  command(
    'estimate',
    'calls, tokens and cost of an evaluate, without making it',
    [['<prompt>', 'the prompt file, or a built-in prompt']],
    ...plan,
    json,
  );
  command(
    'rules',
    'test which rules of a prompt do something: each is left out of a third of three plays',
    [['<prompt>', 'the prompt file']],
    ...plan.filter(([flags]) => !/^--(?:repeats|replies|judge-all|open-ended|guard)\b/.test(flags)),
    ['--estimate', 'only list the rules, and what a run would send and cost'],
    ['--cite <run>', 'ask a judge which rules the failing replies of this run broke: an opinion, no test'],
    ['--without <n>', 'only print the prompt without this rule', positive],
    ...[concurrency, html, json],
  );
  command(
    'check',
    'make a few short calls to a model: what works with it, what a run costs and takes',
    [['<model>', 'openai:…, anthropic:… or CONNECTION:…']],
    ...parameters(['tutor']),
    ['--prompt <file>', 'prompt of the estimated run (default: a built-in prompt)'],
    benchmark('of that run'),
    ['--limit <n>', 'units of that run (default: all)', positive],
    ['--base-url <url>', 'an OpenAI- or Anthropic-compatible server'],
    ...[connection, store, json],
  );
  command(
    'resume',
    'finish a run that was cut off, judge its rest, or play its remaining units',
    [run],
    ...caps('a new cap for the whole run', 'a new cap on the calls of the whole run'),
    ...checks,
    ['--judge-all', 'ask the judges that were not asked, about the stored replies'],
    ['--play-all', 'play the units that an early stop or a limit left out'],
    ...servers,
    ...[connection, store, majority],
    ['--take-over', 'resume even if a process that shows no sign of life holds the run'],
    ['--cancel-batches', 'cancel the run’s batches at the provider, keep their answers so far, and stop'],
    ...[concurrency, noCache, html],
    ['--disagreements <n|file>', 'for a calibration: how many to list (default: 5), or a file for all of them'],
    json,
  );
  command(
    'judge',
    'judge the replies of a run again; no tutor calls',
    [run],
    ...judging,
    ['--judge <model>', 'the new judge, repeatable (default: the run’s own, in their present version)', collect],
    ['--judge-wording <dir>', 'custom judge prompts (default: as in the run)'],
    ...[builtInPrompts, majority, batch, html],
  );
  command(
    'play-again',
    'play the prompt of a run again, with fresh replies: more evidence on a baseline',
    [run],
    ...newCaps,
    ...servers,
    ...[connection, store, concurrency, batch, majority, html, json],
  );
  command(
    'tags',
    'have a judge say how the failing replies of a run fail; one call each, no score changes',
    [run],
    ...judging,
    ['--judge <model>', 'the language model to ask (default: the run’s first judge that is one)'],
    ['--take-over', 'take the run from a process that shows no sign of life'],
  );
  command(
    'calibrate',
    'run a judge on human-labelled replies; agreement per dimension',
    [benchmarkArgument, ['<gold>', 'a file of labelled replies, or “labels” for the hand labels of the store']],
    ...judging,
    ['--judge <model>', 'the judge to check, repeatable (default: offline)', collect],
    ['--judge-wording <dir>', 'use the custom judge prompts in this folder'],
    ...policyRows((policy) => policy.calibrate?.text),
    ['--dimension <id>', 'only this dimension, repeatable (default: all that have labels)', collect],
    ['--tutor <name>', 'only the replies of this tutor, as the file names it'],
    ['--limit <n>', 'a seeded sample of n dialogues or problems', positive],
    ['--seed <n>', 'seed of sampling and intervals (default: 1)', natural],
    ['--disagreements <n|file>', 'how many disagreements to list (default: 5), or a file for all of them'],
    batch,
  );
  command(
    'compare',
    'paired comparison of two runs',
    [
      ['<before>', run[1]],
      ['<after>', 'the later run'],
    ],
    ...aims,
    ...comparison,
    ['--judge <model>', 'whose verdicts count (default: a judge that both runs have, else the first of each)'],
    ['--judge-before <model>', 'whose verdicts count in the first run'],
    ['--judge-after <model>', 'whose verdicts count in the second run'],
    ...[store, json],
  );
  command(
    'report',
    'write a stored run as a report',
    [run],
    ...comparison,
    ['--format <format>', 'format of the report', reportFormats],
    majority,
    ['--baseline <run>', 'for html, markdown, junit and json: begin with the comparison with this run'],
    ...[output, store],
  );
  command(
    'example',
    'recorded replies of two real models and a human tutor, judged by people; no key, nothing is sent',
    [],
    json,
  );
  command(
    'metrics',
    'the benchmark’s metrics from labels that are already there',
    [
      ['<benchmark>', 'a benchmark whose public data has labels'],
      ['<labels>', 'a labelled data file in its original form'],
    ],
    json,
  );
  command(
    'labels',
    'write the hand labels of the store as JSONL, which calibrate reads',
    [benchmarkArgument],
    ['--out <file>', output[1]],
    store,
  );
  command(
    'judge-wording',
    'write the built-in prompt of a judge to a file, to start a custom one',
    [benchmarkArgument, ['<judge>', 'id of the judge, for instance actionability']],
    [
      '--out <dir>',
      'folder of custom judge prompts; the file goes into the benchmark’s folder there (default: judges)',
    ],
    ...policyRows((policy) => policy.wording),
  );
  command(
    'import',
    'convert a public data set into sample lines',
    [
      ['<format>', 'mrbench, bridge, mathdial, … or auto'],
      ['<file>', 'the data file'],
    ],
    output,
  );
  command('cache', 'show the size of the stored answers, or delete them', [], ['--clear', 'delete them'], store, json);
  command(
    'runs',
    'the stored runs, newest first; with --delete, deletes runs',
    [['[prompt]', 'only the runs of this prompt file']],
    ['--delete <run>', 'delete this run for good, repeatable', collect],
    ['--take-over', 'with --delete: also a run held by a process that shows no sign of life'],
    ...[store, json],
  );
  return program;
}

function optionOf([flags, text, read]: Row): Option {
  const option = new Option(flags, text);
  if (typeof read === 'function') return option.argParser(read as (text: string, previous: unknown) => unknown);
  if (read === undefined) return option;
  option.choices(read);
  if (read === reportFormats) option.makeOptionMandatory();
  return option;
}
