import { randomUUID } from 'node:crypto';
import { constants, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { codeOf, PlainFileError, withFile } from './plainFile';
import type { LockChoice } from './runStore';
import { RunStoreError, unwritable } from './runStoreError';
import { largestFiles, StoreFolder } from './storeFolder';

/** Tells this process from others with the same number. Only Linux gives more than the number. */
function thisProcess(): Pick<Owner, 'pid' | 'boot' | 'space' | 'start'> {
  return {
    pid: process.pid,
    boot: textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    space: textOf(() => readlinkSync('/proc/self/ns/pid')),
    start: statOf(process.pid)?.start,
  };
}

function findProcess(pid: number): { readonly start: string | undefined } | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return undefined;
  }
  const found = statOf(pid);
  // A zombie process writes nothing more.
  return found?.state === 'Z' ? undefined : { start: found?.start };
}

function statOf(pid: number): { readonly state: string | undefined; readonly start: string | undefined } | undefined {
  const text = textOf(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The program's name is in brackets and may hold blanks and brackets. State is field 3, start field 22.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && { state: fields[0], start: fields[19] };
}

function textOf(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const ownerSchema = z.object({
  pid: z.int(),
  host: z.string(),
  at: z.string(),
  boot: z.string().optional(),
  /** A container numbers its own processes. */
  space: z.string().optional(),
  /** Counted from the computer's start, because process numbers are used again. */
  start: z.string().optional(),
  id: z.string().optional(),
});
type Owner = z.infer<typeof ownerSchema>;

const lockFile = 'lock.json';
/** Held while a dead process's lock is removed, so that only one of several comers removes it. */
const takeoverFile = 'lock.takeover.json';
const beatEveryMs = 5_000;
/** A lock not touched for this long is stale: its holder is gone or suspended. */
const staleAfterMs = 60_000;

export interface RunLock {
  assertHeld(): void;
  release(): Promise<void>;
}

/** Takes a stale or broken lock where `takeOver` says so. Throws `RunStoreError` `locked` or `unwritable`. */
export async function acquireRunLock(directory: string, runId: string, choice: LockChoice = {}): Promise<RunLock> {
  const folder = StoreFolder.ofRun(directory);
  const id = randomUUID();
  try {
    while (!(await createFile(folder, lockFile, id)))
      if ((await lockState(folder, lockFile, runId, choice)) === 'free') await removeLock(folder, runId, choice);
  } catch (error) {
    throw unwritable(runId, folder.pathOf(lockFile), error);
  }
  const isHeld = (): boolean => {
    try {
      const holder = readOnce(folder, lockFile);
      return holder !== undefined && 'owner' in holder && holder.owner.id === id;
    } catch {
      return false;
    }
  };
  const beat = setInterval(() => {
    // A full or read-only disk stops the run at its journal, with a message.
    if (isHeld()) folder.touch(lockFile).catch(() => undefined);
  }, beatEveryMs).unref();
  let isReleased = false;
  return {
    assertHeld: () => {
      if (isHeld()) return;
      const file = folder.pathOf(lockFile);
      const what = `${file} was removed or taken over by another process while run ${runId} was going on`;
      const advice = 'Nothing more is written to it here. Resume it when no other process does.';
      throw new RunStoreError('gone', runId, `${what}. ${advice}`);
    },
    release: async () => {
      if (isReleased) return;
      isReleased = true;
      clearInterval(beat);
      if (isHeld()) await folder.remove(lockFile);
    },
  };
}

export async function isRunLocked(directory: string): Promise<boolean> {
  try {
    const holder = await readHolder(StoreFolder.ofRun(directory), lockFile);
    return typeof holder === 'object' && holder.isAlive;
  } catch (error) {
    if (PlainFileError.is(error)) return false;
    throw error;
  }
}

async function removeLock(folder: StoreFolder, runId: string, choice: LockChoice): Promise<void> {
  if (!(await createFile(folder, takeoverFile, randomUUID()))) {
    if ((await lockState(folder, takeoverFile, runId, choice)) === 'free') await folder.remove(takeoverFile);
    return;
  }
  try {
    // Read again: another process may have taken the run over before the guard was held.
    if ((await lockState(folder, lockFile, runId, choice)) === 'free') await folder.remove(lockFile);
  } finally {
    await folder.remove(takeoverFile);
  }
}

async function lockState(
  folder: StoreFolder,
  name: string,
  runId: string,
  { takeOver = false }: LockChoice,
): Promise<'free' | 'missing'> {
  const file = folder.pathOf(name);
  let holder: Holder;
  try {
    holder = await readHolder(folder, name);
  } catch (error) {
    // A linked folder above the file does not concern the lock.
    if (!PlainFileError.is(error) || error.file !== file) throw error;
    // Removing it leaves a link's target alone, and fails for a folder with files in it.
    if (takeOver) return 'free';
    const advice =
      'Delete it, or use --take-over on the command line, which removes all but a folder with files in it.';
    throw new RunStoreError('unwritable', runId, `${file} is not a lock of run ${runId}. ${advice}`, error);
  }
  if (holder === 'none') return 'missing';
  if (holder === 'dead' || (!holder.isAlive && takeOver)) return 'free';
  const who = `process ${holder.owner.pid} on ${holder.owner.host}`;
  const held = holder.isAlive
    ? `being written by ${who}. Wait for it, or end that process. Once it is gone, --take-over or deleting ${file} frees the run.`
    : `locked by ${who}, but it has shown no sign of life since ${new Date(holder.changedAt).toISOString()}. If that process is gone, take the run over with --take-over, or delete ${file}.`;
  throw new RunStoreError('locked', runId, `Run ${runId} is ${held}`);
}

async function createFile(folder: StoreFolder, name: string, id: string): Promise<boolean> {
  const owner: Owner = { ...thisProcess(), host: hostname(), at: new Date().toISOString(), id };
  const { O_WRONLY, O_CREAT, O_EXCL } = constants;
  try {
    const opening = folder.open(name, O_WRONLY | O_CREAT | O_EXCL, largestFiles.lock);
    await withFile(opening, (handle) => handle.writeFile(JSON.stringify(owner)));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // On a full disk the file was made, but its owner could not be written into it.
    if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT') await folder.remove(name).catch(() => undefined);
    throw error;
  }
}

type Holder = 'none' | 'dead' | { readonly owner: Owner; readonly changedAt: number; readonly isAlive: boolean };

async function readHolder(folder: StoreFolder, name: string): Promise<Holder> {
  // A new lock is empty until its owner is written. A lock that stays empty is left from a crash.
  for (let times = 0; times < 20; times += 1) {
    const seen = readOnce(folder, name);
    if (seen === undefined) return 'none';
    if ('owner' in seen) {
      const kind = kindOf(seen.owner, seen.changedAt);
      return kind === 'dead' ? kind : { ...seen, isAlive: kind === 'alive' };
    }
    if (seen.isOther) return 'dead';
    await delay(25);
  }
  return 'dead';
}

/** `isOther`: valid JSON, but no lock. Throws what reading the file throws, unless it is missing. */
function readOnce(
  folder: StoreFolder,
  name: string,
): { readonly owner: Owner; readonly changedAt: number } | { readonly isOther: boolean } | undefined {
  try {
    const { text, changedAt } = folder.readSmall(name, largestFiles.lock);
    const owner = ownerSchema.safeParse(JSON.parse(text)).data;
    return owner === undefined ? { isOther: true } : { owner, changedAt };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return { isOther: false };
    throw error;
  }
}

/** A holder that cannot be checked (other computer, container) is believed while it shows signs of life. */
function kindOf(owner: Owner, changedAt: number): 'alive' | 'stale' | 'dead' {
  // Signals to zero or negative numbers reach process groups.
  if (owner.pid < 1) return 'dead';
  const { boot, space } = thisProcess();
  // A time in the future is no sign of life, because clocks are set.
  const isFresh = Math.abs(Date.now() - changedAt) < staleAfterMs;
  const isOwnHost = owner.host === hostname();
  const saysBoot = owner.boot !== undefined && boot !== undefined;
  const isHere = saysBoot ? owner.boot === boot && owner.space === space : isOwnHost;
  if (!isHere) {
    if (isFresh) return 'alive';
    // The lock is from before this computer's restart. A namesake in the network would still touch it.
    return isOwnHost && saysBoot && owner.boot !== boot ? 'dead' : 'stale';
  }
  const found = findProcess(owner.pid);
  if (found === undefined) return 'dead';
  if (owner.start !== undefined && found.start !== undefined) return owner.start === found.start ? 'alive' : 'dead';
  return isFresh ? 'alive' : 'stale';
}
