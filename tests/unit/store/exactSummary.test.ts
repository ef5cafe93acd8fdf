import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExactSummary } from '../../../src/core/store/exactSummary';
import { mostBenchmarks, storedSummarySchema } from '../../../src/core/store/runSummary';
import { summaryOf } from '../../contract/store/summaryOf';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** As the file of `summaryOf` has it. */
function storedOf(runId: string): object {
  const summary = summaryOf(runId);
  const benchmarks = summary.benchmarks.map((benchmark) => ({ ...benchmark, heads: 'a'.repeat(64) }));
  return JSON.parse(JSON.stringify({ schemaVersion: 2, ...summary, benchmarks, journalBytes: 17 })) as object;
}

const git = { commit: 'a'.repeat(40), branch: 'main', dirty: false, path: 'tutor.md' };
const whole = {
  ...storedOf('run-1'),
  rejudgedFrom: 'run-0',
  repliesAt: '2026-02-01T10:00:00.000Z',
  student: 'fake:student',
  policy: { theory: 'on', oneSentence: true },
};
const full = JSON.parse(JSON.stringify({ ...whole, prompt: { ...summaryOf('run-1').prompt, git } })) as Json;

/** Paths of all members and elements. */
function pathsOf(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, part]) => pathsOf(part, [...path, name]))];
}

/** A copy in which the value at the path is another one, or gone. */
function changed(value: Json, [name, ...rest]: readonly string[], change: Json | undefined): Json | undefined {
  if (name === undefined) return change;
  const entries = Object.entries(value as object).flatMap(([key, part]: [string, Json]) => {
    const next = key === name ? changed(part, rest, change) : part;
    return next === undefined ? [] : [[key, next] as const];
  });
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}

const strange: readonly Json[] = [null, true, 0, -1, 1.5, '', 'completed', [], [1, 2], [1, 2, 3], {}, ['x'], { a: 1 }];

describe('isExactSummary', () => {
  it('takes a summary with all its members, and one without those that may be absent', () => {
    expect(isExactSummary(full)).toBe(true);
    expect(isExactSummary({ ...storedOf('run-1'), journalBytes: 0 })).toBe(true);
  });

  it('takes nothing that the schema would refuse or read otherwise, whichever member is changed or missing', () => {
    let taken = 0;
    for (const path of pathsOf(full)) {
      for (const change of [...strange, undefined]) {
        const value = changed(full, path, change);
        if (!isExactSummary(value)) continue;
        taken += 1;
        expect(storedSummarySchema.parse(value)).toEqual(value);
      }
    }
    expect(taken).toBeGreaterThan(50);
  });

  it('leaves to the schema what has a member that is not known, at any place', () => {
    for (const path of pathsOf(full)) {
      const at = path.reduce<Json>((value, name) => (value as Record<string, Json>)[name]!, full);
      if (typeof at !== 'object' || at === null || Array.isArray(at) || path.at(-1) === 'judgeVersions') continue;
      for (const name of ['filler', '__proto__', 'constructor', 'toString']) {
        const more = JSON.parse(`{"${name}":{"kind":"x"},${JSON.stringify(at).slice(1)}`) as Json;
        expect(isExactSummary(path.length === 0 ? more : changed(full, path, more))).toBe(false);
      }
    }
    const judged = changed(full, ['benchmarks', '0', 'judgeVersions'], JSON.parse('{"__proto__":"x"}') as Json);
    expect(isExactSummary(judged)).toBe(false);
  });

  it('is not deceived by numbers that JSON cannot hold', () => {
    expect(isExactSummary(JSON.parse(JSON.stringify(full).replace('"wallMs":7000', '"wallMs":1e999')))).toBe(false);
  });

  it('takes as many benchmarks as the schema, and no more', () => {
    const { benchmarks } = full as { readonly benchmarks: readonly Json[] };
    for (const count of [0, mostBenchmarks, mostBenchmarks + 1]) {
      const value = { ...(full as object), benchmarks: Array.from({ length: count }, () => benchmarks[0]!) };
      expect(isExactSummary(value)).toBe(count <= mostBenchmarks);
      expect(storedSummarySchema.safeParse(value).success).toBe(count <= mostBenchmarks);
    }
  });

  it('takes nothing else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isExactSummary(value)).toBe(false);
      }),
    );
  });
});
