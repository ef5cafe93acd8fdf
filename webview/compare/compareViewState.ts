import type { RunPair } from '../../src/protocol/messages';
import { firstFlips } from './flipIndex';

export const sides = ['before', 'after'] as const;
export type Side = (typeof sides)[number];

export const initialCompare = {
  /** Chosen by the reader or the host; `undefined` stands for the suggested pair. */
  pair: undefined as RunPair | undefined,
  /** True where the host chose the pair: the next run replaces it. */
  hostPair: false,
  /** The later run of the last suggestion. Another one means that a new run has ended. */
  seen: undefined as string | undefined,
  flips: firstFlips,
  openFlip: undefined as string | undefined,
  /** Repeat of the open flip's sample, counted from 0. */
  trial: 0,
  activeFlip: undefined as string | undefined,
  /** Marks changed words. Otherwise replies are drawn as in a case. */
  marked: true,
  /** Pixels. */
  scroll: 0,
  flipScroll: 0,
};
export type CompareViewState = Readonly<typeof initialCompare>;
