import { InvalidArgumentError } from 'commander';

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
export function dollars(text: string): number {
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
export function shareOrNone(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('Give a share from 0 to 1, for instance 0.05.');
  return value;
}
