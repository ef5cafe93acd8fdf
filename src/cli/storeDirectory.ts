import { existsSync, lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { isOfOtherUser, strangenessOf } from '../core/store/storeFolder';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { foreignText } from './foreignText';

/** The folder's name, beside the prompt's workspace. */
const storeFolder = '.tutor-prompt-lab';

/**
 * The store to work with, as an absolute path: the one that was named, which need not be there, else the default one of `start`. Throws
 * `CliError`.
 */
export function storeDirectory(
  named: string | undefined,
  start: string,
  context: Pick<CliContext, 'cwd' | 'err'>,
): string {
  if (named === undefined) return defaultStore(start);
  const root = path.resolve(context.cwd, named);
  const found = statSync(root, { throwIfNoEntry: false });
  if (found !== undefined && isOfOtherUser(found.uid)) {
    context.err(`warning: The store ${foreignText(root)} belongs to another user. It is used, since you named it.\n`);
  }
  return root;
}

/** The same to look into: a store that was named must be there. */
export function existingStore(
  named: string | undefined,
  start: string,
  context: Pick<CliContext, 'cwd' | 'err'>,
): string {
  const root = storeDirectory(named, start, context);
  if (named === undefined) return root;
  const found = statSync(root, { throwIfNoEntry: false });
  if (found === undefined) throw new CliError(`The store ${root} does not exist. Check --store.`);
  if (!found.isDirectory()) throw new CliError(`The store ${root} is no folder. Check --store.`);
  return root;
}

/**
 * Where runs are kept by default: the nearest `.tutor-prompt-lab` from `start` up to the root of the git work tree, else in that root. Outside
 * a work tree it is looked for in `start` alone, as what lies above may be anybody's.
 */
function defaultStore(start: string): string {
  const above = foldersAbove(path.resolve(start));
  const place = above.findIndex((folder) => existsSync(path.join(folder, '.git')));
  const own = above.slice(0, place === -1 ? 1 : place + 1);
  const kept = own.find((folder) => lstatSync(path.join(folder, storeFolder), { throwIfNoEntry: false }) !== undefined);
  const root = path.join(kept ?? own.at(-1) ?? start, storeFolder);
  const strangeness = strangenessOf(root);
  if (strangeness === undefined) return root;
  const why = strangeness === 'link' ? 'is a link' : 'belongs to another user';
  throw new CliError(`The store ${root} ${why}, so it is not used. To use it all the same, name it: --store ${root}`);
}

function foldersAbove(start: string): readonly string[] {
  const folders = [start];
  for (let folder = start; path.dirname(folder) !== folder; folder = path.dirname(folder))
    folders.push(path.dirname(folder));
  return folders;
}
