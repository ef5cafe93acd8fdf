import { execFileSync } from 'node:child_process';
import { pollUntil, StateNotReached } from './pollUntil';

/** How long a process may take to leave after being asked, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Process ids of `root` and all below. Terminals leave the process group, so killing the group misses some. */
function descendantsOf(root: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const line of execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    if (pid !== undefined && parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = [root];
  // The list grows while it is walked, until no process has children that are not in it.
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** Sends a signal; false when the process is already gone. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** Ends a process and its children, by force after five seconds. Does nothing if it is gone. */
export async function killProcessTree(root: number): Promise<void> {
  const pids = descendantsOf(root);
  for (const pid of pids) signal(pid, 'SIGTERM');
  const allGone = (): true | undefined => (pids.some((pid) => signal(pid, 0)) ? undefined : true);
  try {
    await pollUntil('the server to end', allGone, PATIENCE_MS);
  } catch (error) {
    if (!StateNotReached.is(error)) throw error;
    for (const pid of pids) signal(pid, 'SIGKILL');
    await pollUntil('the killed server to be gone', allGone, PATIENCE_MS);
  }
}
