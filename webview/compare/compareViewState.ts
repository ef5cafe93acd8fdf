import type { RunPair } from '../../src/protocol/messages';
import { fieldsOf, noText, restored } from '../savedFields';
import { firstFlips, flipKinds } from './flipIndex';

export const sides = ['before', 'after'] as const;
export type Side = (typeof sides)[number];

/** A run that this prompt's history lacks, as last shown. Nothing else names it until its comparison is loaded. */
const noRun = { id: '', promptName: '', name: '', createdAt: '', judge: '' };
export type OtherRun = Readonly<typeof noRun>;

export const mostOtherRuns = 4;

export const initialCompare = {
  /** Chosen by the reader or the host; `undefined` stands for the suggested pair. */
  pair: undefined as RunPair | undefined,
  /** True where the host chose the pair: the next run replaces it. */
  hostPair: false,
  /** The later run of the last suggestion. Another one means that a new run has ended. */
  seen: noText,
  /** The latest first. */
  otherRuns: [] as readonly OtherRun[],
  flips: firstFlips,
  openFlip: noText,
  /** Repeat of the open flip's sample, counted from 0. */
  trial: 0,
  activeFlip: noText,
  /** Marks changed words. Otherwise replies are drawn as in a case. */
  marked: true,
  /** Pixels. */
  scroll: 0,
  flipScroll: 0,
};
export type CompareViewState = Readonly<typeof initialCompare>;

export function restoreCompare(saved: unknown): CompareViewState {
  const { pair, otherRuns } = fieldsOf(saved);
  const view = restored(initialCompare, saved);
  return {
    ...view,
    pair: restorePair(pair),
    otherRuns: Array.isArray(otherRuns)
      ? otherRuns
          .slice(0, mostOtherRuns)
          .map((run) => restored(noRun, run))
          .filter(({ id }) => id !== '')
      : [],
    flips: { ...view.flips, kinds: flipKinds.filter((kind) => view.flips.kinds.includes(kind)) },
  };
}

function restorePair(saved: unknown): RunPair | undefined {
  const runs = restoreSides(saved);
  const judges = restoreSides(fieldsOf(saved).judges);
  return runs && (judges === undefined ? runs : { ...runs, judges });
}

function restoreSides(saved: unknown): Pick<RunPair, 'before' | 'after'> | undefined {
  const found = restored({ before: '', after: '' }, saved);
  return found.before === '' || found.after === '' ? undefined : found;
}
