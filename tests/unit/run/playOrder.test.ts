import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { planRun, type RunRequest } from '../../../src/core/run/planRun';
import { type PlaySequence, playSequence } from '../../../src/core/run/playOrder';
import { plainToy } from '../../toyBenchmarks/plainToy';

/** `w1` and the like: the first letter is the kind of sample. */
const benchmark: Benchmark = { ...plainToy, stratumOf: ({ id }) => id.charAt(0) };

function samples(kinds: Readonly<Record<string, number>>): readonly { readonly id: string }[] {
  return Object.entries(kinds).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, place) => ({ id: `${kind}${place}` })),
  );
}

function sequence(
  kinds: Readonly<Record<string, number>>,
  { planned, ...options }: Partial<Parameters<typeof playSequence>[1]> & { readonly planned?: number } = {},
): PlaySequence {
  const drawn = samples(kinds);
  return playSequence([{ benchmark, samples: drawn, planned: planned ?? drawn.length }], {
    seed: 'one',
    batch: false,
    ...options,
  });
}

describe('the order of play', () => {
  it.each(['one', 'two', 'three'])('has every kind in its share of any beginning: seed %s', (seed) => {
    const { order } = sequence({ w: 60, r: 30, c: 10 }, { seed });
    expect(new Set(order).size).toBe(100);
    for (const [kind, share] of [
      ['w', 0.6],
      ['r', 0.3],
      ['c', 0.1],
    ] as const)
      for (let seen = 1; seen <= 100; seen++) {
        const found = order.slice(0, seen).filter((unit) => unit.includes(`/${kind}`)).length;
        expect(Math.abs(found - seen * share)).toBeLessThanOrEqual(1.6);
      }
  });

  it('is another one for another seed, and the same for the same', () => {
    expect(sequence({ w: 20 }).order).toEqual(sequence({ w: 20 }).order);
    expect(sequence({ w: 20 }, { seed: 'two' }).order).not.toEqual(sequence({ w: 20 }).order);
  });

  it('is another one for each text of a prompt', () => {
    const orderFor = (text: string): readonly string[] | undefined => {
      const loaded = { samples: samples({ w: 20 }), format: 'own', problems: [], images: [] };
      const model = { provider: 'fake', model: 'm', simulated: false };
      const request: RunRequest = {
        runId: 'run-1',
        createdAt: '2026-03-01T00:00:00.000Z',
        toolVersion: '0.0.0',
        prompt: readPromptFile('tutor.md', text),
        promptName: 'tutor.md',
        benchmarks: [{ benchmark, source: { kind: 'file', name: 'toy.jsonl', format: 'own' }, loaded }],
        tutor: model,
        judges: [model],
        student: undefined,
        seed: 1,
        limit: undefined,
        repeats: undefined,
        placement: undefined,
        policy: defaultPolicy,
        maxCostUsd: undefined,
      };
      return planRun(request, new Map([[benchmark.id, benchmark]])).manifest.sequence?.order;
    };
    expect(orderFor('Be kind.')).toHaveLength(20);
    expect(orderFor('Be kind.')).toEqual(orderFor('Be kind.'));
    expect(orderFor('Be strict.')).not.toEqual(orderFor('Be kind.'));
    expect(new Set(orderFor('Be strict.'))).toEqual(new Set(orderFor('Be kind.')));
  });
});

describe('the looks at a comparison', () => {
  it('are eight equal steps to the end of the file, or three in a batch', () => {
    expect(sequence({ w: 124 })).toMatchObject({ planned: 124, looks: [16, 31, 47, 62, 78, 93, 109, 124] });
    expect(sequence({ w: 120 }, { batch: true }).looks).toEqual([40, 80, 120]);
  });

  it('of a part of the file are those of the whole, and one where the part ends', () => {
    expect(sequence({ w: 33 }, { planned: 124 })).toMatchObject({ planned: 124, looks: [16, 31, 33] });
  });

  it('and units of a smaller run stay as they were when it goes on', () => {
    const earlier = sequence({ w: 22, r: 11 }, { planned: 124 });
    const larger = sequence({ w: 80, r: 44 }, { earlier: { sequence: earlier, played: 33 }, seed: 'other' });
    expect(larger.order.slice(0, 33)).toEqual(earlier.order);
    expect(new Set(larger.order).size).toBe(124);
    expect(larger.looks).toEqual([16, 31, 33, 47, 62, 78, 93, 109, 124]);
    expect(larger.planned).toBe(124);
  });
});
