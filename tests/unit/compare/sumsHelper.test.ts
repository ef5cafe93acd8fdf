import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { MeanMetric } from '../../../src/core/benchmarks/metric';
import { drawExchanges, drawResamples } from '../../../src/core/compare/drawSums';
import { pairedFigure, type PairedFigure } from '../../../src/core/compare/pairedFigure';
import { beginInference, type Inference } from '../../../src/core/compare/pairedInference';
import { drained, inSlices } from '../../../src/core/compare/slice';
import type { SumsHelper } from '../../../src/core/compare/sumsHelper';
import { createRandom } from '../../../src/core/statistics/random';
import { Resampler } from '../../../src/core/statistics/resampledSums';
import { dataKinds } from './simulatedPairs';

const options = { resamples: 400, draws: 600, level: 0.95, seed: 'two threads' } as const;
const random = createRandom('helper');

/** Figures of each kind and several sizes: some tested exactly, some by draws. */
const figures = dataKinds.flatMap((kind) =>
  [12, 40, 75].flatMap((units): readonly PairedFigure[] => {
    const drawn = kind.draw(random, units, 0.1);
    if (drawn.kind === 'unpaired') return [];
    const { name: id, unit, scale } = kind;
    const head = { id, title: id, explain: '', direction: 'up', judges: [], observe: () => [] } as const;
    const metric: MeanMetric<unknown> = { kind: 'mean', ...head, unit, scale };
    return [pairedFigure({}, metric, drawn.pairs, drawn.weighted)];
  }),
);

/** Does in this thread what another would, and counts. */
class NearHelper implements SumsHelper {
  asked = 0;
  readonly resample: SumsHelper['resample'] = (opened) => {
    this.asked += 1;
    const open = opened.map((figure) => ({ resampler: new Resampler(figure), width: figure.width }));
    return Promise.resolve({
      stride: Math.max(...open.map(({ resampler }) => resampler.wordsPerRow)),
      draw: (plan) => {
        this.asked += 1;
        return Promise.resolve(drained(drawResamples(open, plan)));
      },
    });
  };
  readonly exchange: SumsHelper['exchange'] = (of, plan) => {
    this.asked += 1;
    return Promise.resolve(drained(drawExchanges(of, plan)));
  };
}

async function withHelper(helper: SumsHelper): Promise<readonly Inference[]> {
  // Whole turns, as in the thread that compares: what is rejected meanwhile must have somebody who hears it.
  const finish = await inSlices(beginInference(figures, options, helper), nextTurn);
  return inSlices(finish(), nextTurn);
}

describe('another thread that adds up', () => {
  const alone = drained(drained(beginInference(figures, options))());

  it('changes nothing in what is found', async () => {
    const helper = new NearHelper();
    expect(new Set(alone.map(({ test }) => test)).size).toBeGreaterThan(1);
    expect(await withHelper(helper)).toEqual(alone);
    expect(helper.asked).toBe(3);
  });

  it.each([
    ['does not begin', { resample: () => Promise.reject(new Error('gone')) }],
    ['gives less than it was asked for', { exchange: () => Promise.resolve([]) }],
    [
      'gives shorter sums',
      { exchange: async (of, plan) => (await new NearHelper().exchange(of, plan)).map((sums) => sums.slice(1)) },
    ],
    ['does not exchange', { exchange: () => Promise.reject(new Error('gone')) }],
    [
      'ends midway',
      {
        resample: async (opened) => ({
          ...(await new NearHelper().resample(opened)),
          draw: () => Promise.reject(new Error('gone')),
        }),
        exchange: () => Promise.reject(new Error('gone')),
      },
    ],
  ] satisfies readonly (readonly [string, Partial<SumsHelper>])[])(
    'is not missed where it %s',
    async (_, broken: Partial<SumsHelper>) => {
      expect(await withHelper(Object.assign(new NearHelper(), broken))).toEqual(alone);
    },
  );
});
