import type { DifferenceKind } from '../core/compare/comparison';
import type { PolicyDefinition, ProtocolPolicy } from '../core/benchmark/protocolPolicy';
import { policies, policyFrom, withStudent } from '../core/benchmarks/policies';
import { type ModelParameters, type ModelRole, type ParameterName, parametersIn } from '../core/prompt/modelParameters';
import type { Placement } from '../core/prompt/promptTemplate';
import { capsOf, type RunCaps } from '../core/run/runCaps';
import type { ManifestModel } from '../core/store/runManifest';

/** Forms that a stored run can be written in. */
export const reportFormats = ['html', 'markdown', 'csv', 'junit', 'json'] as const;

type RunSwitch =
  'cache' | 'batch' | 'cancelBatches' | 'takeOver' | 'openEnded' | 'judgeAll' | 'runAll' | 'freshBaseline';
type Switch = RunSwitch | 'json' | 'allowSimulated' | 'majority' | 'clear' | 'estimate' | 'confirm';
/** `connection` holds files or `NAME=URL`; `delete` holds runs. */
type Texts = 'connection' | 'benchmark' | 'judge' | 'dimension' | 'failUnder' | 'delete' | 'target' | 'guard';
type Server = 'baseUrl' | `${ModelRole}BaseUrl`;
type File = 'store' | 'prompt' | 'samples' | 'replies' | 'html' | 'output' | 'out';
type Text = Server | File | 'tutor' | 'student' | 'disagreements' | 'baseline' | 'explore' | 'cite' | 'suggest';
/** `margin` and `smallest` are shares of a metric's scale. */
type Amount = 'concurrency' | 'limit' | 'seed' | 'repeats' | 'without' | 'margin' | 'smallest' | 'guardMargin';
type Cap = 'maxCost' | 'maxCalls' | 'maxCostPerDay' | 'maxCallsPerDay' | 'sessionCalls';

type Given<Name extends string, Value> = Readonly<Partial<Record<Name, Value>>>;
/** Values of `--tutor-effort` and the like. */
type ParameterOptions = Given<`${ModelRole}${Capitalize<ParameterName>}`, unknown>;

/** Parsed options of all commands; program.ts says which command has which. */
export interface CliOptions
  extends
    ParameterOptions,
    Given<Switch, boolean>,
    Given<Texts, readonly string[]>,
    Given<Text, string>,
    Given<Amount | Cap, number> {
  readonly placement?: Placement;
  /** A folder, or `false` for `--no-judge-prompts`. */
  readonly judgePrompts?: string | false;
  /** Intended differences, which do not block a verdict. Inferred as in the panel unless given. */
  readonly across?: readonly DifferenceKind[];
  readonly format?: (typeof reportFormats)[number];
}

/** `judge` counts for both runs of a comparison, the others for one. */
export interface OneJudgeOptions
  extends Omit<CliOptions, 'judge'>, Given<'judge' | 'judgeBefore' | 'judgeAfter', string> {}

export function capsGiven(options: Given<Cap, number>): RunCaps {
  const { maxCost: maxCostUsd, maxCalls, maxCostPerDay: maxCostUsdPerDay, maxCallsPerDay } = options;
  return capsOf({ maxCostUsd, maxCalls, maxCostUsdPerDay, maxCallsPerDay });
}

/** Model parameters for each role; `undefined` when the options set none. */
export function parametersGiven(options: ParameterOptions): Partial<Record<ModelRole, ModelParameters>> | undefined {
  return parametersIn(new Map(Object.entries(options)));
}

/** The protocol that a command's options choose; `student` is the model that plays the student. */
export function policyGiven(options: object, student?: ManifestModel): ProtocolPolicy {
  const given = new Map<string, unknown>(Object.entries(options));
  return withStudent(
    policyFrom((definition) => given.get(attributeOf(definition))),
    student !== undefined,
  );
}

/** Options that change a benchmark's defaults, as they were typed. */
export function policyFlags(
  options: object,
): readonly { readonly flag: string; readonly benchmark: string; readonly isPreset: boolean }[] {
  const given = new Map<string, unknown>(Object.entries(options));
  return [...policies.values()].flatMap((definition) => {
    const { benchmark, isPreset = false, values } = definition;
    const value = given.get(attributeOf(definition));
    if (definition.option === undefined || value === undefined || value === values[0]) return [];
    return [{ flag: flagOf(definition) + (typeof value === 'string' ? ` ${value}` : ''), benchmark, isPreset }];
  });
}

/** `--guard-margin` for `guardMargin`. */
export function optionNamed(attribute: string): string {
  return `--${attribute.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function flagOf({ option, values }: PolicyDefinition): string {
  return `--${values[0] === true ? 'no-' : ''}${option?.name ?? ''}`;
}

function attributeOf({ option }: PolicyDefinition): string {
  return (option?.name ?? '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
