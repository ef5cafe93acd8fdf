import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRandom } from '../../src/core/statistics/random';
import type { FuzzPlan } from './fuzzCase';
import { mutateFile, type Mutated } from './mutateFile';
import { caseFile, hostileAt, namedAt, victimFile, workspaceFolder } from './places';

/** The files of the corpus by their paths in it, in the order in which they are written. */
export type CorpusContent = ReadonlyMap<string, Buffer>;

/** Reads the corpus, of which each case has a copy. */
export async function readContent(corpus: string): Promise<CorpusContent> {
  const entries = await readdir(corpus, { recursive: true, withFileTypes: true });
  const files = entries.flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : [])).sort();
  // A summary counts only where it is as new as the journal.
  const last = [...files.filter((file) => !isSummary(file)), ...files.filter(isSummary)];
  return new Map(
    await Promise.all(last.map(async (file) => [path.relative(corpus, file), await readFile(file)] as const)),
  );
}

function isSummary(file: string): boolean {
  return file.endsWith('summary.json');
}

/**
 * Writes the folder of a case: one mutated file of the corpus, the files of `others` unchanged, and the plan. Returns
 * the plan with the mutation that was made.
 */
export async function writeCase(
  plan: FuzzPlan,
  corpus: CorpusContent,
  folder: string,
  others: CorpusContent = corpus,
): Promise<FuzzPlan> {
  for (const inside of new Set([...corpus.keys()].map((file) => path.dirname(file))))
    await mkdir(path.join(folder, inside), { recursive: true });
  const at = path.join(workspaceFolder, plan.file);
  // The file itself first, so that a summary stays newer than a journal.
  const random = createRandom(`file ${plan.seed} ${plan.number}`);
  const mutated = plan.spoils ? undefined : mutateFile(plan.file, corpus.get(at) ?? lock, random);
  if (mutated !== undefined) await put(mutated, path.join(folder, at), folder);
  for (const [file, bytes] of others) if (file !== at || plan.spoils) writeFileSync(path.join(folder, file), bytes);
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

async function put(mutated: Mutated, file: string, folder: string): Promise<void> {
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

/** The addresses of two running servers. */
export interface CaseServers {
  readonly named: string;
  readonly hostile: string;
}

/** The corpus with these servers in the place of those that stand for them. */
export function withServers(corpus: CorpusContent, servers: CaseServers): CorpusContent {
  return new Map([...corpus].map(([file, bytes]) => [file, localized(bytes, servers)]));
}

/** The same for all files of a case that was kept. */
export async function useServers(folder: string, servers: CaseServers): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await useInFile(path.join(entry.parentPath, entry.name), servers);
  }
}

/** The same for one file; what is none is left as it is. */
export async function useInFile(file: string, servers: CaseServers): Promise<void> {
  const found = await lstat(file).catch(() => undefined);
  if (found?.isFile() !== true || found.size > mostBytes) return;
  const { atime, mtime } = found;
  const bytes = await readFile(file);
  const own = localized(bytes, servers);
  if (own === bytes) return;
  await writeFile(file, own);
  await utimes(file, atime, mtime);
}

function localized(bytes: Buffer, { named, hostile }: CaseServers): Buffer {
  if (!bytes.includes(namedAt) && !bytes.includes(hostileAt)) return bytes;
  return Buffer.from(bytes.toString('latin1').replaceAll(namedAt, named).replaceAll(hostileAt, hostile), 'latin1');
}

/** Sparse files are larger, and hold no address. */
const mostBytes = 100_000_000;
