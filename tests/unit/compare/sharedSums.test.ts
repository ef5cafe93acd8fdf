import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { MeanMetric } from '../../../src/core/benchmarks/metric';
import { drawSums } from '../../../src/core/compare/drawSums';
import { pairedFigure, type PairedFigure } from '../../../src/core/compare/pairedFigure';
import { PairedInference, type Inference } from '../../../src/core/compare/pairedInference';
import { drained, inSlices } from '../../../src/core/compare/slice';
import type { SumsHelper, SumsPart } from '../../../src/core/compare/sumsHelper';
import { createRandom } from '../../../src/core/statistics/random';
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

/** Holds what it is asked for until it is let go. */
class HeldHelper implements SumsHelper {
  readonly near = new NearHelper();
  readonly held: (() => void)[] = [];
  readonly draw: SumsHelper['draw'] = async (part) => {
    await new Promise<void>((resolve) => this.held.push(resolve));
    return this.near.draw(part);
  };

  async letGo(): Promise<void> {
    for (const release of this.held) release();
    await vi.waitFor(() => expect(this.near.asked).toHaveLength(this.held.length));
  }
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

  it('begins with the first full part, and has two of them at most; this thread draws the rest', async () => {
    const helper = new HeldHelper();
    const inference = new PairedInference(options, helper);
    const begun = figures.map((figure) => {
      inference.add(figure);
      return helper.held.length;
    });
    expect(begun.findIndex((parts) => parts > 0)).toBeLessThan(figures.length / 2);
    expect(begun.at(-1)).toBe(2);
    const steps = inference.results();
    let step = steps.next();
    while (step.done !== true && step.value === undefined) step = steps.next();
    // It has come to wait for the helper: what that does not hold was drawn here.
    await helper.letGo();
    await step.value;
    expect(await inSlices(steps, nextTurn)).toEqual(await withHelper(undefined));
    expect(helper.near.asked).toHaveLength(2);
  });

  it('draws while this thread does what only it can do; each figure gets its own', async () => {
    let estimates = 0;
    const values = Array.from({ length: 20 }, (_, unit) => unit % 7);
    const own: PairedFigure = {
      kind: 'values',
      before: values,
      after: values.map((value) => value + 100),
      estimate: (units) => {
        estimates += 1;
        return Math.max(...units.map(Number));
      },
    };
    const helper = new HeldHelper();
    const inference = new PairedInference(options, helper);
    for (const figure of [...figures.slice(0, 8), own, ...figures.slice(8)]) inference.add(figure);
    const steps = inference.results();
    while (steps.next().value === undefined);
    // Nothing came from the helper yet.
    expect(estimates).toBeGreaterThan(options.resamples);
    await helper.letGo();
    const found = await inSlices(steps, nextTurn);
    expect(found[8]!.interval!.low).toBeGreaterThan(90);
    expect([...found.slice(0, 8), ...found.slice(9)]).toEqual(await withHelper(undefined));
  });

  it('is asked for no more once a comparison is given up', async () => {
    const helper = new HeldHelper();
    const inference = new PairedInference(options, helper);
    for (const figure of figures) inference.add(figure);
    inference.close();
    inference.giveUp();
    await helper.letGo();
    // The turns in which the next parts would have been asked for.
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    expect(helper.held).toHaveLength(2);
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
    const dismiss = vi.fn<(reason: Error) => void>();
    expect(await withHelper({ draw, dismiss })).toEqual(await withHelper(undefined));
    expect(draw.mock.calls.length).toBeLessThan(5);
    expect(dismiss).toHaveBeenCalledWith(expect.objectContaining({ message: 'gone' }));
  });
});
