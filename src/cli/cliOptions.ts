import { InvalidArgumentError, Option, type Command } from 'commander';
import type { DifferenceKind } from '../core/compare/runDifferences';
import { capsOf, type RunCaps } from '../core/engine/runCaps';
import {
  modelRoles,
  parameterNames,
  parametersIn,
  readParameter,
  type ModelParameters,
  type ModelRole,
  type ParameterName,
} from '../core/providers/modelParameters';

/** Gathers a repeatable option. */
export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

/** A whole number above 0; throws commander’s error otherwise. */
export function positive(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('Give a whole number above 0.');
  return value;
}

/** A whole number, 0 or above. */
export function natural(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0)
    throw new InvalidArgumentError('Give a whole number, 0 or above.');
  return value;
}

/** An amount of money above 0. */
function dollars(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('Give an amount in US dollars above 0.');
  return value;
}

/** A share above 0 and at most 1. */
export function share(text: string): number {
  const value = shareOrNone(text);
  if (value === 0) throw new InvalidArgumentError('Give a share above 0 and at most 1, for instance 0.05.');
  return value;
}

/** A share from 0 to 1. */
function shareOrNone(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('Give a share from 0 to 1, for instance 0.05.');
  return value;
}

/** Options of every command that makes calls: where it stops. */
export interface CapOptions {
  readonly maxCost?: number;
  readonly maxCalls?: number;
  readonly maxCostPerDay?: number;
  readonly maxCallsPerDay?: number;
}

/** Adds the options that cap a run; `isNew` where it is a new run, which has no caps yet. */
export function capOptions(command: Command, isNew = true): Command {
  const [cost, calls] = isNew
    ? ['stop before passing this cost', 'stop before passing this number of calls']
    : ['a new cap for the whole run', 'a new cap on the calls of the whole run'];
  return command
    .option('--max-cost <usd>', cost, dollars)
    .option('--max-calls <n>', calls, positive)
    .option('--max-cost-per-day <usd>', 'stop before all runs of the store pass this cost in a UTC day', dollars)
    .option('--max-calls-per-day <n>', 'likewise for their calls', positive);
}

/** The caps that were given. */
export function capsGiven({ maxCost, maxCalls, maxCostPerDay, maxCallsPerDay }: CapOptions): RunCaps {
  return capsOf({
    maxCostUsd: maxCost,
    maxCalls,
    maxCostUsdPerDay: maxCostPerDay,
    maxCallsPerDay,
  });
}

/** Values of `--tutor-effort` and the like, by role and name in camel case, as commander hands them over. */
export type ParameterOptions = Readonly<Partial<Record<`${ModelRole}${Capitalize<ParameterName>}`, unknown>>>;

const described: Readonly<Record<ParameterName, readonly [flag: string, argument: string, text: string]>> = {
  effort: ['effort', 'level', 'how much it reasons: none, minimal, low, medium, high, xhigh or max'],
  temperature: ['temperature', 'n', 'in place of the benchmark’s own'],
  maxTokens: ['max-tokens', 'n', 'longest answer in tokens, in place of the benchmark’s own'],
  timeout: ['timeout', 'seconds', 'longest wait for one reply'],
  extra: ['extra', 'json', 'an object that goes into the body of each request as it is'],
};

/** Adds the options for the calls of these roles. */
export function parameterOptions(command: Command, roles: readonly ModelRole[] = modelRoles): Command {
  for (const role of roles) {
    for (const name of parameterNames) {
      const [flag, argument, text] = described[name];
      command.option(`--${role}-${flag} <${argument}>`, `${role}: ${text}`, (given) => valueOf(name, given));
    }
  }
  return command;
}

/** What the options set for each role; `undefined` where they set nothing. */
export function parametersGiven(options: ParameterOptions): Partial<Record<ModelRole, ModelParameters>> | undefined {
  return parametersIn(new Map(Object.entries(options)));
}

function valueOf(name: ParameterName, given: string): unknown {
  const read = readParameter(name, plainValue(name, given));
  if (read.kind === 'problem') throw new InvalidArgumentError(`Give ${read.wanted}.`);
  return read.value;
}

function plainValue(name: ParameterName, given: string): unknown {
  if (name === 'effort') return given;
  if (name !== 'extra') return given.trim() === '' ? undefined : Number(given);
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return undefined;
  }
}

/** Options that decide what a comparison is about and when a difference counts. */
export interface ComparisonChoices {
  /** Differences that are meant, so that they do not stop a verdict; unless given, inferred as the panel does. */
  readonly across?: readonly DifferenceKind[];
  /** Shares of a metric's scale. */
  readonly margin?: number;
  readonly smallest?: number;
  /** Decides by the scores of a simulated tutor, too, to try a check out. */
  readonly allowSimulated?: boolean;
}

const acrossKinds = [
  'tutor',
  'tutorVersion',
  'judgeModel',
  'judgeVersion',
  'placement',
  'student',
  'policy',
  'decoding',
] as const satisfies readonly DifferenceKind[];

/** Adds the options of `ComparisonChoices` to a command. */
export function comparisonChoices(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--across <kind>',
        'a difference that is meant and stops no verdict, repeatable (default: the one thing that differs when the prompt does not)',
      )
        .choices(acrossKinds)
        .argParser(collectKind),
    )
    .option('--margin <share>', 'what counts as equivalent, as a share of a metric’s scale (default: off)', share)
    .option('--smallest <share>', 'smallest difference that matters, likewise (default: 0)', shareOrNone)
    .option('--allow-simulated', 'try the check out with a simulated tutor, whose scores say nothing about a prompt');
}

/** A parser of one's own goes before the choices, so it has to look at them itself. */
function collectKind(value: string, previous: readonly DifferenceKind[] | undefined): readonly DifferenceKind[] {
  const kind = acrossKinds.find((one) => one === value);
  if (kind === undefined) throw new InvalidArgumentError(`Allowed choices are ${acrossKinds.join(', ')}.`);
  return [...(previous ?? []), kind];
}

/** Adds the options of `CheckChoices` to a command that takes a run to its end. */
export function checkOptions(command: Command): Command {
  return comparisonChoices(command)
    .option(
      '--baseline <run>',
      'compare with this run when done; exit 1 when worse at something, or when nothing could be tested',
    )
    .option('--fail-under <metric=value>', 'exit 1 when a metric is below, repeatable', collect);
}

/** What `--connection` is for. */
export const connectionText = 'servers with a name, address and key of their own; a JSON file or NAME=URL, repeatable';

/** Adds the options that say what a run is made of, the same for `evaluate` and `estimate`. */
export function planOptions(command: Command): Command {
  const described = command
    .option('--benchmark <id>', 'benchmark to run, repeatable (default: guideeval)', collect)
    .option(
      '--samples <file>',
      'samples instead of the starter set; own JSONL or a public data set, recognised by content',
    )
    .option(
      '--replies <file>',
      'judge replies that were recorded elsewhere, no tutor calls: JSON lines, CSV or chats; --tutor names who wrote them',
    )
    .option('--tutor <model>', 'openai:…, anthropic:…, CONNECTION:… or offline (default: offline)')
    .option(
      '--judge <model>',
      'likewise, repeatable; several judges are reported side by side (default: offline)',
      collect,
    )
    .option('--judge-wording <dir>', 'judges’ texts of your own (default: judges/ beside or above the prompt)')
    .option('--no-judge-wording', 'ask judges with the built-in texts')
    .option('--student <model>', 'SocratesBench: a model that plays the student (default: script)')
    .option('--tutor-base-url <url>', 'an OpenAI- or Anthropic-compatible server for the tutor')
    .option('--judge-base-url <url>', 'likewise for the judges')
    .option('--student-base-url <url>', 'likewise for the model that plays the student')
    .option('--connection <file>', connectionText, collect)
    .option('--limit <n>', 'a seeded sample of n units; pairs stay together', positive)
    .option('--seed <n>', 'seed of sampling, simulation and intervals (default: 1)', natural)
    .option('--repeats <n>', 'independent tutor replies per sample', positive)
    .addOption(
      new Option('--placement <mode>', 'how the file meets the benchmark’s own instructions').choices([
        'own',
        'own+instructions',
        'benchmark',
      ]),
    )
    .option('--no-one-sentence', 'MRBench: do not ask the tutor for a single sentence')
    .option('--no-solution-to-judge', 'MRBench: keep the worked solution from the judges, as the paper does')
    .option('--one-judge-call', 'MRBench: judge all eight dimensions of a reply in one call')
    .addOption(
      new Option('--theory <mode>', 'SocratesBench: play with the theory, without, or both (default: on)').choices([
        'on',
        'off',
        'both',
      ]),
    )
    .option('--parallel-example-counts', 'SocratesBench: a worked example with other numbers counts as a computed step')
    .option('--expose-answer-key', 'SocratesBench: fill {{answer}} in the prompt with the answer key')
    .option(
      '--whole-conversation',
      'SocratesBench: J2 and J3 judge all messages of a conversation in one call; other judges than by default',
    )
    .addOption(
      new Option('--preset <name>', 'SocratesBench: “paper” plays its task a hundred times, with theory').choices([
        'paper',
      ]),
    )
    .option('--both-orders', 'KMP-Dialogue: judge each pair of replies in both orders')
    .option('--literal-mr-score', 'KMP-Skills: also show MR-Score as the KMP paper words it')
    .option('--clip-per-sample', 'TutorBench: clip each sample’s score to 0..1 before averaging');
  return capOptions(parameterOptions(described))
    .option('--batch', 'through the providers’ batches: half the price, answers within a day, resume collects them')
    .option('--store <dir>', 'where runs are kept (default: .tutor-prompt-lab beside the prompt’s workspace)');
}

/** Forms that a stored run can be written in. */
export const reportFormats = ['html', 'markdown', 'csv', 'junit', 'json'] as const;
export type ReportFormat = (typeof reportFormats)[number];
