import type { RevisionEntry } from '../store/revisionLog';
import type { EarlierPath } from './earlierPaths';

/** Says whether what was recorded under `path` at the time `at` (ISO 8601) is about the prompt in question. */
export type PromptOwnership = (path: string, at: string) => boolean;

/**
 * Follows a prompt through its names. A recorded path is taken through all moves since, in the order of the journal, so that
 * chains are followed, a file that was named back is the same prompt, and a new file under a name that was given up is
 * another one. Where that does not lead to `promptPath`, git's earlier names count for as long as the file had them.
 */
export function promptOwnership(
  promptPath: string,
  entries: readonly RevisionEntry[],
  earlier: readonly EarlierPath[],
): PromptOwnership {
  const moves = movesOf(entries);
  return (path, at) => {
    const time = Date.parse(at);
    const now = nameSince(path, time, moves);
    return (
      now === promptPath ||
      earlier.some((name) => name.path === now && (name.until === undefined || time <= Date.parse(name.until)))
    );
  };
}

/** The name that the prompt has now which was recorded under `path` at the time `at` (ISO 8601), as far as the journal knows. */
export function presentName(path: string, at: string, entries: readonly RevisionEntry[]): string {
  return nameSince(path, Date.parse(at), movesOf(entries));
}

interface Move {
  readonly from: string;
  readonly to: string;
  readonly time: number;
}

function movesOf(entries: readonly RevisionEntry[]): readonly Move[] {
  return entries.flatMap((entry) =>
    entry.kind === 'moved' ? [{ from: entry.from, to: entry.to, time: Date.parse(entry.at) }] : [],
  );
}

function nameSince(path: string, time: number, moves: readonly Move[]): string {
  return moves.reduce((name, move) => (move.time >= time ? movedName(name, move.from, move.to) : name), path);
}

/** The name after a move of the file itself or of a folder above it. */
function movedName(name: string, from: string, to: string): string {
  if (name === from) return to;
  const isInside = name.startsWith(from) && /^[/\\]/.test(name.slice(from.length));
  return isInside ? `${to}${name.slice(from.length)}` : name;
}
