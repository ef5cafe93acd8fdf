import type { RevisionEntry } from '../store/revisionLog';
import type { HistoryRun } from './historyRun';

/**
 * Whether a file or folder may have runs of prompts, by its path as runs record it: a prompt of this name or in this folder was
 * evaluated or moved here, or a folder that holds it was. May say so of a file that was moved along with such a folder.
 */
export function namesPrompts(path: string, runs: readonly HistoryRun[], entries: readonly RevisionEntry[]): boolean {
  const moves = entries.flatMap((entry) => (entry.kind === 'moved' ? [entry.to] : []));
  return runs.some((run) => isAt(run.path, path)) || moves.some((to) => isAt(to, path) || isAt(path, to));
}

/** The same path, or one inside it. */
function isAt(path: string, place: string): boolean {
  return path === place || (path.startsWith(place) && /^[/\\]/.test(path.slice(place.length)));
}
