import { expect } from 'vitest';
import type { Ended } from './commandLine';

/** Exit code 2, nothing on standard output, and one line on standard error that matches. */
export function expectRefusal({ code, out, err }: Ended, message: RegExp): void {
  expect(err.trimEnd().split('\n')).toEqual([expect.stringMatching(/^error: /)]);
  expect(err).toMatch(message);
  expect(out).toBe('');
  expect(code).toBe(2);
}
