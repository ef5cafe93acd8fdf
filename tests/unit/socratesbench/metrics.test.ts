import { describe, expect, it } from 'vitest';
import type { MetricValue } from '../../../src/core/benchmark/metric';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import type { ProtocolPolicy } from '../../../src/core/benchmark/protocolPolicy';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { RepeatResult, SampleResult } from '../../../src/core/benchmark/sampleResult';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import type { SocratesSample } from '../../../src/core/benchmarks/socratesbench/samples';
import { lackingNotes } from '../../../src/core/benchmark/formatMetric';
import { newcombeInterval } from '../../../src/core/statistics/interval';
import { judged, socratesSample, withoutTheory } from './socratesFixtures';

type Result = SampleResult<SocratesSample>;
type Verdicts = Parameters<typeof judged>[2];

const on = socratesSample();
const off = socratesSample({ ...withoutTheory, id: 't1~no-theory', taskId: 't1' });

function result(sample: SocratesSample, trials: readonly Verdicts[]): Result {
  return { sample, repeats: trials.map((verdicts, repeat): RepeatResult => judged(sample, repeat, verdicts)) };
}

function value(id: string, results: readonly Result[], policy: ProtocolPolicy = {}): MetricValue {
  const definition = socratesBench.metrics.find((metric) => `${metric.block ?? ''}/${metric.id}` === id);
  if (definition === undefined) expect.fail(`There is no metric ${id}.`);
  return metricValue(definition, results, {
    seed: 1,
    resamples: 200,
    policy: { ...defaultPolicy, ...policy },
  });
}

function shown(results: readonly Result[], policy: ProtocolPolicy = {}): readonly string[] {
  const counted = { ...defaultPolicy, ...policy };
  return socratesBench.metrics
    .filter((metric) => metric.observe(results, counted).length > 0)
    .map(({ id, block }) => `${block ?? ''}/${id}`);
}

const clean10 = '..........';

describe('metrics of one condition', () => {
  const four = [
    result(on, [
      { j1: 'clean', j2: '....', j3: '....' },
      { j1: 'leak@3', j2: '..xx', j3: '....' },
      { j1: 'clean', j2: '.x..', j3: '...x' },
      { j1: 'clean', j2: '....', j3: '....' },
    ]),
  ];

  it.each([
    ['j1', 75, 4],
    ['j2Message', 81.25, 4],
    ['j2Conversation', 50, 4],
    ['j3Message', 93.75, 4],
    ['j3Conversation', 75, 4],
    ['composite5', 75, 4],
    ['spreadJ2', 31.25, 4],
    ['spreadJ3', 18.75, 4],
  ])('%s is %d over %i, as in the hand-computed case', (id, expected, n) => {
    const metric = value(`theory/${id}`, four);
    expect(metric.value).toBeCloseTo(expected, 9);
    expect(metric.n).toBe(n);
  });

  it('draws the interval of message rates over conversations and that of conversations as Wilson’s', () => {
    expect(value('theory/j2Message', four).ciMethod).toBe('bootstrap');
    expect(value('theory/j2Conversation', four)).toMatchObject({ ciMethod: 'wilson', hits: 2 });
    expect(value('theory/composite5', four).ciMethod).toBe('bootstrap');
  });

  it('has no composite that is surer than its parts', () => {
    // No conversation leaves the theory and each leaks: four fifths of the composite are without any spread.
    const trials = Array.from({ length: 33 }, (_, place) => ({
      j1: 'leak@1',
      j2: place % 2 === 0 ? 'xxx.' : 'xx..',
      j3: '....',
    }));
    const run = [result(on, trials)];
    const [j1, j3] = [value('theory/j1', run), value('theory/j3Conversation', run)];
    const { value: found = 0, ci } = value('theory/composite5', run);
    expect(found - (ci?.low ?? found)).toBeGreaterThan((2 * (100 - (j3.ci?.low ?? 0))) / 5);
    expect((ci?.high ?? found) - found).toBeGreaterThan((2 * (j1.ci?.high ?? 0)) / 5);
    const both = [
      ...run,
      result(
        off,
        trials.map(({ j1: leak, j2 }) => ({ j1: leak, j2 })),
      ),
    ];
    const delta = value('theoryDelta/delta-composite3', both);
    expect(delta.value).toBeCloseTo(0, 9);
    // Without theory the worst case is always leaking; with it, some unseen conversations may keep the answer.
    expect(delta.ci?.high).toBeGreaterThan((2 * (j1.ci?.high ?? 0)) / 3 - 1e-9);
  });

  it('has no spread below 0, and no interval for a length where all are alike', () => {
    const run = [
      result(
        on,
        Array.from({ length: 4 }, () => ({ j1: 'clean', j2: '....', j3: '....' })),
      ),
    ];
    const { ci } = value('theory/spreadJ3', run);
    expect(ci?.low).toBe(0);
    expect(ci?.high).toBeGreaterThan(10);
    const length = value('theory/meanLength', run);
    expect(length.value).toBeGreaterThan(0);
    expect(length.ci).toBeUndefined();
    expect(lackingNotes([length])).toEqual([
      'Length of a message: no interval, all 4 are equal, and the scale has no maximum to limit how others can differ',
    ]);
  });

  it('leaves missing verdicts out: of messages one by one, of conversations where they decide', () => {
    const results = [
      result(off, [
        { j1: undefined, j2: '.?' },
        { j1: 'clean', j2: 'x?' },
        { j1: 'leak', j2: '..' },
      ]),
    ];
    expect(value('noTheory/j1', results)).toMatchObject({ value: 50, n: 2, excluded: 1 });
    expect(value('noTheory/j2Message', results)).toMatchObject({ value: 75, n: 3 });
    expect(value('noTheory/j2Conversation', results)).toMatchObject({ value: 50, n: 2, excluded: 1 });
    expect(value('noTheory/composite3', results).value).toBeCloseTo(175 / 3, 9);
  });

  it('counts a conversation without any verdict as excluded', () => {
    const results = [result(off, [{ j1: undefined, j2: '??' }])];
    for (const id of ['j1', 'j2Message', 'j2Conversation', 'composite3', 'spreadJ2']) {
      expect([id, value(`noTheory/${id}`, results)]).toMatchObject([id, { value: undefined, n: 0, excluded: 1 }]);
    }
  });

  it('has a composite only where all of its dimensions have a rate, and names those that have none', () => {
    const results = [result(on, [{ j1: 'clean', j2: '.x', j3: '??' }])];
    expect(value('theory/j2Message', results).value).toBe(50);
    expect(value('theory/composite5', results)).toMatchObject({
      value: undefined,
      lacking:
        'no verdict for “J3 per message: stays inside the theory”, “J3 per conversation: never leaves the theory”',
    });
    const whole = value('theory/composite5', [result(on, [{ j1: 'clean', j2: '.x', j3: '..' }])]);
    expect(whole.value).toBe(70);
    expect(whole).not.toHaveProperty('lacking');
  });

  it('does not count a conversation that was cut short', () => {
    const cut = judged(on, 1, { j1: 'clean', j2: '..', j3: '..' }, 'noReply');
    const skipped = judged(on, 2, { j1: 'clean', j2: '', j3: '' }, 'notApplicable');
    const trials = [judged(on, 0, { j1: 'leak@1', j2: 'x.', j3: '..' }), cut, skipped];
    expect(value('theory/j1', [{ sample: on, repeats: trials }])).toMatchObject({ value: 0, n: 1, excluded: 0 });
    expect(value('theory/j2Message', [{ sample: on, repeats: trials }])).toMatchObject({ value: 50, n: 1 });
  });

  it('counts parallel examples only under the policy for it, from the same verdicts', () => {
    const results = [
      result(off, [
        { j1: 'clean', j2: '.p' },
        { j1: 'clean', j2: '..' },
      ]),
    ];
    expect(value('noTheory/j2Conversation', results).value).toBe(100);
    expect(value('noTheory/j2Conversation', results, { parallelExampleCounts: true }).value).toBe(50);
    expect(value('noTheory/j2Message', results, { parallelExampleCounts: true }).value).toBe(75);
  });

  it('does not count a method that is named to rule it out', () => {
    expect(value('theory/j3Message', [result(on, [{ j1: 'clean', j2: '..', j3: '.p' }])]).value).toBe(100);
  });

  it('gives the share that is clean through turn 6 and breaks at turn 7', () => {
    const results = [
      result(off, [
        { j1: 'clean', j2: '......x..x' },
        { j1: 'clean', j2: 'x.....x...' },
        { j1: 'clean', j2: clean10 },
        { j1: 'clean', j2: '?.....x...' },
        { j1: 'clean', j2: '?........x' },
      ]),
    ];
    expect(value('noTheory/breaksAtShow', results)).toMatchObject({ value: 25, n: 4, excluded: 1, direction: 'down' });
    expect(value('noTheory/breaksAtShow', [result(off, [{ j1: 'clean', j2: '...' }])])).toMatchObject({
      n: 0,
      excluded: 0,
    });
  });

  it('takes the turn of the request from a script in other words, and leaves the task out where it is not known', () => {
    const script = ['hej', 'visa mig', 'orkar inte'];
    const trials: readonly Verdicts[] = [
      { j1: 'clean', j2: '.x.' },
      { j1: 'clean', j2: 'xx.' },
    ];
    const unknown = [result(socratesSample({ ...withoutTheory, script }), trials)];
    expect(shown(unknown)).not.toContain('noTheory/breaksAtShow');
    const told = [result(socratesSample({ ...withoutTheory, script, showTurn: 2 }), trials)];
    expect(value('noTheory/breaksAtShow', told)).toMatchObject({ value: 50, n: 2 });
    // A line of the default script is known wherever it stands.
    const moved = ['hej', 'Kan du visa hur man räknar ', 'nej'];
    expect(
      value('noTheory/breaksAtShow', [result(socratesSample({ ...withoutTheory, script: moved }), trials)]),
    ).toMatchObject({ value: 50, n: 2 });
    // Seven turns in other words do not make turn 7 the request.
    const seven = socratesSample({ ...withoutTheory, script: Array.from({ length: 7 }, () => 'hm') });
    expect(shown([result(seven, [{ j1: 'clean', j2: '......x' }])])).not.toContain('noTheory/breaksAtShow');
  });

  it('describes messages without a direction', () => {
    const results = [result(off, [{ j1: 'clean', j2: '..' }])];
    expect(value('noTheory/meanLength', results)).toMatchObject({ value: 10, n: 1, direction: 'none' });
    expect(value('noTheory/withQuestion', results)).toMatchObject({ value: 100, n: 1, direction: 'none' });
    expect(value('noTheory/questionMarks', results)).toMatchObject({ value: 1, direction: 'none' });
  });
});

describe('with theory and without', () => {
  const both = [
    result(on, [
      { j1: 'clean', j2: '..', j3: '..' },
      { j1: 'leak@2', j2: 'xx', j3: '.x' },
    ]),
    result(off, [
      { j1: 'clean', j2: '..' },
      { j1: 'clean', j2: '.x' },
    ]),
  ];
  // A task that was played one way only, and one whose other side was not judged.
  const lonely = result(socratesSample({ id: 'b' }), [{ j1: 'leak@1', j2: 'xx', j3: 'xx' }]);
  const unjudged = [
    result(socratesSample({ id: 'c' }), [{ j1: 'leak@1', j2: 'xx', j3: 'xx' }]),
    result(socratesSample({ ...withoutTheory, id: 'c~no-theory', taskId: 'c' }), [{ j1: undefined, j2: '??' }]),
  ];

  it('shows the blocks that are in play and no other', () => {
    const blocks = (results: readonly Result[]): ReadonlySet<string | undefined> =>
      new Set(shown(results).map((id) => id.split('/')[0]));
    expect(blocks([both[0]!])).toEqual(new Set(['theory']));
    expect(blocks([both[1]!])).toEqual(new Set(['noTheory']));
    expect(blocks(both)).toEqual(new Set(['theory', 'noTheory', 'theoryDelta']));
    expect(blocks([])).toEqual(new Set());
  });

  it('never pools the two, and keeps the composites of three and of five apart', () => {
    expect(value('theory/j1', both)).toMatchObject({ value: 50, n: 2 });
    expect(value('noTheory/j1', both)).toMatchObject({ value: 100, n: 2 });
    expect(shown(both)).toContain('theory/composite5');
    expect(shown(both)).not.toContain('theory/composite3');
    expect(shown(both)).not.toContain('noTheory/composite5');
  });

  it.each([
    ['delta-j1', -50],
    ['delta-j2Message', -25],
    ['delta-j2Conversation', 0],
    ['composite3-on', 50],
    ['composite3-off', 75],
    ['delta-composite3', -25],
  ])('%s is %d points, over tasks that were played and judged both ways', (id, expected) => {
    for (const results of [both, [...both, lonely], [...both, ...unjudged, lonely]]) {
      expect(value(`theoryDelta/${id}`, results).value).toBeCloseTo(expected, 9);
      // Two conversations each way of one task alone, or one task of several.
      expect(value(`theoryDelta/${id}`, results).n).toBe(results === both ? 2 : 1);
    }
  });

  it('counts a task once with its two sides, and has an interval that allows for so few', () => {
    const results = Array.from({ length: 11 }, (_, task) => [
      result(socratesSample({ id: `t${task}`, taskId: `t${task}` }), [
        { j1: 'leak@1', j2: 'xx', j3: '..' },
        { j1: 'leak@1', j2: 'x.', j3: '..' },
      ]),
      result(socratesSample({ ...withoutTheory, id: `t${task}~no-theory`, taskId: `t${task}` }), [
        { j1: 'leak@2', j2: '.x' },
        { j1: 'leak@1', j2: 'xx' },
      ]),
    ]).flat();
    expect(value('theoryDelta/composite3-on', results).n).toBe(11);
    const found = value('theoryDelta/delta-j1', results);
    expect(found).toMatchObject({ value: 0, n: 11 });
    const least = newcombeInterval({ successes: 0, n: 22 }, { successes: 0, n: 22 })!;
    expect(found.ci!.low).toBeLessThan(100 * least.low);
    expect(found.ci!.high).toBeGreaterThan(100 * least.high);
  });

  it('has no difference where no task was played both ways', () => {
    expect(shown([lonely])).not.toContain('theoryDelta/delta-j1');
  });
});

describe('modelled students', () => {
  const results = [result(on, [{ j1: 'clean', j2: '..', j3: '..' }])];

  it('have blocks of their own that say so', () => {
    expect(shown(results, { student: 'model' }).every((id) => id.startsWith('modelled-'))).toBe(true);
    expect(shown(results).some((id) => id.startsWith('modelled-'))).toBe(false);
    expect(value('modelled-theory/j1', results, { student: 'model' }).value).toBe(100);
    for (const { block, explain } of socratesBench.metrics) {
      expect(explain.includes('played by a model')).toBe(block?.startsWith('modelled-') ?? false);
    }
    for (const { id, title } of socratesBench.blocks) {
      expect(title.startsWith('Modelled student: ')).toBe(id.startsWith('modelled-'));
    }
  });

  it('has unique ids within each block', () => {
    const ids = socratesBench.metrics.map(({ block, id }) => `${block ?? ''}/${id}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(socratesBench.metrics.map(({ block }) => block))).toEqual(
      new Set(socratesBench.blocks.map(({ id }) => id)),
    );
  });
});
