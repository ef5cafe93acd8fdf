import { Resampler } from '../statistics/resampledSums';
import { estimatesOf, featuresOf, type UnitSums } from '../statistics/unitSums';
import { drawResamples, type OpenFigure } from './drawSums';
import { forLater, settled, type Slice } from './slice';
import { areWhole, isHelpers, type ResamplePlan, type SumsHelper } from './sumsHelper';

/** Resampling that is under way, a part of it perhaps in another thread. */
export interface OpenResampling {
  /** Draws what is this thread's. */
  work(): Generator<Slice, void>;
  /** The estimates of each figure, in the order given, once all are drawn. */
  estimates(): Generator<Slice, readonly Float64Array[]>;
}

/** Sets up the resamples of figures, and has another thread begin with its part. */
export function* openResampling(
  figures: readonly UnitSums[],
  { resamples, seed }: Pick<ResamplePlan, 'resamples' | 'seed'>,
  helper: SumsHelper | undefined,
): Generator<Slice, OpenResampling> {
  const theirs = helper === undefined ? [] : figures.filter((_, place) => isHelpers(place));
  const opening = helper && theirs.length > 0 ? forLater(helper.resample(theirs.map(featuresOf))) : undefined;
  const own = yield* opened(theirs.length === 0 ? figures : figures.filter((_, place) => !isHelpers(place)));
  const open = opening === undefined ? undefined : yield* settled(opening);
  // Whoever was to help does not: it is done here.
  const rest = theirs.length > 0 && open === undefined ? yield* opened(theirs) : [];
  const widest = Math.max(1, open?.stride ?? 1, ...[...own, ...rest].map(({ resampler }) => resampler.wordsPerRow));
  const plan: ResamplePlan = { resamples, seed, stride: widest };
  const drawing = open && forLater(open.draw(plan));
  let drawn: readonly Float64Array[] = [];
  return {
    *work() {
      drawn = yield* drawResamples(own, plan);
    },
    *estimates() {
      const found = theirs.length === 0 ? [] : drawing && (yield* settled(drawing));
      const others =
        found !== undefined && areWhole(found, theirs, resamples)
          ? found
          : yield* drawResamples(rest.length > 0 ? rest : yield* opened(theirs), plan);
      const sums = [drawn.values(), others.values()] as const;
      const estimates: Float64Array[] = [];
      for (const [place, figure] of figures.entries()) {
        const source = sums[theirs.length > 0 && isHelpers(place) ? 1 : 0];
        estimates.push(estimatesOf(figure, source.next().value ?? new Float64Array()));
        if (place % 8 === 7) yield undefined;
      }
      return estimates;
    },
  };
}

function* opened(figures: readonly UnitSums[]): Generator<undefined, readonly OpenFigure[]> {
  const open: OpenFigure[] = [];
  for (const figure of figures) {
    open.push({ resampler: new Resampler(figure), width: figure.width });
    yield undefined;
  }
  return open;
}
