import { existsSync } from 'node:fs';
import path from 'node:path';
import { earlierPromptPaths } from '../core/revisions/git';
import { prunePlan, pruneRuns, pruneStorePlan } from '../core/revisions/prunePlan';
import { mayWait } from '../core/revisions/sessionOfRun';
import { FileRunStore } from '../core/store/fileRunStore';
import type { CliContext } from './cliContext';
import { historyOfPrompt } from './historyOfPrompt';
import { sayDeleted, type DeleteOptions } from './sayDeleted';

/**
 * Deletes all but the latest `keep` runs of a prompt, or of each prompt of the store, and what `prunePlan` spares. Returns the exit code.
 * Throws as `historyOfPrompt` does.
 */
export async function keepLatestRuns(
  keep: number,
  prompt: string | undefined,
  { root, json }: DeleteOptions,
  context: CliContext,
): Promise<number> {
  const store = new FileRunStore(root);
  const listings = await store.list();
  const ids = listings.map(({ id }) => id);
  const options = { keep, waiting: await mayWait(root, ids, context.benchmarks) };
  // Runs record a prompt beside or below the store by its path from there.
  const fileOf = (name: string): string => path.resolve(path.dirname(root), name);
  const plan =
    prompt === undefined
      ? await pruneStorePlan(store, listings, options, {
          earlierPathsOf: (name) => earlierPromptPaths(root, fileOf(name)),
          isThere: (name) => existsSync(fileOf(name)),
        })
      : prunePlan(await historyOfPrompt(root, listings, prompt, context), options);
  return sayDeleted(await pruneRuns(store, plan), { root, json }, context);
}
