import type { RunPair } from '../../src/protocol/messages';
import { fieldsOf, restored } from '../savedFields';
import { type FlipFilter, flipKinds } from './flipIndex';

export const sides = ['before', 'after'] as const;
export type Side = (typeof sides)[number];
export const sideTitles: Readonly<Record<Side, string>> = { before: 'Before', after: 'After' };

/** A run that is not in this prompt’s history, as it was last shown; the comparison itself names it only when it is there. */
export interface StrayRun {
  readonly id: string;
  readonly promptName: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly judge: string;
}

export const mostStrays = 4;

export interface CompareViewState {
  /** The reader's own choice, or the host's; the suggested pair where there is none. */
  readonly pair?: RunPair;
  /** The host showed that pair: it gives way to the next run. */
  readonly hostPair: boolean;
  /** The later run of the suggestion that was read last; another one is news. */
  readonly seen?: string;
  readonly strays: readonly StrayRun[];
  readonly flips: FlipFilter;
  /** Metrics without a verdict are left out. */
  readonly onlyCalled: boolean;
  readonly openFlip?: string;
  /** Which play of the open flip's sample, counted from 0. */
  readonly play: number;
  readonly activeFlip?: string;
  /** Changed words are marked; else replies are drawn as in a case. */
  readonly marked: boolean;
  /** Pixels. */
  readonly scroll: number;
  readonly flipScroll: number;
}

export const initialCompare: CompareViewState = {
  pair: undefined,
  hostPair: false,
  seen: undefined,
  strays: [],
  flips: { kinds: ['broken', 'fixed'], benchmark: '', judges: [], judgesTitle: '' },
  onlyCalled: false,
  openFlip: undefined,
  play: 0,
  activeFlip: undefined,
  marked: true,
  scroll: 0,
  flipScroll: 0,
};

export function restoreCompare(saved: unknown): CompareViewState {
  const { pair, strays } = fieldsOf(saved);
  const view = restored(initialCompare, saved);
  return {
    ...view,
    pair: restorePair(pair),
    strays: Array.isArray(strays)
      ? strays
          .slice(0, mostStrays)
          .map(restoreStray)
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

function restoreStray(saved: unknown): StrayRun {
  return restored({ id: '', promptName: '', name: '', createdAt: '', judge: '' }, saved);
}
