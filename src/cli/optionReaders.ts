import { InvalidArgumentError } from 'commander';
import { type ParameterName, readParameter } from '../core/prompt/modelParameters';
import { parsedJson } from '../core/text/parsedJson';

/** Collects the values of a repeatable option. */
export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

/** Collects values of a repeatable option that takes only these. */
export function oneOf(allowed: readonly string[]): typeof collect {
  return (value, previous) => {
    if (!allowed.includes(value)) throw new InvalidArgumentError(`Allowed choices are ${allowed.join(', ')}.`);
    return collect(value, previous);
  };
}

/** The returned reader throws commander's `InvalidArgumentError` for a wrong value. */
function numberAs(wanted: string, isRight: (value: number) => boolean): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!isRight(value)) throw new InvalidArgumentError(`Give ${wanted}.`);
    return value;
  };
}

export const positive = numberAs('a whole number above 0', (value) => Number.isSafeInteger(value) && value > 0);
export const natural = numberAs('a whole number, 0 or above', (value) => Number.isSafeInteger(value) && value >= 0);
export const dollars = numberAs('an amount in US dollars above 0', (value) => Number.isFinite(value) && value > 0);
export const shareOrNone = numberAs('a share from 0 to 1, for instance 0.05', (value) => value >= 0 && value <= 1);
const aboveNone = numberAs('a share above 0 and at most 1, for instance 0.05', (value) => value > 0);

export function shareAboveNone(text: string): number {
  return aboveNone(String(shareOrNone(text)));
}

export function parameterValue(name: ParameterName, given: string): unknown {
  const read = readParameter(name, plainValue(name, given));
  if (read.kind === 'problem') throw new InvalidArgumentError(`Give ${read.wanted}.`);
  return read.value;
}

function plainValue(name: ParameterName, given: string): unknown {
  if (name === 'effort') return given;
  if (name === 'extra') return parsedJson(given);
  return given.trim() === '' ? undefined : Number(given);
}
