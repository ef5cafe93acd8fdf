import type { PolicyDefinition } from '../core/benchmark/protocolPolicy';
import { benchmarkIds, policies, studentPolicies } from '../core/benchmarks/policies';
import type { DifferenceKind } from '../core/compare/comparison';
import { type ModelRole, modelRoles, type ParameterName } from '../core/prompt/modelParameters';
import { type CliOptions, flagOf } from './cliOptions';
import * as read from './optionReaders';

/** An option: flags, text, and a reader or the allowed values. */
export type Row = readonly [flags: string, text: string, read?: Reader | readonly string[]];
type Reader = (text: string, previous: never) => unknown;

const shared = {
  json: ['--json', 'one JSON object on standard output'],
  store: ['--store <dir>', 'where runs are kept'],
  majority: ['--majority', 'also show metrics by the label that more than half of several judges gave'],
  html: ['--html <file>', 'also write the HTML report to this file'],
  noCache: ['--no-cache', 'ask again even if an identical call is stored'],
  batch: ['--batch', 'through the providers’ batches: half the price, answers within a day, resume collects them'],
  concurrency: ['--concurrency <n>', 'maximum calls in flight per provider (default: adaptive)', read.positive],
  connection: [
    '--connection <file>',
    'servers with a name, address and key of their own; a JSON file or NAME=URL, repeatable',
    read.collect,
  ],
  builtInPrompts: ['--no-judge-prompts', 'use the built-in judge prompts'],
  output: ['--output <file>', 'where to write (default: standard output)'],
} as const satisfies Record<string, Row>;
export const { json, store, majority, html, noCache, batch, concurrency, connection, builtInPrompts, output } = shared;

export const benchmark = (what: string): Row => [
  '--benchmark <id>',
  `benchmark ${what}, repeatable (default: ${benchmarkIds[0]})`,
  read.collect,
];

/** The options that cap a run. */
export const caps = (cost: string, calls: string): readonly Row[] => [
  ['--max-cost <usd>', cost, read.dollars],
  ['--max-calls <n>', calls, read.positive],
  ['--max-cost-per-day <usd>', 'stop before all runs of the store pass this cost in a UTC day', read.dollars],
  ['--max-calls-per-day <n>', 'the same for their calls', read.positive],
];

const judgeServer: Row = ['--judge-base-url <url>', 'server of the judges'];
export const servers: readonly Row[] = [
  ['--tutor-base-url <url>', 'an OpenAI- or Anthropic-compatible server for the tutor'],
  judgeServer,
  ['--student-base-url <url>', 'server of the model that plays the student'],
];

export const newCaps = caps('stop before passing this cost', 'stop before passing this number of calls');

const parameterFlags: Readonly<Record<ParameterName, readonly [flag: string, text: string]>> = {
  effort: ['effort <level>', 'how much it reasons: none, minimal, low, medium, high, xhigh or max'],
  temperature: ['temperature <n>', 'in place of the benchmark’s own'],
  maxTokens: ['max-tokens <n>', 'longest answer in tokens, in place of the benchmark’s own'],
  timeout: ['timeout <seconds>', 'longest wait for one reply'],
  extra: ['extra <json>', 'a JSON object added unchanged to the body of each request'],
};

/** The options for the calls of these roles. */
export const parameters = (roles: readonly ModelRole[]): readonly Row[] =>
  roles.flatMap((role) =>
    (Object.keys(parameterFlags) as ParameterName[]).map((name): Row => {
      const [flag, text] = parameterFlags[name];
      return [`--${role}-${flag}`, `${role}: ${text}`, (given) => read.parameterValue(name, given)];
    }),
  );

/** One option for each protocol choice that `textOf` describes. */
export const policyRows = (textOf: (definition: PolicyDefinition) => string | undefined): readonly Row[] =>
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

export const aims: readonly Row[] = [
  [
    '--target <metric>',
    'what the change is meant to improve: benchmark/metric, repeatable (default: headlines)',
    read.collect,
  ],
  ['--guard <metric>', 'what must not get worse by more than the margin, repeatable', read.collect],
];

/** Which differences are intended, and when one counts. */
export const comparison: readonly Row[] = [
  [
    '--across <kind>',
    'an intended difference, which blocks no verdict, repeatable (default: the only difference between runs of one prompt)',
    read.oneOf(acrossKinds),
  ],
  ['--margin <share>', 'what counts as equivalent, as a share of a metric’s scale (default: off)', read.shareAboveNone],
  ['--smallest <share>', 'smallest difference that matters, as a share of the scale (default: 0)', read.shareOrNone],
  ['--guard-margin <share>', 'what a guard may lose, as a share of its scale (default: 0.1)', read.shareAboveNone],
  ['--allow-simulated', 'try the check out with a simulated tutor, whose scores say nothing about a prompt'],
];

const judgeAll: Row = ['--judge-all', 'ask all judges, not only those of targets and guards'];
export const runAll: Row = ['--run-all', 'run all units, although --baseline would let the run stop early'];

/** For a run that is to be made. */
export const noFreshBaseline: Row = [
  '--no-fresh-baseline',
  'do not run a --baseline afresh first that was chosen for its score; the comparison then decides nothing',
];

export const baseline: Row = [
  '--baseline <run>',
  'compare with this run when done; exit 1 when worse at something, or when nothing could be tested',
];

/** Options that can fail a run. */
export const checks: readonly Row[] = [
  ...comparison,
  baseline,
  ['--fail-under <metric=value>', 'exit 1 when a metric is below, repeatable', read.collect],
];

export const models: readonly Row[] = [
  ['--tutor <model>', 'openai:…, anthropic:…, CONNECTION:… or offline (default: offline)'],
  ['--judge <model>', 'judge model, repeatable; several are reported side by side (default: offline)', read.collect],
];

/** Options that plan a run, shared by `evaluate` and `estimate`. */
export const plan: readonly Row[] = [
  benchmark('to run'),
  ['--samples <file>', 'samples instead of the starter set; own JSONL or a public data set, recognised by content'],
  [
    '--replies <file>',
    'judge replies that were recorded elsewhere, no tutor calls: JSON lines, CSV or chats; --tutor names who wrote them',
  ],
  ...models,
  ['--judge-prompts <dir>', 'custom judge prompts (default: judges/ beside or above the prompt)'],
  builtInPrompts,
  ['--student <model>', `${studentPolicies.map(({ text }) => text).join('; ')} (default: script)`],
  ...servers,
  connection,
  ['--limit <n>', 'a seeded sample of n units; pairs stay together', read.positive],
  ['--seed <n>', 'seed of sampling, simulation and intervals (default: 1)', read.natural],
  ['--repeats <n>', 'independent tutor replies per sample', read.positive],
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

/** Options that plan a run of several texts on the same units. */
export const otherTexts = plan.filter(([flags]) => !/^--(?:repeats|replies|judge-all|open-ended)\b/.test(flags));

/** Options of commands that judge existing replies. */
export const judging: readonly Row[] = [
  ...parameters(['judge']),
  ...newCaps,
  ...[judgeServer, store, connection, concurrency, noCache, json],
];
