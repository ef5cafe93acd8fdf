import { createRandom, twoTo32 } from '../statistics/random';
import { Resampler, wordsAtATime } from '../statistics/resampledSums';
import { SignedSums } from '../statistics/signedSums';
import type { UnitFeatures } from '../statistics/unitSums';
import type { DrawKind, SumsPart } from './sumsHelper';

/** A figure that is being drawn. */
interface Drawing {
  readonly wordsPerDraw: number;
  readonly sums: Float64Array<ArrayBuffer>;
  done: number;
  /** Writes the next `count` draws, from the front of the words. */
  readonly write: (words: Uint32Array, count: number) => void;
}

/**
 * The sums of each figure, `width` numbers a draw. Figures make their own use of the same random words, which spares most of these:
 * each still gets units that are drawn independently and with equal chances. Pauses after every slice of work: one figure's part,
 * some milliseconds.
 */
export function* drawSums({
  kind,
  figures,
  draws,
  seed,
}: SumsPart): Generator<undefined, readonly Float64Array<ArrayBuffer>[]> {
  const drawings: Drawing[] = [];
  for (const figure of figures) {
    drawings.push(drawingOf(kind, figure, draws));
    yield undefined;
  }
  // One size for all but giants, as it says which words are whose.
  const sizes = new Set(drawings.map(sizeFor));
  for (const size of sizes) {
    const together = drawings.filter((drawing) => sizeFor(drawing) === size);
    yield* drawTogether(together, size, draws, `${seed}/${kind}`);
  }
  return drawings.map(({ sums }) => sums);
}

function sizeFor({ wordsPerDraw }: Drawing): number {
  return Math.max(wordsAtATime, wordsPerDraw);
}

function* drawTogether(
  drawings: readonly Drawing[],
  size: number,
  draws: number,
  seed: string,
): Generator<undefined, void> {
  const random = createRandom(seed);
  const words = new Uint32Array(Math.min(size, mostNeeded(drawings, draws)));
  for (let open = drawings; open.length > 0; open = open.filter(({ done }) => done < draws)) {
    random.fillInts(words.subarray(0, mostNeeded(open, draws)), twoTo32);
    yield undefined;
    for (const drawing of open) {
      drawing.write(words, Math.min(draws - drawing.done, Math.floor(size / drawing.wordsPerDraw)));
      yield undefined;
    }
  }
}

function mostNeeded(drawings: readonly Drawing[], draws: number): number {
  return Math.max(...drawings.map(({ wordsPerDraw, done }) => wordsPerDraw * (draws - done)));
}

function drawingOf(kind: DrawKind, figure: UnitFeatures, draws: number): Drawing {
  const sums = new Float64Array(draws * figure.width);
  const source = kind === 'resamples' ? new Resampler(figure, draws) : new SignedSums(figure);
  const drawing: Drawing = {
    wordsPerDraw: source.wordsPerDraw,
    sums,
    done: 0,
    write: (words, count) => {
      source.write(words, sums, drawing.done, count);
      drawing.done += count;
    },
  };
  return drawing;
}
