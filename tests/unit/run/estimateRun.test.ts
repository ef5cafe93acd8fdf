import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { Sample } from '../../../src/core/benchmark/samples';
import { pricesAsOf } from '../../../src/core/providers/prices';
import { estimateJson, estimateText } from '../../../src/core/report/estimateReport';
import { estimateRun, type RunEstimate } from '../../../src/core/run/estimateRun';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import type { ManifestModel, RunManifest } from '../../../src/core/store/runManifest';
import { chainedToy } from '../../toyBenchmarks/chainedToy';
import { type CriteriaSample, criteriaToy } from '../../toyBenchmarks/criteriaToy';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { scriptedToy } from '../../toyBenchmarks/scriptedToy';
import { pngUrl } from '../../toyBenchmarks/tinyImages';
import { defaultAnswer, FakeProvider, isJudgeCall } from './fakeProvider';
import { startRun, toyManifest, type ToyRunOptions } from './toyRun';
import { callCounts } from '../../callCounts';

type Planned = Omit<ToyRunOptions, 'provider'>;

const real = (model: string): ManifestModel => ({ provider: 'openai', model, simulated: false });
const simulated: ManifestModel = { provider: 'offline', model: 'default', simulated: true };

function sessionOf(options: Planned, changes: Partial<RunManifest> = {}): RunSession {
  const { benchmark, samples } = options;
  const manifest = { ...toyManifest(options), tutor: real('gpt-4o'), judges: [real('gpt-4o')], ...changes };
  const stored = samples.map((sample) => ({ benchmark: benchmark.id, sample }));
  return createRunSession(manifest, stored, new Map([[benchmark.id, benchmark]]));
}

const estimate = (options: Planned, changes?: Partial<RunManifest>): RunEstimate =>
  estimateRun(sessionOf(options, changes));

const script = (turns: number): string[] => Array.from({ length: turns }, (_, index) => `line ${index + 1}`);
const criteria = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `c${index}`, weight: 1 }));
const work = (count: number, image?: CriteriaSample['image']): Planned => {
  const sample: CriteriaSample = { id: 's', image, criteria: criteria(count) };
  return { benchmark: criteriaToy, samples: [sample] };
};
const chainedSample = { id: 's', step: 2, reference: 'r' };
const chained: Planned = { benchmark: chainedToy, samples: [chainedSample] };
const task = (turns: number) => ({
  benchmark: scriptedToy,
  samples: [{ id: 's', script: script(turns), answer: '7' }],
});

describe('the number of calls', () => {
  it.each<[string, Planned, RunEstimate['calls']]>([
    ['one turn, two judges', { benchmark: plainToy, samples: plainSamples(5) }, { tutor: 5, student: 0, judge: 10 }],
    ['three turns', { benchmark: plainToy, samples: plainSamples(5, 3) }, { tutor: 15, student: 0, judge: 10 }],
    ['repeats', { benchmark: plainToy, samples: plainSamples(5), repeats: 4 }, { tutor: 20, student: 0, judge: 40 }],
    [
      'two judge models',
      { benchmark: plainToy, samples: plainSamples(5), judgeModels: ['a', 'b'] },
      { tutor: 5, student: 0, judge: 20 },
    ],
    ['a judge of each message', task(10), { tutor: 10, student: 0, judge: 11 }],
    ['a modelled student', { ...task(10), studentModel: 's', repeats: 2 }, { tutor: 20, student: 18, judge: 22 }],
    ['criteria in blocks of three', work(7), { tutor: 1, student: 0, judge: 3 }],
    [
      'a computed verdict, which is no call, and judges that depend on another, which are not counted',
      chained,
      { tutor: 2, student: 0, judge: 2 },
    ],
  ])('is exact for %s', (_name, options, calls) => {
    const { judges, ...manifest } = toyManifest(options);
    const session = sessionOf(options, { ...manifest, judges });
    const result = estimateRun(session);
    expect(result.calls).toEqual(calls);
    expect(result.benchmarks).toMatchObject([{ samples: options.samples.length, trials: session.items.length }]);
  });

  it('is what a run then makes when nothing fails', async () => {
    const any = <S extends Sample>(benchmark: Benchmark<S>, samples: fc.Arbitrary<readonly S[]>) =>
      samples.map((list) => ({ benchmark: benchmark, samples: list }));
    const id = (_: unknown, index: number): string => `s${index}`;
    const size = { minLength: 1, maxLength: 3 };
    const toys = fc.oneof(
      any(
        plainToy,
        fc
          .array(fc.integer({ min: 1, max: 4 }), size)
          .map((all) => all.map((turns, at) => ({ id: id(turns, at), turns }))),
      ),
      any(
        scriptedToy,
        fc
          .array(fc.integer({ min: 1, max: 4 }), size)
          .map((all) => all.map((turns, at) => ({ id: id(turns, at), script: script(turns), answer: '7' }))),
      ),
      any(
        criteriaToy,
        fc
          .array(fc.integer({ min: 0, max: 7 }), size)
          .map((all) => all.map((count, at) => ({ id: id(count, at), criteria: criteria(count) }))),
      ),
      any(
        chainedToy,
        fc
          .array(fc.integer({ min: 1, max: 3 }), size)
          .map((all) => all.map((step, at) => ({ id: id(step, at), step, reference: 'r' }))),
      ),
    );
    const choices = fc.record({
      repeats: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      judgeModels: fc.constantFrom(['j'], ['j', 'k']),
      studentModel: fc.option(fc.constant('student'), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(toys, choices, async (toy, chosen) => {
        const options = { ...toy, ...chosen };
        const made = await startRun({
          ...options,
          provider: new FakeProvider((request) =>
            isJudgeCall(request) ? judgeAnswer(request.messages[0]?.content ?? '') : defaultAnswer(request),
          ),
        });
        expect(made.status.status).toBe('completed');
        const { tutorCalls, studentCalls, judgeCalls } = callCounts(made.session.state);
        const { judges, tutor } = made.session.manifest;
        expect(estimate(options, { judges, tutor }).calls).toEqual({
          tutor: tutorCalls,
          student: studentCalls,
          judge: judgeCalls,
        });
      }),
      { numRuns: 40, seed: 5 },
    );
  });
});

/** Fits both kinds of toy judge. */
function judgeAnswer(material: string): string {
  const asked = /Criteria: (.*)$/.exec(material)?.[1]?.split(', ') ?? [];
  return JSON.stringify({ reasoning: 'r', verdict: true, verdicts: asked.map((id) => ({ id, met: true })) });
}

describe('the tokens of an estimate', () => {
  it('grow faster than the turns, as each call sends what was said before again', () => {
    const one = estimate(task(1)).benchmarks[0]!.tutor;
    const ten = estimate(task(10)).benchmarks[0]!.tutor;
    expect(ten.output).toEqual({ low: 10 * one.output.low, high: 10 * one.output.high });
    // Nine earlier replies of at least 60 tokens in the last call, 45 in all.
    expect(ten.input.low).toBeGreaterThan(10 * one.input.low + 45 * 60);
    expect(ten.input.high).toBeGreaterThan(10 * one.input.high + 45 * 100);
  });

  it('lie between their ends, and what is sent is in them', () => {
    const long = { benchmark: plainToy, samples: plainSamples(1), prompt: 'word '.repeat(9_000) };
    const { input, output, usd } = estimate(long);
    // 45,000 characters at 4.5 and at 3 a token.
    expect(input.low).toBeGreaterThan(10_000);
    expect(input.low).toBeLessThan(10_500);
    expect(input.high).toBeGreaterThan(15_000);
    expect(output.low).toBeLessThan(output.high);
    expect(usd!.low).toBeLessThan(usd!.high);
  });

  it('reach a token a character and more where the prompt is in another script', () => {
    const of = (prompt: string) => estimate({ benchmark: plainToy, samples: plainSamples(1), prompt });
    const bare = of('').benchmarks[0]!.tutor;
    // As the bytes are: three a character in Chinese, two in Arabic.
    const chinese = of('请用苏格拉底的方法提问，'.repeat(100)).benchmarks[0]!.tutor;
    expect(chinese.input.high - bare.input.high).toBe(3_600);
    expect(chinese.input.low - bare.input.low).toBeCloseTo(1_200 / 4.5, -1);
    const arabic = of('اطرحأسئلة'.repeat(100)).benchmarks[0]!.tutor;
    expect(arabic.input.high - bare.input.high).toBe(1_800);
    // As the cap on costs counts them.
    expect(chinese.usd!.high - bare.usd!.high).toBeCloseTo((3_600 * 2.5) / 1e6, 8);
  });

  it('count a Chinese sample for the judges, too', () => {
    // What the student says and the judges' material begin with the sample's name.
    const of = (id: string) => {
      const samples = plainSamples(1).map((sample) => ({ ...sample, id }));
      return estimate({ benchmark: plainToy, samples }).benchmarks[0]!;
    };
    const [latin, chinese] = [of('abc'.repeat(100)), of('三乘四'.repeat(100))];
    expect(chinese.tutor.input.high - latin.tutor.input.high).toBe(800);
    expect(chinese.judge.input.high - latin.judge.input.high).toBe(2 * 800);
  });

  it('do not pass the limit of a reply', () => {
    // The plan of the toy allows 100 tokens.
    expect(estimate({ benchmark: plainToy, samples: plainSamples(7) }).benchmarks[0]!.tutor.output.high).toBe(700);
  });

  it('count images, for the tutor in each turn and for each judge', () => {
    const of = (image?: { url: string; mediaType: string }) => estimate(work(6, image)).benchmarks[0]!;
    const [bare, drawn] = [of(), of({ url: pngUrl(), mediaType: 'image/png' })];
    expect(drawn.tutor.calls).toBe(bare.tutor.calls);
    expect(drawn.tutor.input.low - bare.tutor.input.low).toBe(300);
    expect(drawn.tutor.input.high - bare.tutor.input.high).toBe(1_600);
    // Two blocks of criteria.
    expect(drawn.judge.input.low - bare.judge.input.low).toBe(600);
    expect(drawn.judge.input.high - bare.judge.input.high).toBe(3_200);
  });

  it('are those of all judges together', () => {
    const options = { benchmark: plainToy, samples: plainSamples(3) };
    const one = estimate(options).benchmarks[0]!.judge;
    const three = estimate(options, { judges: ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1'].map(real) }).benchmarks[0]!.judge;
    expect(three.calls).toBe(3 * one.calls);
    expect(three.input.high / one.input.high).toBeCloseTo(3, 2);
    // 2.5, 0.15 and 2 dollars a million in: dearer than one, cheaper than three of the dearest.
    expect(three.usd!.high).toBeGreaterThan(one.usd!.high);
    expect(three.usd!.high).toBeLessThan(3 * one.usd!.high);
  });
});

describe('the cost of an estimate', () => {
  const options = { benchmark: plainToy, samples: plainSamples(3) };

  it('is tokens times price', () => {
    const { tutor } = estimate(options).benchmarks[0]!;
    expect(tutor.usd!.low).toBeCloseTo((tutor.input.low * 2.5 + tutor.output.low * 10) / 1e6, 5);
    expect(tutor.usd!.high).toBeCloseTo((tutor.input.high * 2.5 + tutor.output.high * 10) / 1e6, 5);
    expect(estimate(options).pricesAsOf).toBe(pricesAsOf);
  });

  it('is nothing for simulated models, which are sent no tokens', () => {
    const none = { low: 0, high: 0 };
    const result = estimate(options, { tutor: simulated, judges: [simulated] });
    expect(result).toMatchObject({ input: none, output: none, usd: none, unknownModels: [] });
    expect(result.calls).toEqual({ tutor: 3, student: 0, judge: 6 });
    const half = estimate(options, { tutor: simulated });
    expect(half.benchmarks[0]!.tutor).toMatchObject({ input: none, usd: none });
    expect(half.usd).toEqual(half.benchmarks[0]!.judge.usd);
    expect(half.usd!.low).toBeGreaterThan(0);
  });

  it('is unknown where a model in use has no price, which is named once', () => {
    const result = estimate(options, { judges: [real('gpt-4o'), real('mine'), real('mine')] });
    expect(result.usd).toBeUndefined();
    expect(result.unknownModels).toEqual(['openai:mine']);
    expect(result.benchmarks[0]!.tutor.usd).toBeDefined();
    expect(result.benchmarks[0]!.judge.usd).toBeUndefined();
    expect(result.input.low).toBeGreaterThan(0);
    const local = { ...real('gpt-4o'), baseUrl: 'http://localhost:1/v1' };
    expect(estimate(options, { tutor: local })).toMatchObject({ usd: undefined, unknownModels: ['openai:gpt-4o'] });
  });

  it('does not hang on a student that no benchmark of the run asks', () => {
    const result = estimate(options, { student: real('mine') });
    expect(result.calls.student).toBe(0);
    expect(result.unknownModels).toEqual([]);
    expect(result.usd).toEqual(estimate(options).usd);
    const asked = estimate({ ...task(3), studentModel: 'x' }, { student: real('mine') });
    expect(asked).toMatchObject({ usd: undefined, unknownModels: ['openai:mine'] });
  });
});

describe('an estimate as text and as JSON', () => {
  const options = { benchmark: scriptedToy, samples: task(3).samples, studentModel: 'x' };
  const shown = (changes: Partial<RunManifest>) => {
    const session = sessionOf(options, changes);
    const result = estimateRun(session);
    return { result, text: estimateText(session.manifest, result), json: estimateJson(session.manifest, result) };
  };

  it('says what is sent where, and what it may cost', () => {
    const { text } = shown({ student: real('gpt-4o-mini'), maxCostUsd: 2 });
    expect(text).toMatch(/^Benchmark +Samples +Trials +Tutor calls +Student calls +Judge calls/);
    expect(text).toMatch(/^Toy socratesbench +1 +1 +3 +2 +4 /m);
    expect(text).toContain('3 tutor calls, 2 student calls and 4 judge calls');
    expect(text).toContain('openai:gpt-4o (tutor, judge), openai:gpt-4o-mini (student)');
    expect(text).toContain(`at the prices of ${pricesAsOf}`);
    expect(text).toContain('$2');
  });

  it('says that a cost is not known, and of which model; that nothing is sent where all is simulated', () => {
    expect(shown({ student: real('mine') }).text).toContain('the price of openai:mine is not known');
    const { text } = shown({ tutor: simulated, student: simulated, judges: [simulated] });
    expect(text).toContain('simulated: nothing is sent and nothing is charged');
    expect(text).toContain('$0');
  });

  it('is complete as JSON, with null where a cost is unknown', () => {
    const { json, result } = shown({ student: real('mine') });
    expect(JSON.parse(JSON.stringify(json))).toEqual({
      schemaVersion: 1,
      prompt: { path: 'tutor.md', revision: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string },
      tutor: 'openai:gpt-4o',
      student: 'openai:mine',
      judges: ['openai:gpt-4o'],
      benchmarks: [
        {
          id: 'socratesbench',
          samples: 1,
          trials: 1,
          calls: { tutor: 3, student: 2, judge: 4 },
          tokens: { input: result.input, output: result.output },
          cost: { usd: null },
        },
      ],
      calls: { tutor: 3, student: 2, judge: 4 },
      tokens: { input: result.input, output: result.output, cacheable: 0 },
      cost: { usd: null, cacheSaving: null, unknownModels: ['openai:mine'], pricesAsOf },
      provable: [],
      guards: [],
      observed: [],
    });
  });
});

describe('replies that are judged again', () => {
  it('cost what the judges cost, and no tutor is asked', () => {
    const planned = { ...task(10), studentModel: 's' };
    const fresh = estimate(planned);
    const again = estimate(planned, { rejudgedFrom: 'run-0' });
    expect(again.calls).toEqual({ ...fresh.calls, tutor: 0, student: 0 });
    expect(again.usd).toEqual(fresh.benchmarks[0]?.judge.usd);
    expect(again.benchmarks[0]?.tutor).toMatchObject({ calls: 0, usd: { low: 0, high: 0 } });
  });

  it('need no price of the tutor’s model', () => {
    const changes = { tutor: real('a-model-of-no-known-price'), rejudgedFrom: 'run-0' };
    const session = sessionOf({ benchmark: plainToy, samples: plainSamples(2) }, changes);
    const found = estimateRun(session);
    expect(found.unknownModels).toEqual([]);
    expect(estimateText(session.manifest, found)).not.toContain('a-model-of-no-known-price');
  });
});
