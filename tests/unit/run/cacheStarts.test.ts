import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { ChatRequest } from '../../../src/core/providers/provider';
import { estimateText } from '../../../src/core/report/estimateReport';
import { estimateRun, type RunEstimate } from '../../../src/core/run/estimateRun';
import { createRunSession } from '../../../src/core/run/runSession';
import type { ManifestModel } from '../../../src/core/store/runManifest';
import { type PlainSample, plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { scriptedToy } from '../../toyBenchmarks/scriptedToy';
import { FakeProvider, isJudgeCall } from './fakeProvider';
import { startRun, toyManifest, type ToyRunOptions } from './toyRun';

/** Judges that all get the same instructions and material, as those of MRBench do. */
function sharing(fixed: string, reference = ''): Benchmark<PlainSample> {
  return {
    ...plainToy,
    judgements: (...asked) =>
      plainToy.judgements(...asked).map((task) => {
        if (!('prompt' in task)) return task;
        const material = `${reference}${task.prompt.material}`;
        return { ...task, prompt: { fixed, material, question: task.key, shared: material.length } };
      }),
  };
}

describe('judges whose calls begin alike', () => {
  /** The judge calls in flight and answered when each judge call is sent. */
  async function answeredBefore(leastCached: number | undefined): Promise<readonly number[]> {
    let answered = 0;
    const before: number[] = [];
    const provider = new FakeProvider(async (request) => {
      if (!isJudgeCall(request)) return 'A reply.';
      before.push(answered);
      await new Promise((resolve) => setImmediate(resolve));
      answered += 1;
      return '{"reasoning": "r", "verdict": true}';
    });
    const benchmark = sharing('word '.repeat(2_000));
    const { status } = await startRun({ benchmark, samples: plainSamples(1), provider, leastCached });
    expect(status.status).toBe('completed');
    return before;
  }

  it('wait for the first answer, from which on the start can be read from the cache', async () => {
    expect(await answeredBefore(1_024)).toEqual([0, 1]);
  });

  it.each([
    ['a provider without a cache', undefined],
    ['a start that is too short for it', 8_192],
  ])('do not wait for %s', async (_name, least) => {
    expect(await answeredBefore(least)).toEqual([0, 0]);
  });
});

it('each turn tells the provider what the turn before sent, and the last one no more than that', async () => {
  const sent: ChatRequest[] = [];
  const provider = new FakeProvider((request) => {
    if (isJudgeCall(request)) return '{"reasoning": "r", "verdict": true}';
    sent.push(request);
    return 'A reply.';
  });
  const samples = [{ id: 's', script: ['a', 'b', 'c'], answer: '7' }];
  await startRun({ benchmark: scriptedToy, samples, provider });
  expect(sent.map(({ sharedEnds }) => sharedEnds)).toEqual([
    [{ message: 0 }],
    [{ message: 0 }, { message: 2 }],
    // The first end is in the second turn's, too, so that its start is found.
    [{ message: 0 }, { message: 2 }],
  ]);
  const alone = new FakeProvider((request) => (isJudgeCall(request) ? '{"verdict": true}' : 'A reply.'));
  await startRun({ benchmark: plainToy, samples: plainSamples(1), provider: alone });
  expect(alone.requests[0]?.sharedEnds).toEqual([]);
});

describe('the estimate', () => {
  const real = (model: string): ManifestModel => ({ provider: 'openai', model, simulated: false });

  function planned(options: Omit<ToyRunOptions, 'provider'>, judge = 'gpt-6.2-sol') {
    const { benchmark, samples } = options;
    const manifest = { ...toyManifest(options), tutor: real('gpt-4o'), judges: [real(judge)] };
    const stored = samples.map((sample) => ({ benchmark: benchmark.id, sample }));
    return { manifest, session: createRunSession(manifest, stored, new Map([[benchmark.id, benchmark]])) };
  }
  const estimate = (...of: Parameters<typeof planned>): RunEstimate => estimateRun(planned(...of).session);

  it('counts the judges’ instructions as read by every call but the first', () => {
    const fixed = 'word '.repeat(900);
    const instructed = (text: string): Benchmark<PlainSample> => ({
      ...plainToy,
      judgements: (...asked) =>
        plainToy
          .judgements(...asked)
          .map((task) => ('prompt' in task ? { ...task, prompt: { ...task.prompt, fixed: text } } : task)),
    });
    // Five replies, two judges: nine of ten calls read 4,500 characters, at three a token.
    expect(estimate({ benchmark: instructed(fixed), samples: plainSamples(5) }).cacheable).toBe(9 * 1_500);
    // A provider caches from 1,024 tokens on.
    expect(estimate({ benchmark: instructed('word '.repeat(600)), samples: plainSamples(5) }).cacheable).toBe(0);
    expect(estimate({ benchmark: instructed(fixed), samples: plainSamples(5) }, 'unknown').cacheable).toBe(0);
  });

  it('counts a start with the reply in it for the other judges of the same trial only', () => {
    const { cacheable } = estimate({ benchmark: sharing('word '.repeat(900)), samples: plainSamples(1), repeats: 3 });
    // The second judge reads the whole start; the first of the later trials only what has no reply in it.
    const start = cacheable - 2 * 1_500;
    expect(start % 3).toBe(0);
    expect(start / 3).toBeGreaterThan(1_500 + 100);
  });

  it('counts a dialogue’s earlier turns, from the length on that is cached', () => {
    const samples = [{ id: 's', script: ['a', 'b', 'c'], answer: '7' }];
    const of = (prompt: string) => estimate({ benchmark: scriptedToy, samples, prompt }).benchmarks[0]!.tutor;
    expect(of('short').cacheable).toBe(0);
    const { cacheable, input } = of('word '.repeat(900));
    // The second turn reads the first turn's input, the third the second's; each has at most half of a thousand more.
    expect(cacheable).toBeGreaterThan(2 * 1_500);
    expect(cacheable).toBeLessThan(input.high - 1_500);
  });

  it('says what that may save at most', () => {
    const { manifest, session } = planned({ benchmark: sharing('word '.repeat(9_000)), samples: plainSamples(100) });
    const result = estimateRun(session);
    // 15,000 tokens and the material at $2 less $0.10 a million, 199 times.
    expect(result.benchmarks[0]!.judge.saving).toBeCloseTo((result.benchmarks[0]!.judge.cacheable * 1.9) / 1e6, 6);
    const text = estimateText(manifest, result);
    expect(text).toMatch(/Cost: .*; the provider’s cache may save up to \$\d+\.\d\d\./);
  });
});
