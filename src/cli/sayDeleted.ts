import type { PrunedRuns } from '../core/revisions/prunePlan';
import { exitCodes } from './cliError';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';

/** Where to delete, and how to say it. */
export interface DeleteOptions {
  /** The folder of the store, absolute. */
  readonly root: string;
  readonly json: boolean;
}

/** Prints which runs are gone, says which were left and why, and returns the exit code. */
export function sayDeleted({ deleted, left }: PrunedRuns, { root, json }: DeleteOptions, context: CliContext): number {
  if (json) context.document(`${JSON.stringify({ schemaVersion: 1, store: root, deleted, left }, undefined, 2)}\n`);
  else for (const id of deleted) context.out(`Deleted ${foreignText(id)}.\n`);
  if (deleted.length === 0 && left.length === 0) context.err(`Nothing to delete in ${foreignText(root)}.\n`);
  for (const { reason } of left) context.err(`error: ${foreignText(reason)}\n`);
  return left.length === 0 ? exitCodes.done : exitCodes.badCall;
}
