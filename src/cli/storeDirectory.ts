import { existsSync } from 'node:fs';
import path from 'node:path';

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

function* ancestors(folder: string): Generator<string> {
  for (let current = folder; ; current = path.dirname(current)) {
    yield current;
    if (path.dirname(current) === current) return;
  }
}
