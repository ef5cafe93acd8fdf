import { z } from 'zod';

const hostTest = z.object({
  title: z.string(),
  state: z.enum(['passed', 'failed', 'skipped']),
  durationMs: z.number(),
  /** Stack or message of a failed test. */
  error: z.string().optional(),
});

const hostResultSchema = z.object({ passed: z.number(), failed: z.number(), tests: z.array(hostTest) });

/** One test of the host suite. */
export type HostTest = Readonly<z.infer<typeof hostTest>>;

/** What the extension host writes down for the launcher. */
export interface HostResult {
  readonly passed: number;
  readonly failed: number;
  readonly tests: readonly HostTest[];
}

/** Reads what `run` wrote. Throws when it is something else. */
export function parseHostResult(json: string): HostResult {
  return hostResultSchema.parse(JSON.parse(json));
}

/** Names the file, by absolute path, that the suite writes its `HostResult` to. */
export const RESULT_VARIABLE = 'TUTOR_PROMPT_LAB_HOST_RESULT';

/** Counts the tests by how they ended. */
export function hostResult(tests: readonly HostTest[]): HostResult {
  const count = (state: HostTest['state']): number => tests.filter((test) => test.state === state).length;
  return { passed: count('passed'), failed: count('failed'), tests };
}

/** One line a test, the errors below theirs, and the counts as the last line. */
export function describeHostResult(result: HostResult): string {
  const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' } as const;
  const lines = result.tests.flatMap((test) => [
    `${marks[test.state]} ${test.title} (${test.durationMs} ms)`,
    ...(test.error === undefined ? [] : test.error.split('\n').map((line) => `       ${line}`)),
  ]);
  return [...lines, `${result.passed} passed, ${result.failed} failed`].join('\n');
}
