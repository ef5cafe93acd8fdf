import type { RunPair } from '../../src/protocol/messages';
import { fieldsOf, optionalText, savedPixels, savedStrings, savedText } from '../savedFields';
import type { FlipFilter } from './flipIndex';
import { firstKinds, flipKinds } from './flipKinds';

/** Where the reader is in the view Compare. */
export interface CompareViewState {
  /** The reader's own choice; the suggested pair where there is none. */
  readonly pair?: RunPair;
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
  flips: { kinds: firstKinds, benchmark: '', judges: [], judgesTitle: '' },
  onlyCalled: false,
  play: 0,
  marked: true,
  scroll: 0,
  flipScroll: 0,
};

/** Reads what a reload left; what is missing or of another shape falls back to its initial value. */
export function restoreCompare(saved: unknown): CompareViewState {
  const fields = fieldsOf(saved);
  const pair = fieldsOf(fields.pair);
  const [before, after] = [optionalText(pair.before), optionalText(pair.after)];
  const flips = fieldsOf(fields.flips);
  const kinds = new Set(savedStrings(flips.kinds));
  return {
    ...(before === undefined || after === undefined ? {} : { pair: { before, after } }),
    flips: {
      kinds: Array.isArray(flips.kinds) ? flipKinds.filter((kind) => kinds.has(kind)) : firstKinds,
      benchmark: savedText(flips.benchmark),
      judges: savedStrings(flips.judges),
      judgesTitle: savedText(flips.judgesTitle),
    },
    onlyCalled: fields.onlyCalled === true,
    openFlip: optionalText(fields.openFlip),
    play: Number.isSafeInteger(fields.play) ? Math.max(0, Number(fields.play)) : 0,
    activeFlip: optionalText(fields.activeFlip),
    marked: fields.marked !== false,
    scroll: savedPixels(fields.scroll),
    flipScroll: savedPixels(fields.flipScroll),
  };
}
