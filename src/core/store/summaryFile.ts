import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { isExactSummary } from './exactSummary';
import { readLastStatus } from './readJournal';
import { runSummarySchema, type RunSummary } from './runSummary';
import { unwritable } from './unwritable';

const summaryFile = 'summary.json';
const schema = runSummarySchema.extend({
  /** Length of the journal it was made from. Journals only grow, so another length is another journal. */
  journalBytes: z.int().nonnegative(),
});
/** A summary has some hundred metrics; what is larger is none. */
const largest = 4 * 1024 * 1024;

/**
 * The summary in a run's folder; `undefined` where there is none that can be used: it is missing or damaged, of another
 * run (a copied folder), or the journal has grown or was changed since. Reads without waiting, some tenths of a millisecond a
 * run: a history reads a thousand of them, and waiting for each costs three times the work.
 */
export function readSummaryFile(directory: string, journal: string, runId: string): RunSummary | undefined {
  try {
    const { text, changedAt } = readSmallFile(path.join(directory, summaryFile));
    const read: unknown = JSON.parse(text);
    const { journalBytes, ...summary } = isExactSummary(read) ? read : schema.parse(read);
    const written = statSync(journal);
    const isCurrent = journalBytes === written.size && written.mtimeMs <= changedAt;
    return isCurrent && summary.runId === runId ? summary : undefined;
  } catch {
    return undefined;
  }
}

function readSmallFile(file: string): { readonly text: string; readonly changedAt: number } {
  // Without waiting: a pipe in the place of the file would hold up the whole process. Windows has neither.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const described = fstatSync(descriptor);
    if (!described.isFile() || described.size > largest) throw new Error(`${file} is no summary.`);
    return { text: readFileSync(descriptor, 'utf8'), changedAt: described.mtimeMs };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes the summary of a run at rest. Resolves to `false`, with nothing written, when the journal no longer ends as the
 * summary says: somebody has gone on with the run. Throws `RunStoreError` `unwritable`.
 */
export async function writeSummaryFile(directory: string, journal: string, summary: RunSummary): Promise<boolean> {
  const file = path.join(directory, summaryFile);
  const draft = `${file}.${randomUUID()}.new`;
  try {
    // Length before status: a record that comes in between makes the summary outdated at once, never wrong.
    const { size } = await stat(journal);
    const last = await readLastStatus(journal);
    const status = last === undefined || last.status === 'running' ? 'interrupted' : last.status;
    if (status !== summary.status || (last?.at ?? summary.createdAt) !== summary.lastAt) return false;
    await writeFile(draft, `${JSON.stringify({ ...summary, journalBytes: size })}\n`);
    await rename(draft, file);
    return true;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw unwritable(summary.runId, file, error);
  }
}
