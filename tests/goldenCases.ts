import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { z } from 'zod';

const goldenFileSchema = z.object({
  system: z.string(),
  tolerance: z.number(),
  cases: z.array(
    z.object({
      id: z.string(),
      metric: z.string(),
      why: z.string(),
      input: z.unknown(),
      expected: z.unknown(),
    }),
  ),
});

/**
 * Hand-computed cases of one system: `input` and `expected` have the shape of the case's metric, null for "undefined".
 */
export type GoldenFile = z.infer<typeof goldenFileSchema>;

/** Where the golden file of this name is looked for, relative to the root of the repository. */
export function goldenPath(name: string): string {
  return `../shared/spec/golden/${name}.json`;
}

/**
 * Reads a golden file; undefined when it is not there (a checkout without the public data). Throws if it is not in
 * shape.
 */
export function loadGolden(name: string): GoldenFile | undefined {
  const file = fileURLToPath(new URL(`../${goldenPath(name)}`, import.meta.url));
  return existsSync(file) ? goldenFileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/**
 * Deep comparison with an absolute tolerance for numbers. null, undefined and a missing key are one and the same; a key
 * that is not expected is a mismatch unless its value is undefined. Reports all mismatches, each with its path.
 */
export function expectClose(actual: unknown, expected: unknown, tolerance: number): void {
  expect(mismatches(actual, expected, tolerance, '$')).toEqual([]);
}

function mismatches(actual: unknown, expected: unknown, tolerance: number, path: string): string[] {
  const left = actual ?? undefined;
  const right = expected ?? undefined;
  if (typeof left === 'number' && typeof right === 'number') {
    const close = left === right || Math.abs(left - right) <= tolerance;
    return close ? [] : [`${path}: ${left} is not within ${tolerance} of ${right}`];
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    const length = left.length === right.length ? [] : [`${path}: ${left.length} items instead of ${right.length}`];
    return [
      ...length,
      ...right.flatMap((item, index) => mismatches(left[index], item, tolerance, `${path}[${index}]`)),
    ];
  }
  if (isRecord(left) && isRecord(right)) {
    const keys = [...new Set([...Object.keys(right), ...Object.keys(left)])];
    return keys.flatMap((key) => mismatches(left[key], right[key], tolerance, `${path}.${key}`));
  }
  return Object.is(left, right) ? [] : [`${path}: ${show(left)} instead of ${show(right)}`];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
