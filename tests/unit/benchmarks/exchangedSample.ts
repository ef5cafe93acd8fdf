import type { Sample } from '../../../src/core/benchmark/samples';
import { type Fields, isBelow, kindOf } from './fieldKinds';

/** A member of a sample that holds a text, a number, a truth value or nothing. */
export interface Leaf {
  readonly path: string;
  readonly value: unknown;
}

/** A copy of `value` in which each leaf is what `change` makes of it. */
function mapped(value: unknown, change: (leaf: Leaf) => unknown, path = ''): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => mapped(item, change, `${path}[]`));
  if (typeof value !== 'object' || value === null) return change({ path, value });
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      mapped(member, change, path === '' ? name : `${path}.${name}`),
    ]),
  );
}

/** Every leaf of a sample, lists and objects gone through. */
export function leavesOf(sample: Sample): readonly Leaf[] {
  const leaves: Leaf[] = [];
  mapped(sample, (leaf) => leaves.push(leaf));
  return leaves;
}

/** Part of every text that is put in the place of a hidden one. */
export const mark = 'kept from the tutor';

/** Something else of the same type; a text where there was nothing. */
function otherValue(value: unknown): unknown {
  if (typeof value === 'string') return `${mark}: ${value.length}`;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : mark;
}

/**
 * The sample with changed hidden fields at and below `path`, or all hidden fields without `path`. Missing fields are
 * added, so that fields unused by the data are tested too.
 */
export function withOther<S extends Sample>(sample: S, table: Fields, path?: string): S {
  const isMeant = (at: string): boolean => kindOf(at, table) === 'hidden' && (path === undefined || isBelow(at, path));
  const changed = mapped(sample, (leaf) => (isMeant(leaf.path) ? otherValue(leaf.value) : leaf.value)) as S;
  const lacking = table.hidden.filter((name) => /^\w+$/.test(name) && isMeant(name) && isNothing(sample, name));
  return { ...changed, ...Object.fromEntries(lacking.map((name) => [name, mark])) };
}

function isNothing(sample: Sample, name: string): boolean {
  const value: unknown = Object.entries(sample).find(([member]) => member === name)?.[1];
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** The sample without its hidden top-level fields, whether or not a sample may lack them. */
export function withoutHidden<S extends Sample>(sample: S, table: Fields): S {
  return Object.fromEntries(Object.entries(sample).filter(([name]) => !table.hidden.includes(name))) as S;
}
