import { percentilesOf, type BootstrapOptions } from './bootstrap';
import type { Interval } from './interval';
import { drawsAtATime, Resampler, ResampleWords } from './resampledSums';
import { estimatesOf, type UnitSums } from './unitSums';

/**
 * The percentile bootstrap of a figure that depends on sums over its units alone: the same interval as `bootstrapInterval` gives but for
 * the draws, in a fraction of the time for hundreds of units and more, as sums of many drawn units are drawn at once. A resample
 * without a figure is dropped as there. Fewer than two units have no interval.
 */
export function summedInterval(figure: UnitSums, options: BootstrapOptions): Interval | undefined {
  const { random, resamples = 10_000 } = options;
  if (figure.units < 2) return undefined;
  const resampler = new Resampler(figure);
  const stride = Math.max(1, resampler.wordsPerRow);
  const rows = drawsAtATime(stride, resamples);
  const source = new ResampleWords(random, stride, rows);
  const sums = new Float64Array(resamples * figure.width);
  for (let start = 0; start < resamples; start += rows) {
    source.next();
    resampler.write(source, sums, start, Math.min(rows, resamples - start));
  }
  return percentilesOf(estimatesOf(figure, sums), options);
}
