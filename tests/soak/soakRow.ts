import { appendFile } from 'node:fs/promises';

/** One line of the table that `npm run soak` ends with. */
export interface SoakRow {
  readonly what: string;
  readonly figure: string;
}

/** Notes lines for the table; nothing where no table is wanted (a test run by itself). */
export async function noteRows(...rows: readonly SoakRow[]): Promise<void> {
  const file = process.env.SOAK_ROWS;
  if (file === undefined) return;
  await appendFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** Seconds since `from`, a time of `performance.now()`. */
export function secondsSince(from: number): string {
  return `${((performance.now() - from) / 1_000).toFixed(1)} s`;
}
