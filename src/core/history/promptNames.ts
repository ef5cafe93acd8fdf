import type { RevisionEntry } from '../store/revisionLog';
import type { RunManifest } from '../store/runManifest';
import type { EarlierPath } from './git';

/** Whether what was recorded under `path` at the time `at` (ISO 8601) is about the prompt in question. */
type PromptOwnership = (path: string, at: string) => boolean;

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
  return moves.reduce((name, move) => (move.time >= time ? (movedName(name, move) ?? name) : name), path);
}

/** What of a path lies below a file or folder, with its separator: empty for itself, `undefined` outside of it. */
function below(path: string, place: string): string | undefined {
  const rest = path.startsWith(place) ? path.slice(place.length) : undefined;
  return rest === '' || (rest !== undefined && /^[/\\]/.test(rest)) ? rest : undefined;
}

/** The name after a move of the file itself or of a folder above it; `undefined` where neither was moved. */
export function movedName(name: string, { from, to }: Pick<Move, 'from' | 'to'>): string | undefined {
  const rest = below(name, from);
  return rest === undefined ? undefined : `${to}${rest}`;
}

/**
 * Whether a file or folder may have runs of prompts, by its path as runs record it: a prompt of this name or in this folder was
 * evaluated or moved here, or a folder that holds it was. May say so of a file that was moved along with such a folder.
 */
export function namesPrompts(
  path: string,
  runs: readonly { readonly path: string }[],
  entries: readonly RevisionEntry[],
): boolean {
  return (
    runs.some((run) => below(run.path, path) !== undefined) ||
    movesOf(entries).some(({ to }) => below(to, path) !== undefined || below(path, to) !== undefined)
  );
}

/**
 * The manifest of a run that is made now of a stored one, under its prompt's present name: what is recorded under a name after the
 * file gave it up is taken for another prompt's.
 */
export function underName(manifest: RunManifest, name: string): RunManifest {
  const { prompt } = manifest;
  if (prompt.path === name) return manifest;
  return { ...manifest, prompt: { ...prompt, path: name, name: name.split(/[/\\]/u).at(-1) ?? name } };
}
