import path from 'node:path';
import { earlierPromptPaths, type EarlierPath } from '../core/revisions/earlierPaths';
import { promptHistory } from '../core/revisions/promptHistory';
import { prunePlan, pruneRuns } from '../core/revisions/prunePlan';
import { pruneStorePlan } from '../core/revisions/pruneStorePlan';
import { mayWait } from '../core/revisions/waitingRuns';
import { FileRunStore } from '../core/store/fileRunStore';
import { storedPromptPath } from '../core/store/promptPath';
import type { CliContext } from './cliContext';
import { sayDeleted, type DeleteOptions } from './sayDeleted';

/**
 * Deletes all but the latest `keep` runs of a prompt, or of each prompt of the store, and what `prunePlan` spares. Returns the exit code.
 */
export async function keepLatestRuns(
  keep: number,
  prompt: string | undefined,
  { root, json }: DeleteOptions,
  context: CliContext,
): Promise<number> {
  const store = new FileRunStore(root);
  const ids = (await store.list()).map(({ id }) => id);
  const options = { keep, waiting: await mayWait(root, ids, context.benchmarks) };
  // Runs record a prompt beside or below the store by its path from there.
  const earlierPathsOf = (name: string): Promise<readonly EarlierPath[]> =>
    earlierPromptPaths(root, path.resolve(path.dirname(root), name));
  let plan: readonly string[];
  if (prompt === undefined) plan = await pruneStorePlan(store, options, earlierPathsOf);
  else {
    const name = storedPromptPath(root, path.resolve(context.cwd, prompt));
    plan = prunePlan(await promptHistory(store, name, { earlierPaths: await earlierPathsOf(name) }), options);
  }
  return sayDeleted(await pruneRuns(store, plan), { root, json }, context);
}
