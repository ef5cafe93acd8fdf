import { InvalidArgumentError, Option, type Command } from 'commander';
import type { DifferenceKind } from '../core/compare/comparison';
import {
  type ModelParameters,
  type ModelRole,
  modelRoles,
  type ParameterName,
  parameterNames,
  parametersIn,
  readParameter,
} from '../core/prompt/modelParameters';
import type { Placement } from '../core/prompt/promptTemplate';
import { capsOf, type RunCaps } from '../core/run/runCaps';

/** Forms that a stored run can be written in. */
export const reportFormats = ['html', 'markdown', 'csv', 'junit', 'json'] as const;

/** Values of `--tutor-effort` and the like, by role and name in camel case. */
type ParameterOptions = Readonly<Partial<Record<`${ModelRole}${Capitalize<ParameterName>}`, unknown>>>;

/** The options of all commands as commander hands them over, values parsed; program.ts says which command has which. */
export interface CliOptions extends ParameterOptions {
  readonly json?: boolean;
  readonly store?: string;
  /** Servers of one's own; `connection`: files of connections, or `NAME=URL`. */
  readonly baseUrl?: string;
  readonly tutorBaseUrl?: string;
  readonly judgeBaseUrl?: string;
  readonly studentBaseUrl?: string;
  readonly connection?: readonly string[];
  /** Where calls stop. */
  readonly maxCost?: number;
  readonly maxCalls?: number;
  readonly maxCostPerDay?: number;
  readonly maxCallsPerDay?: number;
  readonly concurrency?: number;
  readonly cache?: boolean;
  readonly batch?: boolean;
  readonly cancelBatches?: boolean;
  /** Takes the run's lock from a process that shows no sign of life. */
  readonly takeOver?: boolean;
  /** What a run is made of. */
  readonly prompt?: string;
  readonly benchmark?: readonly string[];
  readonly samples?: string;
  readonly replies?: string;
  readonly tutor?: string;
  readonly judge?: readonly string[];
  readonly student?: string;
  readonly limit?: number;
  readonly seed?: number;
  readonly repeats?: number;
  readonly placement?: Placement;
  /** A folder, or `false` for `--no-judge-wording`. */
  readonly judgeWording?: string | false;
  /** Of a calibration. */
  readonly dimension?: readonly string[];
  readonly disagreements?: string;
  /** What a run has to stand up to, and when a difference counts. Shares are of a metric's scale. */
  readonly failUnder?: readonly string[];
  readonly baseline?: string;
  /** Differences that are meant, so that they do not stop a verdict; unless given, inferred as the panel does. */
  readonly across?: readonly DifferenceKind[];
  readonly margin?: number;
  readonly smallest?: number;
  /** Decides by the scores of a simulated tutor, too, to try a check out. */
  readonly allowSimulated?: boolean;
  /** What is shown and written. */
  readonly majority?: boolean;
  readonly html?: string;
  readonly format?: (typeof reportFormats)[number];
  readonly output?: string;
  readonly out?: string;
  readonly clear?: boolean;
  readonly delete?: readonly string[];
  readonly keep?: number;
}

/** Options of a command that takes one judge; `judge` for both runs of a comparison, the others for one of them. */
export interface OneJudgeOptions extends Omit<CliOptions, 'judge'> {
  readonly judge?: string;
  readonly judgeBefore?: string;
  readonly judgeAfter?: string;
}

/** Gathers a repeatable option. */
export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

/** A whole number above 0; throws commander’s error otherwise. */
export function positive(text: string): number {
  return numberIn(text, 'a whole number above 0', (value) => Number.isSafeInteger(value) && value > 0);
}

/** A whole number, 0 or above. */
export function natural(text: string): number {
  return numberIn(text, 'a whole number, 0 or above', (value) => Number.isSafeInteger(value) && value >= 0);
}

function dollars(text: string): number {
  return numberIn(text, 'an amount in US dollars above 0', (value) => Number.isFinite(value) && value > 0);
}

function share(text: string): number {
  // Zero is no share, and what is none at all is told so.
  if (shareOrNone(text) > 0) return Number(text);
  throw new InvalidArgumentError('Give a share above 0 and at most 1, for instance 0.05.');
}

function shareOrNone(text: string): number {
  return numberIn(text, 'a share from 0 to 1, for instance 0.05', (value) => value >= 0 && value <= 1);
}

function numberIn(text: string, wanted: string, isRight: (value: number) => boolean): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!isRight(value)) throw new InvalidArgumentError(`Give ${wanted}.`);
  return value;
}

const shared = {
  json: ['--json', 'one JSON object on standard output'],
  store: ['--store <dir>', 'where runs are kept'],
  majority: ['--majority', 'also show metrics by the label that more than half of several judges gave'],
  html: ['--html <file>', 'also write the HTML report to this file'],
  noCache: ['--no-cache', 'ask again even where an identical call is stored'],
  batch: ['--batch', 'through the providers’ batches: half the price, answers within a day, resume collects them'],
  concurrency: ['--concurrency <n>', 'most calls in flight per provider (default: adaptive)', positive],
  connection: [
    '--connection <file>',
    'servers with a name, address and key of their own; a JSON file or NAME=URL, repeatable',
    collect,
  ],
} as const;

/** Adds options that several commands have. */
export function withShared(command: Command, ...names: readonly (keyof typeof shared)[]): Command {
  for (const name of names) {
    const [flags, text, read] = shared[name];
    if (read === undefined) command.option(flags, text);
    else command.option<unknown>(flags, text, read as (given: string, previous: unknown) => unknown);
  }
  return command;
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
export function capsGiven(
  options: Pick<CliOptions, 'maxCost' | 'maxCalls' | 'maxCostPerDay' | 'maxCallsPerDay'>,
): RunCaps {
  const { maxCost: maxCostUsd, maxCalls, maxCostPerDay: maxCostUsdPerDay, maxCallsPerDay } = options;
  return capsOf({ maxCostUsd, maxCalls, maxCostUsdPerDay, maxCallsPerDay });
}

const described: Readonly<Record<ParameterName, readonly [flag: string, text: string]>> = {
  effort: ['effort <level>', 'how much it reasons: none, minimal, low, medium, high, xhigh or max'],
  temperature: ['temperature <n>', 'in place of the benchmark’s own'],
  maxTokens: ['max-tokens <n>', 'longest answer in tokens, in place of the benchmark’s own'],
  timeout: ['timeout <seconds>', 'longest wait for one reply'],
  extra: ['extra <json>', 'an object that goes into the body of each request as it is'],
};

/** Adds the options for the calls of these roles. */
export function parameterOptions(command: Command, roles: readonly ModelRole[] = modelRoles): Command {
  for (const role of roles) {
    for (const name of parameterNames) {
      const [flag, text] = described[name];
      command.option(`--${role}-${flag}`, `${role}: ${text}`, (given) => parameterValue(name, given));
    }
  }
  return command;
}

/** What the options set for each role; `undefined` where they set nothing. */
export function parametersGiven(options: ParameterOptions): Partial<Record<ModelRole, ModelParameters>> | undefined {
  return parametersIn(new Map(Object.entries(options)));
}

function parameterValue(name: ParameterName, given: string): unknown {
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

const acrossKinds = [
  ...(['tutor', 'tutorVersion', 'judgeModel', 'judgeVersion'] as const),
  ...(['placement', 'student', 'policy', 'decoding'] as const),
] satisfies readonly DifferenceKind[];

/** Adds the options that decide what a comparison is about and when a difference counts. */
export function comparisonOptions(command: Command): Command {
  const across = new Option(
    '--across <kind>',
    'a difference that is meant and stops no verdict, repeatable (default: the one thing that differs when the prompt does not)',
  );
  return command
    .addOption(across.choices(acrossKinds).argParser(collectKind))
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

/** Adds what a run has to stand up to, to a command that takes one to its end. */
export function checkOptions(command: Command): Command {
  return comparisonOptions(command)
    .option(
      '--baseline <run>',
      'compare with this run when done; exit 1 when worse at something, or when nothing could be tested',
    )
    .option('--fail-under <metric=value>', 'exit 1 when a metric is below, repeatable', collect);
}
