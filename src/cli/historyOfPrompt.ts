import { existsSync } from 'node:fs';
import path from 'node:path';
import { earlierPromptPaths } from '../core/revisions/git';
import { promptHistory, type PromptHistory } from '../core/revisions/promptHistory';
import { isOfPrompt } from '../core/revisions/prunePlan';
import { FileRunStore } from '../core/store/fileRunStore';
import { storedPromptPath } from '../core/store/storeFolder';
import type { RunListing } from '../core/store/runStore';
import { builtInPrompt } from './builtInPrompt';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';

/**
 * What the store at `root`, which has these runs, knows of a prompt file or a built-in prompt. Throws `CliError` where there is neither such
 * a prompt nor a run of it, and `RunStoreError`.
 */
export async function historyOfPrompt(
  root: string,
  all: readonly RunListing[],
  prompt: string,
  context: CliContext,
): Promise<PromptHistory> {
  const store = new FileRunStore(root);
  const listings = all.filter((listing) => listing.kind === 'damaged' || isOfPrompt(listing));
  if (builtInPrompt(prompt, context) !== undefined) return promptHistory(store, prompt, { listings });
  const file = path.resolve(context.cwd, prompt);
  const earlierPaths = await earlierPromptPaths(root, file);
  const history = await promptHistory(store, storedPromptPath(root, file), { listings, earlierPaths });
  if (history.runs.length === 0 && !existsSync(file))
    throw new CliError(`No runs of ${prompt} in ${root}: there is no such file.`);
  return history;
}
