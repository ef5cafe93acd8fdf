import type { RevisionEntry } from '../store/revisionLog';
import type { RunManifest } from '../store/runManifest';
import type { EarlierPath } from './git';
import type { HistoryRun } from './promptHistory';

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

/**
 * The manifest of a run that is made now of a stored one, under the name that its prompt has now: a history takes what was recorded under a
 * name after the file had given it up for another prompt's.
 */
export function underName(manifest: RunManifest, name: string): RunManifest {
  const { prompt } = manifest;
  if (prompt.path === name) return manifest;
  return { ...manifest, prompt: { ...prompt, path: name, name: name.split(/[/\\]/u).at(-1) ?? name } };
}
