import type { RunPair } from '../../src/protocol/messages';
import { fieldsOf, optionalText, savedPixels, savedStrings, savedText } from '../savedFields';
import { firstKinds, type FlipFilter, flipKinds } from './flipIndex';

/** A run that is not in this prompt’s history, as it was last shown; the comparison itself names it only when it is there. */
export interface StrayRun {
  readonly id: string;
  readonly promptName: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly judge: string;
}

/** Runs of other prompts that are remembered, the latest first. */
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

export const initialCompare: CompareViewState = restoreCompare(undefined);

/** Reads what a reload left; what is missing or of another shape falls back to its initial value. */
export function restoreCompare(saved: unknown): CompareViewState {
  const fields = fieldsOf(saved);
  const flips = fieldsOf(fields.flips);
  const kinds = new Set(savedStrings(flips.kinds));
  return {
    pair: restorePair(fields.pair),
    hostPair: fields.hostPair === true,
    seen: optionalText(fields.seen),
    strays: Array.isArray(fields.strays) ? fields.strays.slice(0, mostStrays).flatMap(restoreStray) : [],
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

function restorePair(saved: unknown): RunPair | undefined {
  const sides = sidesOf(saved);
  const judges = sidesOf(fieldsOf(saved).judges);
  return sides && (judges === undefined ? sides : { ...sides, judges });
}

function sidesOf(saved: unknown): { readonly before: string; readonly after: string } | undefined {
  const fields = fieldsOf(saved);
  const [before, after] = [optionalText(fields.before), optionalText(fields.after)];
  return before === undefined || after === undefined ? undefined : { before, after };
}

function restoreStray(saved: unknown): readonly StrayRun[] {
  const fields = fieldsOf(saved);
  const text = (name: keyof StrayRun): string => savedText(fields[name]);
  const [id, promptName, name] = [text('id'), text('promptName'), text('name')];
  return id === '' ? [] : [{ id, promptName, name, createdAt: text('createdAt'), judge: text('judge') }];
}
