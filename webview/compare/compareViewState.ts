import type { RunPair } from '../../src/protocol/messages';
import { fieldsOf, noText, restored } from '../savedFields';
import { firstFlips, flipKinds } from './flipIndex';

export const sides = ['before', 'after'] as const;
export type Side = (typeof sides)[number];

/** A run that is not in this prompt’s history, as it was last shown; the comparison itself names it only when it is there. */
const noStray = { id: '', promptName: '', name: '', createdAt: '', judge: '' };
export type StrayRun = Readonly<typeof noStray>;

export const mostStrays = 4;

export const initialCompare = {
  /** The reader's own choice, or the host's; the suggested pair where there is none. */
  pair: undefined as RunPair | undefined,
  /** The host showed that pair: it gives way to the next run. */
  hostPair: false,
  /** The later run of the suggestion that was read last; another one is news. */
  seen: noText,
  /** The latest first. */
  strays: [] as readonly StrayRun[],
  flips: firstFlips,
  /** Metrics without a verdict are left out. */
  onlyCalled: false,
  openFlip: noText,
  /** Which play of the open flip's sample, counted from 0. */
  play: 0,
  activeFlip: noText,
  /** Changed words are marked; else replies are drawn as in a case. */
  marked: true,
  /** Pixels. */
  scroll: 0,
  flipScroll: 0,
};
export type CompareViewState = Readonly<typeof initialCompare>;

export function restoreCompare(saved: unknown): CompareViewState {
  const { pair, strays } = fieldsOf(saved);
  const view = restored(initialCompare, saved);
  return {
    ...view,
    pair: restorePair(pair),
    strays: Array.isArray(strays)
      ? strays
          .slice(0, mostStrays)
          .map((stray) => restored(noStray, stray))
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
