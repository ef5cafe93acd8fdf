import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { readPlainFile } from '../store/plainFile';
import type { GitState } from '../store/runManifest';
import { storedPromptPath } from '../store/storeFolder';

const timeoutMs = 2_000;
const maxBytes = 4 * 1024 * 1024;

/**
 * An untrusted repository may configure programs. None may run: no monitor, hook, signature check or fetch of missing
 * objects, and no bare repository hidden in a folder. Filters and text converters cannot run, because no command here
 * reads the work tree or prints differences.
 */
const guards = [
  ['core.fsmonitor', ''],
  ['core.hooksPath', '/dev/null'],
  ['log.showSignature', 'false'],
  ['safe.bareRepository', 'explicit'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Runs git without a shell for at most 2 s. `undefined` if it fails; what was printed if it was stopped. */
function runGit(folder: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(
      'git',
      ['--no-pager', ...guards, '-C', folder, ...args],
      {
        // Windows looks for programs in the working folder first, so it must not be the repository.
        cwd: path.dirname(process.execPath),
        env: gitEnvironment(process.env),
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: maxBytes,
        windowsHide: true,
      },
      (error, text) => {
        const isStopped = error?.killed === true || error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
        resolve(error === null || isStopped ? text : undefined);
      },
    );
  });
}

/** Removes git’s own variables: in a hook they point to another repository. */
function gitEnvironment(from: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(from).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_LAZY_FETCH: '1',
    // No protocol has this name: nothing is fetched, whatever the repository allows.
    GIT_ALLOW_PROTOCOL: 'none',
    LC_ALL: 'C',
  };
}

/** In bytes. A larger file is not hashed and counts as changed. */
const largest = 16 * 1024 * 1024;

/** A file's state; `undefined` without git. Hashes the file itself: git might run what the repository names. */
export async function readGitState(file: string): Promise<GitState | undefined> {
  const folder = path.dirname(path.resolve(file));
  const name = path.basename(file);
  const found = await runGit(folder, ['rev-parse', '--is-inside-work-tree', '--show-prefix']);
  const prefix = /^true\n(?<prefix>[\s\S]*)\n$/.exec(found ?? '')?.groups?.prefix;
  if (prefix === undefined) return undefined;
  const [head, branch] = await Promise.all([
    runGit(folder, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
    runGit(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']),
  ]);
  const commit = objectId(head);
  const tracked =
    commit === undefined
      ? undefined
      : await runGit(folder, ['rev-parse', '--verify', '--quiet', `${commit}:./${name}`]);
  const blob = objectId(tracked);
  const branchName = branch?.replace(/\n$/, '') ?? '';
  return {
    ...(commit !== undefined && { commit }),
    ...(branchName !== '' && { branch: branchName }),
    dirty: blob === undefined || !(await isBlob(file, blob)),
    path: `${prefix}${name}`,
  };
}

function objectId(text: string | undefined): string | undefined {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})(?=\n$)/.exec(text ?? '')?.[0];
}

/** Whether the file is this object, as it is or with git's normalised line ends. */
async function isBlob(file: string, blob: string): Promise<boolean> {
  let content: Buffer;
  try {
    content = await readPlainFile(file, { largest, links: 'follow' });
  } catch {
    return false;
  }
  if (blobId(content, blob.length) === blob) return true;
  return blobId(Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), blob.length) === blob;
}

function blobId(content: Buffer, digits: number): string {
  const hash = createHash(digits === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${content.byteLength}\0`).update(content).digest('hex');
}

export interface EarlierPath {
  readonly path: string;
  /** ISO 8601 time of the renaming; absent if it is only staged. */
  readonly until?: string;
}

/** Maximum renamings that are followed. */
const mostNames = 50;

const onlyRenamings = ['--no-ext-diff', '--no-textconv', '--name-status', '-z', '-M', '--diff-filter=R'];

/**
 * Earlier names of a file according to git, latest first, as the store names prompts. A staged renaming comes first.
 * Empty if git or a repository is missing; incomplete if git takes longer than 2 s. Never throws.
 */
export async function earlierPromptPaths(storeRoot: string, file: string): Promise<readonly EarlierPath[]> {
  const folder = path.dirname(path.resolve(file));
  const up = await runGit(folder, ['rev-parse', '--show-cdup']);
  if (up === undefined) return [];
  const top = path.resolve(folder, up.replace(/\n$/, ''));
  const current = path.relative(top, path.resolve(file)).split(path.sep).join('/');
  const staged = await stagedName(top, current);
  const options = ['--follow', '--no-show-signature', '--no-color', '--format=%x00%cI', ...onlyRenamings];
  const log = await runGit(top, ['log', ...options, 'HEAD', '--', staged ?? current]);
  const committed = log === undefined ? [] : renamings(log, staged ?? current);
  const found = [...(staged === undefined ? [] : [{ path: staged }]), ...committed].slice(0, mostNames);
  return found.map((earlier) => ({ ...earlier, path: storedPromptPath(storeRoot, path.resolve(top, earlier.path)) }));
}

/** The committed name of a file that was renamed only in the index. */
async function stagedName(top: string, current: string): Promise<string | undefined> {
  const output = await runGit(top, ['diff-index', '--cached', '--ignore-submodules=all', ...onlyRenamings, 'HEAD']);
  const fields = output?.split('\0') ?? [];
  for (let index = 0; index + 2 < fields.length; index += 3) {
    if (fields[index + 2] === current) return fields[index + 1];
  }
  return undefined;
}

/** Reads records of `\0<time>\0\nR<likeness>\0<old>\0<new>\0` and skips a truncated last one. */
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
