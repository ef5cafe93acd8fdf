import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { MeanMetric } from '../../../src/core/benchmarks/metric';
import { drawSums } from '../../../src/core/compare/drawSums';
import { pairedFigure, type PairedFigure } from '../../../src/core/compare/pairedFigure';
import { PairedInference, type Inference } from '../../../src/core/compare/pairedInference';
import { drained, inSlices } from '../../../src/core/compare/slice';
import type { SumsHelper, SumsPart } from '../../../src/core/compare/sumsHelper';
import { createRandom } from '../../../src/core/statistics/random';
import type { UnitFeatures } from '../../../src/core/statistics/unitSums';
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

/** Draws in this thread what another would, and notes of what it was asked. */
class NearHelper implements SumsHelper {
  readonly asked: SumsPart[] = [];
  draw: SumsHelper['draw'] = (part) => {
    this.asked.push(part);
    return Promise.resolve(drained(drawSums(part)));
  };
}

/** In whole turns, as in the thread that compares: what is rejected meanwhile must have somebody who hears it. */
async function withHelper(helper: SumsHelper | undefined): Promise<readonly Inference[]> {
  const inference = new PairedInference(options, helper);
  for (const figure of figures) {
    inference.add(figure);
    await nextTurn();
  }
  return inSlices(inference.results(), nextTurn);
}

describe('another thread that draws', () => {
  it('changes nothing in what is found', async () => {
    const alone = await withHelper(undefined);
    expect(alone.length).toBe(figures.length);
    expect(new Set(alone.map(({ test }) => test)).size).toBeGreaterThan(1);
    const helper = new NearHelper();
    expect(await withHelper(helper)).toEqual(alone);
    expect(new Set(helper.asked.map(({ kind }) => kind))).toEqual(new Set(['resamples', 'exchanges']));
  });

  it('begins before all figures are known, and is never given more than it can do soon', async () => {
    const release: (() => void)[] = [];
    const near = new NearHelper();
    let most = 0;
    const slow: SumsHelper = {
      draw: async (part) => {
        await new Promise<void>((resolve) => {
          release.push(resolve);
          most = Math.max(most, release.length);
        });
        return near.draw(part);
      },
    };
    const inference = new PairedInference(options, slow);
    for (const figure of figures) inference.add(figure);
    expect(release).toHaveLength(2);
    const done = inSlices(inference.results(), nextTurn);
    // What is not with the other thread is drawn here; its parts are waited for.
    const ended = vi.fn();
    void done.then(ended);
    await vi.waitFor(() => expect(near.asked).toHaveLength(0));
    expect(ended).not.toHaveBeenCalled();
    while (ended.mock.calls.length === 0) {
      release.splice(0).forEach((resolve) => resolve());
      await nextTurn();
    }
    expect(most).toBe(2);
    expect(await done).toEqual(await withHelper(undefined));
  });

  it.each([
    ['does not begin', () => Promise.reject(new Error('gone'))],
    ['gives less than it was asked for', () => Promise.resolve([])],
    ['gives shorter sums', async (part) => (await new NearHelper().draw(part)).map((sums) => sums.slice(1))],
  ] satisfies readonly (readonly [string, SumsHelper['draw']])[])('is not missed where it %s', async (_, draw) => {
    expect(await withHelper({ draw })).toEqual(await withHelper(undefined));
  });

  it('is not missed where it ends midway, and is not asked again', async () => {
    const near = new NearHelper();
    const draw = vi.fn<SumsHelper['draw']>((part) =>
      near.asked.length === 1 ? Promise.reject(new Error('gone')) : near.draw(part),
    );
    expect(await withHelper({ draw })).toEqual(await withHelper(undefined));
    expect(draw.mock.calls.length).toBeLessThan(5);
  });
});

describe('drawSums', () => {
  const random = createRandom('units');
  /** Three numbers a unit, which takes a word for each unit and draw. */
  const wide = (units: number): UnitFeatures => ({
    features: Float64Array.from({ length: 3 * units }, () => random.next()),
    width: 3,
    units,
  });
  const few = { features: Float64Array.of(0, 1, 1, 0, 1), width: 1, units: 5 };

  it.each([
    // Two million and a half words, of which a million are made at a time.
    ['several fillings of words', wide(300), 8_000],
    ['draws that take more words than are made at a time', wide(1_100_000), 2],
  ] as const)('draws the same of a figure beside others and alone: %s', (_, figure, draws) => {
    const plan = { kind: 'resamples', draws, seed: 'alone' } as const;
    const [one, other] = drained(drawSums({ ...plan, figures: [figure, few] }));
    expect(drained(drawSums({ ...plan, figures: [figure] }))[0]).toEqual(one);
    expect(drained(drawSums({ ...plan, figures: [few] }))[0]).toEqual(other);
    expect(new Set(one).size).toBe(3 * draws);
  });

  it('has nothing to draw for units that are the same either way', () => {
    const same = { features: new Float64Array(40), width: 2, units: 20 };
    const [sums] = drained(drawSums({ kind: 'exchanges', figures: [same], draws: 10, seed: '' }));
    expect(sums).toEqual(new Float64Array(20));
  });
});
