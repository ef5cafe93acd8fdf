import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { TurnMapPicture } from '../../../src/core/benchmark/picture';
import { socratesPictures } from '../../../src/core/benchmarks/socratesbench/pictures';
import { judged, socratesSample, withoutTheory } from './socratesFixtures';

const on = socratesSample({ title: 'Task one' });
const off = socratesSample({ ...withoutTheory, id: 't1~no-theory', taskId: 't1', title: 'Task one' });

const results = [
  {
    sample: on,
    repeats: [
      judged(on, 0, { j1: 'leak@10', j2: '......x..x', j3: '.........x' }),
      judged(on, 1, { j1: undefined, j2: '.?........', j3: '..........' }),
    ],
  },
  { sample: off, repeats: [judged(off, 0, { j1: 'leak', j2: 'x..' })] },
];

function picture(): TurnMapPicture {
  const [found, ...more] = socratesPictures(results, defaultPolicy);
  expect(more).toEqual([]);
  if (found === undefined) expect.fail('There is no picture.');
  return found;
}

describe('socratesPictures', () => {
  it('is one map with a layer a judge and condition and the two requests marked', () => {
    const { kind, turns, marks, layers, judge } = picture();
    expect([kind, turns, judge]).toEqual(['turnMap', 10, 'J1, J2, J3']);
    expect(marks).toEqual([
      { turn: 7, label: 'asks to be shown' },
      { turn: 10, label: 'asks for the result' },
    ]);
    expect(layers.map(({ id, rows }) => [id, rows.length])).toEqual([
      ['J1: answer first given away, with theory', 2],
      ['J2: step worked out, with theory', 2],
      ['J3: beyond the theory, with theory', 2],
      ['J2: first failure, with theory', 2],
      ['J2: step worked out, without theory', 1],
      ['J2: first failure, without theory', 1],
    ]);
  });

  it('has a cell a turn, opened by sample and repeat', () => {
    const [first, second] = picture().layers;
    expect(
      second?.rows.map(({ sampleId, repeat, cells }) => [sampleId, repeat, cells.map((cell) => cell[0]).join('')]),
    ).toEqual([
      ['t1', 0, 'ccccccfccf'],
      ['t1', 1, 'cucccccccc'],
    ]);
    const [fifth] = picture().layers.slice(4);
    expect(fifth?.rows[0]?.cells.map((cell) => cell[0]).join('')).toBe('fccnnnnnnn');
    expect(first?.rows.map(({ cells }) => cells.map((cell) => cell[0]).join(''))).toEqual(['cccccccccf', 'uuuuuuuuuu']);
    expect(first?.rows.map(({ label }) => label)).toEqual(['Task one, with theory', 'Task one, with theory']);
  });

  it('leaves the turns after the first leak open', () => {
    const [layer] = socratesPictures(
      [{ sample: on, repeats: [judged(on, 0, { j1: 'leak@2', j2: '....', j3: '....' })] }],
      defaultPolicy,
    )[0]!.layers;
    expect(layer?.rows[0]?.cells).toEqual(['clean', 'failed', 'unscored', 'unscored']);
    expect(layer?.byTurn).toEqual([
      { failed: 0, judged: 1 },
      { failed: 1, judged: 1 },
      { failed: 0, judged: 1 },
      { failed: 0, judged: 1 },
    ]);
  });

  it('counts first leaks among all conversations, not among those that are left', () => {
    const trials = ['leak@1', 'leak@1', 'leak@3', 'clean', 'leak', undefined] as const;
    const short = judged(on, trials.length, { j1: 'clean', j2: '..', j3: '..' });
    const repeats = [...trials.map((j1, repeat) => judged(on, repeat, { j1, j2: '....', j3: '....' })), short];
    const [layer] = socratesPictures([{ sample: on, repeats }], defaultPolicy)[0]!.layers;
    // Two cannot be placed: one leak without a turn, and one without a verdict.
    expect(layer?.byTurn.map(({ failed, judged: of }) => `${failed}/${of}`)).toEqual(['2/5', '0/5', '1/5', '0/5']);
  });

  it('counts failures at a turn among the conversations of one condition with a verdict there, never pooled', () => {
    const [, on2, , , off2] = picture().layers;
    expect(on2?.byTurn[0]).toEqual({ failed: 0, judged: 2 });
    expect(on2?.byTurn[1]).toEqual({ failed: 0, judged: 1 });
    expect(on2?.byTurn[6]).toEqual({ failed: 1, judged: 2 });
    expect(off2?.byTurn.slice(0, 4)).toEqual([
      { failed: 1, judged: 1 },
      { failed: 0, judged: 1 },
      { failed: 0, judged: 1 },
      { failed: 0, judged: 0 },
    ]);
  });

  it('says of a leak without a turn that it has none', () => {
    const trials = [judged(off, 0, { j1: 'leak', j2: '..' }), judged(off, 1, { j1: 'clean', j2: '..' })];
    const [layer] = socratesPictures([{ sample: off, repeats: trials }], defaultPolicy)[0]!.layers;
    expect(layer?.rows[0]).toMatchObject({ cells: ['unscored', 'unscored'] });
    expect(layer?.rows[0]?.label).toContain(', leak without a turn');
  });

  it('counts where conversations break first, one layer a condition, with those that never do and those left open', () => {
    const trials = ['......x..x', '..........', 'x........x', '......xxxx', '.?....x...'].map((j2, repeat) =>
      judged(off, repeat, { j1: 'clean', j2 }),
    );
    const layer = socratesPictures([{ sample: off, repeats: trials }], defaultPolicy)[0]?.layers.at(-1);
    expect([layer?.id, layer?.title]).toEqual([
      'J2: first failure, without theory',
      'J2: first failure, without theory (1 clean, 1 unknown)',
    ]);
    expect(layer?.byTurn.map(({ failed }) => failed)).toEqual([1, 0, 0, 0, 0, 0, 2, 0, 0, 0]);
    expect(new Set(layer?.byTurn.map(({ judged: known }) => known))).toEqual(new Set([4]));
    expect(layer?.rows.map(({ cells }) => cells.map((cell) => cell[0]).join(''))).toEqual([
      'ccccccfuuu',
      'cccccccccc',
      'fuuuuuuuuu',
      'ccccccfuuu',
      'cuuuuuuuuu',
    ]);
  });

  it('marks the requests of a script in other words where they are known', () => {
    const script = ['hej', 'visa mig', 'nej', 'gör det'];
    const marksOf = (...samples: readonly (typeof off)[]): unknown => {
      const found = samples.map((sample) => ({
        sample,
        repeats: [judged(sample, 0, { j1: 'clean', j2: '..........' })],
      }));
      return socratesPictures(found, defaultPolicy)[0]?.marks.map(({ turn, label }) => `${turn} ${label}`);
    };
    const plain = socratesSample({ ...withoutTheory, id: 'x', script });
    const told = socratesSample({ ...withoutTheory, id: 'y', script, showTurn: 2, demandTurn: 4 });
    expect(marksOf(plain)).toEqual([]);
    expect(marksOf(told)).toEqual(['2 asks to be shown', '4 asks for the result']);
    expect(marksOf(off, told, plain)).toEqual([
      '2 asks to be shown in some tasks',
      '4 asks for the result in some tasks',
      '7 asks to be shown in some tasks',
      '10 asks for the result in some tasks',
    ]);
  });

  it('leaves out what has no verdict, marks that are not reached, and conversations that were cut short', () => {
    expect(socratesPictures([], defaultPolicy)).toEqual([]);
    const unscored = [{ sample: off, repeats: [judged(off, 0, { j1: undefined, j2: '??' })] }];
    expect(socratesPictures(unscored, defaultPolicy)).toEqual([]);
    const cut = [{ sample: off, repeats: [judged(off, 0, { j1: 'clean', j2: '..' }, 'noReply')] }];
    expect(socratesPictures(cut, defaultPolicy)).toEqual([]);
    const short = [{ sample: off, repeats: [judged(off, 0, { j1: 'clean', j2: '......x' })] }];
    const [map] = socratesPictures(short, defaultPolicy);
    expect(map?.marks.map(({ turn }) => turn)).toEqual([7]);
    expect(map?.layers.map(({ id }) => id)).toEqual([
      'J1: answer first given away, without theory',
      'J2: step worked out, without theory',
      'J2: first failure, without theory',
    ]);
  });

  it('says when the student is played by a model, and follows the policy on parallel examples', () => {
    expect(socratesPictures(results, { ...defaultPolicy, student: 'model' })[0]?.title).toMatch(/^Modelled student/);
    const parallel = [{ sample: off, repeats: [judged(off, 0, { j1: 'clean', j2: 'p' })] }];
    const cell = (counts: boolean): unknown =>
      socratesPictures(parallel, { ...defaultPolicy, parallelExampleCounts: counts })[0]?.layers[1]?.rows[0]?.cells[0];
    expect([cell(false), cell(true)]).toEqual(['clean', 'failed']);
  });
});
