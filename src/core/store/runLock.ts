import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { RunStoreError } from './runStore';
import { unwritable } from './unwritable';

const ownerSchema = z.object({ pid: z.int(), host: z.string(), at: z.string() });
type Owner = z.infer<typeof ownerSchema>;

const lockFile = 'lock.json';
/** Held for the moment in which a dead process's lock is removed, so that only one of several comers removes it. */
const takeoverFile = 'lock.takeover.json';

/**
 * Takes the lock of a run: a file made with `wx`, naming process and host. A lock whose process is gone (a crash) is
 * taken over. Returns the function that gives it up, once. Throws `RunStoreError` `locked` or `unwritable`.
 */
export async function acquireRunLock(directory: string, runId: string): Promise<() => Promise<void>> {
  const file = path.join(directory, lockFile);
  try {
    while (!(await createFile(file))) {
      const holder = await readHolder(file);
      if (holder.kind === 'alive') throw lockedBy(holder.owner, runId, file);
      if (holder.kind === 'dead') await removeDeadLock(directory, runId);
    }
  } catch (error) {
    throw unwritable(runId, file, error);
  }
  let held = true;
  return async () => {
    if (!held) return;
    held = false;
    await rm(file, { force: true });
  };
}

/** Whether a living process holds the lock of the run in `directory`. */
export async function isRunLocked(directory: string): Promise<boolean> {
  return (await readHolder(path.join(directory, lockFile))).kind === 'alive';
}

async function removeDeadLock(directory: string, runId: string): Promise<void> {
  const file = path.join(directory, lockFile);
  const guard = path.join(directory, takeoverFile);
  if (!(await createFile(guard))) {
    const taker = await readHolder(guard);
    if (taker.kind === 'alive') throw lockedBy(taker.owner, runId, guard);
    await rm(guard, { force: true });
    return;
  }
  try {
    // Read again: between the first look and the guard another process may have taken the run over.
    if ((await readHolder(file)).kind === 'dead') await rm(file, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

/** `false` when the file is there already. */
async function createFile(file: string): Promise<boolean> {
  const owner: Owner = { pid: process.pid, host: hostname(), at: new Date().toISOString() };
  try {
    await writeFile(file, JSON.stringify(owner), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // On a full disk the file was made, but its owner could not be written into it.
    if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT')
      await rm(file, { force: true }).catch(() => undefined);
    throw error;
  }
}

type Holder = { readonly kind: 'none' } | { readonly kind: 'dead' } | { readonly kind: 'alive'; readonly owner: Owner };

async function readHolder(file: string): Promise<Holder> {
  // A lock that was made this moment is empty until its owner is written into it; one that stays so is of a crash.
  for (let look = 0; look < 20; look += 1) {
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return { kind: 'none' };
      throw error;
    }
    try {
      const owner = ownerSchema.safeParse(JSON.parse(text)).data;
      return owner !== undefined && isAlive(owner) ? { kind: 'alive', owner } : { kind: 'dead' };
    } catch {
      await delay(25);
    }
  }
  return { kind: 'dead' };
}

function lockedBy(owner: Owner, runId: string, file: string): RunStoreError {
  const who = `process ${owner.pid} on ${owner.host}`;
  const mend = `Wait for it, or delete ${file} if that process is gone.`;
  return new RunStoreError('locked', runId, `Run ${runId} is being written by ${who}. ${mend}`);
}

/** A process on another host cannot be asked, so its lock is believed. */
function isAlive(owner: Owner): boolean {
  if (owner.host !== hostname()) return true;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
