import { readFileSync, readlinkSync } from 'node:fs';

/** Tells a process from any other that has or had its number, as far as the system says. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Another one each time the computer is started. */
  readonly boot: string | undefined;
  /** In which numbers of processes are given: a container has its own. */
  readonly space: string | undefined;
  /** When it was started, counted from the computer's start; numbers of processes are used again. */
  readonly start: string | undefined;
}

/** What is to be had of a process on this computer. */
export type FoundProcess = { readonly kind: 'gone' } | { readonly kind: 'runs'; readonly start: string | undefined };

/** This process. Only Linux says more than the number. */
export function thisProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    boot: textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    space: textOf(() => readlinkSync('/proc/self/ns/pid')),
    start: statOf(process.pid)?.start,
  };
}

/** Looks for a process of this computer by its number. */
export function findProcess(pid: number): FoundProcess {
  // Zero and less are groups of processes, which a signal reaches, too.
  if (pid < 1) return { kind: 'gone' };
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return { kind: 'gone' };
  }
  const found = statOf(pid);
  // One that has ended, and whose parent has not asked how, writes nothing more.
  return found?.state === 'Z' ? { kind: 'gone' } : { kind: 'runs', start: found?.start };
}

function statOf(pid: number): { readonly state: string | undefined; readonly start: string | undefined } | undefined {
  const text = textOf(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The program's name is in brackets and may have blanks and brackets of its own. State is field 3, start field 22.
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
