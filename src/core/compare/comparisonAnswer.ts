import { boundedText } from '../report/boundedText';
import { readableLine } from '../report/readableText';
import type { ComparedRun, Comparison } from './comparison';
import { comparisonSentence } from './comparisonSentence';

/** Digits of a revision's hash: as many as git shows. */
const shortHash = 7;
/** Characters of a label or a prompt's name. */
const longestName = 60;

/** A comparison with what only the history of the prompt knows. */
export interface LabelledComparison {
  readonly comparison: Comparison;
  /** The label of the earlier revision, where it has one; untrusted. */
  readonly label?: string | undefined;
}

/**
 * The answer with what it is against, in one line: `Against “gentle”, 2026-11-20: Better at P-Redirect …`. The date (UTC) is the one on
 * which the earlier run was made.
 */
export function comparisonAnswer({ comparison, label }: LabelledComparison): string {
  const { before, after } = comparison;
  return `Against ${comparedRunName(before, after, label)}, ${before.createdAt.slice(0, 10)}: ${comparisonSentence(comparison)}`;
}

/** What a run is called beside another: its label in quotes or the first digits of its revision, with the file where that is another one. */
export function comparedRunName(run: ComparedRun, other: ComparedRun, label?: string): string {
  const revision = label === undefined ? shortHex(run.revision) : `“${nameOf(label)}”`;
  return run.promptPath === other.promptPath ? revision : `${nameOf(run.promptName)} ${revision}`;
}

/** A text with each long hash in it cut to its first seven digits. */
export function shortHex(text: string): string {
  return text.replace(/(?:sha256:)?\b([0-9a-f]{64})\b|^sha256:([0-9a-f]+)$/g, (_, long?: string, rest?: string) =>
    (long ?? rest ?? '').slice(0, shortHash),
  );
}

function nameOf(text: string): string {
  return boundedText(readableLine(text), longestName);
}
