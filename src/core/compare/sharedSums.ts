import { featuresOf, type UnitFeatures } from '../statistics/unitSums';
import { drawSums } from './drawSums';
import type { Slice } from './slice';
import type { DrawKind, SumsHelper, SumsPart } from './sumsHelper';

/** Figures of one part: enough to share random words, few enough for a wait of some hundredths of a second at the end. */
const figuresAPart = 4;
/** Parts that the other thread has at a time: one to draw, and the next one. */
const partsAway = 2;

/** A figure whose sums are drawn by one thread or the other. */
interface Wanted {
  readonly figure: UnitFeatures;
  sums: Float64Array | undefined;
}

/** Sums of a figure, `width` numbers a draw; whoever asks draws what nobody has begun with, until they are there. */
export type OpenSums = () => Generator<Slice, Float64Array>;

interface OpenPart {
  readonly kind: DrawKind;
  readonly wanted: readonly Wanted[];
}

/**
 * A list of sums to draw from which two threads take parts: the helper from the moment a part is full, this one once it asks for sums
 * that are not there yet. Nothing depends on who draws; where the helper fails, all is drawn here.
 */
export class SharedSums {
  readonly #plans: Readonly<Record<DrawKind, Pick<SumsPart, 'draws' | 'seed'>>>;
  readonly #filling: Readonly<Record<DrawKind, Wanted[]>> = { resamples: [], exchanges: [] };
  readonly #parts: OpenPart[] = [];
  readonly #away = new Set<Promise<void>>();
  #helper: SumsHelper | undefined;

  constructor(plans: Readonly<Record<DrawKind, Pick<SumsPart, 'draws' | 'seed'>>>, helper: SumsHelper | undefined) {
    this.#plans = plans;
    this.#helper = helper;
  }

  /** Puts a figure on the list. */
  add(kind: DrawKind, figure: UnitFeatures): OpenSums {
    const wanted: Wanted = { figure: featuresOf(figure), sums: undefined };
    this.#filling[kind].push(wanted);
    // Alone, all of a kind share their random words.
    if (this.#helper !== undefined && this.#filling[kind].length === figuresAPart) this.#fillUp(kind);
    return () => this.#sumsOf(wanted);
  }

  /** All figures are on the list: the last parts are no longer waited for to fill up. */
  close(): void {
    this.#fillUp('exchanges');
    this.#fillUp('resamples');
  }

  /** Nobody wants the sums any more: what the helper has not been given is not drawn. */
  giveUp(): void {
    this.#filling.exchanges.length = 0;
    this.#filling.resamples.length = 0;
    this.#parts.length = 0;
  }

  *#sumsOf(wanted: Wanted): Generator<Slice, Float64Array> {
    this.close();
    while (wanted.sums === undefined) {
      // The helper takes the first, this thread the last: they meet where both are done.
      const part = this.#parts.pop();
      if (part !== undefined) keep(part, yield* drawSums(this.#asked(part)));
      else yield Promise.race(this.#away);
    }
    return wanted.sums;
  }

  #fillUp(kind: DrawKind): void {
    const wanted = this.#filling[kind].splice(0);
    if (wanted.length > 0) this.#parts.push({ kind, wanted });
    this.#handOver();
  }

  #handOver(): void {
    while (this.#helper !== undefined && this.#away.size < partsAway) {
      const part = this.#parts.shift();
      if (part === undefined) return;
      const drawing = this.#drawnBy(this.#helper, part).then(() => {
        this.#away.delete(drawing);
        this.#handOver();
      });
      this.#away.add(drawing);
    }
  }

  async #drawnBy(helper: SumsHelper, part: OpenPart): Promise<void> {
    const asked = this.#asked(part);
    try {
      keep(part, checked(await helper.draw(asked), asked));
    } catch (error) {
      this.#helper = undefined;
      this.#parts.push(part);
      helper.dismiss?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #asked({ kind, wanted }: OpenPart): SumsPart {
    return { kind, figures: wanted.map(({ figure }) => figure), ...this.#plans[kind] };
  }
}

function keep({ wanted }: OpenPart, sums: readonly Float64Array[]): void {
  for (const [place, one] of wanted.entries()) one.sums = sums[place];
}

/** Throws unless there are all sums that were asked for: fewer would look like rare ones. */
function checked(sums: readonly Float64Array[], { figures, draws }: SumsPart): readonly Float64Array[] {
  if (sums.length === figures.length && figures.every(({ width }, place) => sums[place]?.length === draws * width)) {
    return sums;
  }
  throw new Error('The other thread did not draw all sums.');
}
