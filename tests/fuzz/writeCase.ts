import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRandom } from '../../src/core/statistics/random';
import type { FuzzPlan } from './fuzzCase';
import { mutateFile, type Mutated } from './mutateFile';
import { caseFile, hostileAt, namedAt, victimFile, workspaceFolder } from './places';

/** Writes the folder of a case: the corpus with one file mutated, and beside it the plan, which is returned with what was done. */
export async function writeCase(plan: FuzzPlan, corpus: string, folder: string): Promise<FuzzPlan> {
  await cp(corpus, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const file = path.join(folder, workspaceFolder, plan.file);
  const random = createRandom(`file ${plan.seed} ${plan.number}`);
  const mutated = plan.spoils ? undefined : mutateFile(plan.file, await originalOf(file), random);
  if (mutated !== undefined) await put(mutated, file, folder);
  const written = { ...plan, mutation: mutated === undefined ? 'answers' : mutationText(mutated) };
  await writeFile(path.join(folder, caseFile), `${JSON.stringify(written, undefined, 2)}\n`);
  return written;
}

function mutationText(mutated: Mutated): string {
  if (mutated.kind === 'link') return `link to ${mutated.to}`;
  return mutated.kind === 'bytes' ? 'other bytes' : mutated.kind;
}

/** What a process that crashed leaves in the place of a lock. */
const lock = Buffer.from('{"pid":4194304,"host":"elsewhere","at":"2026-01-01T00:00:00.000Z"}');

async function originalOf(file: string): Promise<Buffer> {
  return file.endsWith('lock.json') ? lock : readFile(file);
}

async function put(mutated: Mutated, file: string, folder: string): Promise<void> {
  await rm(file, { force: true });
  switch (mutated.kind) {
    case 'bytes':
      await writeFile(file, mutated.bytes);
      break;
    case 'sparse':
      await writeFile(file, '');
      await truncate(file, mutated.size);
      break;
    case 'link':
      await symlink(
        {
          victim: path.relative(path.dirname(file), path.join(folder, victimFile)),
          zeros: '/dev/zero',
          itself: path.basename(file),
          folder: '.',
          nothing: 'nowhere',
        }[mutated.to],
        file,
      );
      break;
    case 'pipe':
      execFileSync('mkfifo', [file]);
      break;
    case 'folder':
      await mkdir(file);
      break;
    case 'nothing':
      break;
  }
}

/** Puts the addresses of two running servers in the place of those that stand for them, in all files of a case, its plan included. */
export async function useServers(
  folder: string,
  servers: { readonly named: string; readonly hostile: string },
): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:json|jsonl|md|csv)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { size, atime, mtime } = await stat(file);
    if (size > mostBytes) continue;
    const bytes = await readFile(file);
    if (!bytes.includes(namedAt) && !bytes.includes(hostileAt)) continue;
    const text = bytes.toString('latin1').replaceAll(namedAt, servers.named).replaceAll(hostileAt, servers.hostile);
    await writeFile(file, text, 'latin1');
    // A summary counts only where it is as new as the journal.
    await utimes(file, atime, mtime);
  }
}

/** Sparse files are larger, and hold no address. */
const mostBytes = 100_000_000;
