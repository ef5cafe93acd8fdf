import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';

/** The folder's name, beside the prompt's workspace. */
export const storeFolder = '.tutor-prompt-lab';

/**
 * Where runs are kept by default: the nearest `.tutor-prompt-lab` in `start` or above it, else in the root of the git
 * work tree that `start` is in, else in `start` itself.
 */
export function defaultStore(start: string): string {
  const above = [...ancestors(path.resolve(start))];
  const kept = above.find((folder) => existsSync(path.join(folder, storeFolder)));
  const root = kept ?? above.find((folder) => existsSync(path.join(folder, '.git'))) ?? path.resolve(start);
  return path.join(root, storeFolder);
}

/**
 * The store to look into, as an absolute path: the one that was named, which must be there, else the default one. Throws `CliError`.
 */
export function existingStore(named: string | undefined, start: string, { cwd }: Pick<CliContext, 'cwd'>): string {
  if (named === undefined) return defaultStore(start);
  const root = path.resolve(cwd, named);
  const found = statSync(root, { throwIfNoEntry: false });
  if (found === undefined) throw new CliError(`The store ${root} does not exist. Check --store.`);
  if (!found.isDirectory()) throw new CliError(`The store ${root} is no folder. Check --store.`);
  return root;
}

function* ancestors(folder: string): Generator<string> {
  for (let current = folder; ; current = path.dirname(current)) {
    yield current;
    if (path.dirname(current) === current) return;
  }
}
