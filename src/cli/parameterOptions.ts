import { InvalidArgumentError, type Command } from 'commander';
import {
  modelRoles,
  parameterNames,
  parametersIn,
  readParameter,
  type ModelParameters,
  type ModelRole,
  type ParameterName,
} from '../core/providers/modelParameters';

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
