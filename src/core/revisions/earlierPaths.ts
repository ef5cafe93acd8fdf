import path from 'node:path';
import { storedPromptPath } from '../store/storeFolder';
import { runGit } from './runGit';

/** A name that a file had before, as an absolute path. */
export interface EarlierPath {
  readonly path: string;
  /** ISO 8601: when the name was given up. Absent for a renaming that is staged and not committed. */
  readonly until?: string;
}

/** Renamings that are followed; a file that was renamed more often has an earlier life that nobody looks for. */
const mostNames = 50;

/**
 * The names that a file had before, by git, the latest first: a staged renaming, then those of the commits that led to the
 * current one. Empty when git or a repository is missing; shorter than it could be when git takes longer than 2 s. Never
 * throws.
 */
async function earlierPaths(file: string): Promise<readonly EarlierPath[]> {
  const folder = path.dirname(path.resolve(file));
  const up = await runGit(folder, ['rev-parse', '--show-cdup']);
  if (up === undefined) return [];
  const top = path.resolve(folder, up.text.replace(/\n$/, ''));
  const current = toGitPath(path.relative(top, path.resolve(file)));
  const staged = await stagedName(top, current);
  const log = await runGit(top, [
    'log',
    '--follow',
    '--no-show-signature',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--format=%x00%cI',
    '--name-status',
    '-z',
    '-M',
    '--diff-filter=R',
    'HEAD',
    '--',
    staged ?? current,
  ]);
  const committed = log === undefined ? [] : renamings(log.text, staged ?? current);
  const found = [...(staged === undefined ? [] : [{ path: staged }]), ...committed].slice(0, mostNames);
  return found.map((earlier) => ({ ...earlier, path: path.resolve(top, earlier.path) }));
}

/** The same, as the runs of a store name prompts. */
export async function earlierPromptPaths(storeRoot: string, file: string): Promise<readonly EarlierPath[]> {
  const found = await earlierPaths(file);
  return found.map((earlier) => ({ ...earlier, path: storedPromptPath(storeRoot, earlier.path) }));
}

/** The committed name of a file that the index alone knows under its current one. */
async function stagedName(top: string, current: string): Promise<string | undefined> {
  const output = await runGit(top, [
    'diff-index',
    '--cached',
    '--no-ext-diff',
    '--no-textconv',
    '--ignore-submodules=all',
    '-M',
    '--name-status',
    '-z',
    '--diff-filter=R',
    'HEAD',
  ]);
  const fields = output?.text.split('\0') ?? [];
  for (let place = 0; place + 2 < fields.length; place += 3) {
    if (fields[place + 2] === current) return fields[place + 1];
  }
  return undefined;
}

/** Reads records of `\0<time>\0\nR<likeness>\0<old>\0<new>\0`; one that was cut off at the end is left out. */
function renamings(text: string, current: string): readonly { readonly path: string; readonly until: string }[] {
  const found: { readonly path: string; readonly until: string }[] = [];
  let name = current;
  for (const [, until, from, to] of text.matchAll(/\0([^\0\n]+)\0\nR\d+\0([^\0]+)\0([^\0]+)\0/g)) {
    if (until === undefined || from === undefined || to !== name) continue;
    found.push({ path: from, until });
    name = from;
  }
  return found;
}

function toGitPath(relative: string): string {
  return relative.split(path.sep).join('/');
}
