import { createHash } from 'node:crypto';
import path from 'node:path';
import type { GitState } from '../store/runManifest';
import { readPlainFile } from '../store/plainFile';
import { runGit } from './runGit';

/** Prompts are small; a larger file is not read to be hashed, and counts as changed. */
const largest = 16 * 1024 * 1024;

/**
 * Where a file stands in git: `undefined` when git or a repository is missing. Reads git's records only and hashes the file
 * itself, as git's own comparison would run programs that the repository names. Never throws.
 */
export async function readGitState(file: string): Promise<GitState | undefined> {
  const folder = path.dirname(path.resolve(file));
  const name = path.basename(file);
  const place = await runGit(folder, ['rev-parse', '--is-inside-work-tree', '--show-prefix']);
  const prefix = /^true\n(?<prefix>[\s\S]*)\n$/.exec(place?.text ?? '')?.groups?.prefix;
  if (prefix === undefined) return undefined;
  const [head, branch] = await Promise.all([
    runGit(folder, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
    runGit(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']),
  ]);
  const commit = objectId(head?.text);
  const tracked =
    commit === undefined
      ? undefined
      : await runGit(folder, ['rev-parse', '--verify', '--quiet', `${commit}:./${name}`]);
  const blob = objectId(tracked?.text);
  const branchName = branch?.text.replace(/\n$/, '') ?? '';
  return {
    ...(commit === undefined ? {} : { commit }),
    ...(branchName === '' ? {} : { branch: branchName }),
    dirty: blob === undefined || !(await isBlob(file, blob)),
    path: `${prefix}${name}`,
  };
}

function objectId(text: string | undefined): string | undefined {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})(?=\n$)/.exec(text ?? '')?.[0];
}

/** Whether the file is this object, as it is or with the line ends that git keeps where it changes them at check-out. */
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

/** Git's name for a content: 40 digits in a repository of the first kind, 64 in one of the second. */
function blobId(content: Buffer, digits: number): string {
  const hash = createHash(digits === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${content.byteLength}\0`).update(content).digest('hex');
}
