import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { Sample } from '../../../src/core/benchmark/samples';
import { type Principle, principles } from '../../../src/core/benchmarks/kmpDialogue/criteria';
import { dealSides } from '../../../src/core/benchmarks/kmpDialogue/dealSides';
import { kmpDialogue } from '../../../src/core/benchmarks/kmpDialogue/definition';
import { type Side, sideOfId } from '../../../src/core/benchmarks/kmpDialogue/preference';
import type { KmpDialogueSample } from '../../../src/core/benchmarks/kmpDialogue/samples';
import { isSameSample } from '../../../src/core/compare/alignSamples';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { loadSamples } from '../../../src/core/run/loadSamples';
import { planRun } from '../../../src/core/run/planRun';
import { unitKey } from '../../../src/core/run/playOrder';
import { createRunSession } from '../../../src/core/run/runSession';
import { createRandom } from '../../../src/core/statistics/random';
import { alterations } from '../../../src/core/store/storedSamples';
import { planCalibration } from '../../../src/core/trust/planCalibration';
import { missingNote, publicFile } from '../mrbench/publicFile';
import { dialogueWith, kmpSample, starterSamples } from './kmpDialogueFixtures';
import { mathTutorBenchPaths } from './mathTutorBenchFiles';

type Dealt = readonly { readonly principles: readonly Principle[]; readonly judgedAs?: Side | undefined }[];

/** By how many samples the sides differ, by principle. */
function differences(samples: Dealt): readonly number[] {
  return principles.map((principle) =>
    samples
      .filter((sample) => sample.principles.includes(principle))
      .reduce((sum, { judgedAs }) => sum + (judgedAs === 'A' ? 1 : judgedAs === 'B' ? -1 : Number.NaN), 0),
  );
}

function expectHalves(samples: Dealt): void {
  for (const [place, principle] of principles.entries()) {
    const n = samples.filter((sample) => sample.principles.includes(principle)).length;
    expect(Math.abs(differences(samples)[place] ?? Number.NaN), `${principle}, ${n} samples`).toBe(n % 2);
  }
}

function made(groups: readonly (readonly [number, ...Principle[]])[]): readonly KmpDialogueSample[] {
  return groups.flatMap(([count, ...named]) =>
    Array.from({ length: count }, (_, index) => kmpSample({ id: `${named.join('-')}-${index}`, principles: named })),
  );
}

function planned(samples: readonly Sample[], limit: number | undefined, seed = 1) {
  return planRun(
    {
      runId: 'run',
      createdAt: '2026-01-01T00:00:00.000Z',
      toolVersion: '0',
      prompt: readPromptFile('tutor.md', 'Be a tutor.'),
      promptName: 'tutor.md',
      benchmarks: [
        {
          benchmark: kmpDialogue,
          loaded: { format: 'own', samples, problems: [], images: [] },
          source: { kind: 'file', name: 'k.jsonl', format: 'own' },
        },
      ],
      tutor: { provider: 'offline', model: 'default', simulated: true },
      judges: [{ provider: 'offline', model: 'default', simulated: true }],
      student: undefined,
      seed,
      limit,
      repeats: undefined,
      placement: undefined,
      policy: defaultPolicy,
    },
    new Map([[kmpDialogue.id, kmpDialogue]]),
  );
}

/** The samples up to the run's limit; the rest of the file is stored as well. */
function dealtIn({ manifest, samples }: ReturnType<typeof planned>): readonly KmpDialogueSample[] {
  const { order = [], firstStop } = manifest.sequence ?? {};
  const first = new Set(order.slice(0, firstStop));
  return samples
    .map(({ sample }) => sample as KmpDialogueSample)
    .filter((sample) => first.has(unitKey(kmpDialogue, sample)));
}

describe('sides', () => {
  it('are halves of the samples of each principle, in every selection of the starter set', () => {
    for (const seed of [1, 2, 3]) {
      for (const limit of [undefined, 1, 2, 5, 8, 13, 20, 27]) {
        const run = planned(starterSamples(), limit, seed);
        const uneven = differences(dealtIn(run)).filter((difference) => Math.abs(difference) > 1);
        // Two only where three samples of three pairs of principles leave no other way.
        expect(uneven.length, `seed ${seed}, limit ${limit}`).toBeLessThanOrEqual(limit === undefined ? 0 : 1);
      }
    }
    expectHalves(dealtIn(planned(starterSamples(), undefined)));
  });

  it('are halves where each sample has one principle, whatever the selection', () => {
    const samples = made([
      [40, 'feedback'],
      [31, 'questioning'],
      [7, 'explanation'],
      [1, 'practice'],
    ]);
    for (const limit of [undefined, 3, 10, 11, 50]) expectHalves(dealtIn(planned(samples, limit)));
  });

  it('are halves where samples have two', () => {
    expectHalves(
      dealSides(
        made([
          [5, 'feedback', 'questioning'],
          [3, 'feedback'],
          [4, 'questioning', 'challenge'],
        ]),
      ),
    );
    expectHalves(
      dealSides(
        made([
          [1, 'feedback', 'questioning'],
          [1, 'questioning', 'challenge'],
          [1, 'challenge'],
        ]),
      ),
    );
    const pairs = principles.flatMap((one, place) => principles.slice(place + 1).map((other) => [one, other] as const));
    expectHalves(
      dealSides(made([...pairs.map((pair) => [1, ...pair] as const), ...principles.map((one) => [1, one] as const)])),
    );
  });

  it('are told once where there is no even way: three samples that are all pairs of three principles', () => {
    const odd = dealSides(
      made([
        [1, 'feedback', 'questioning'],
        [1, 'questioning', 'challenge'],
        [1, 'challenge', 'feedback'],
      ]),
    );
    expect(differences(odd).filter((difference) => difference !== 0)).toHaveLength(1);
  });

  const files = mathTutorBenchPaths.filter((file) => publicFile(file) !== undefined);
  it.skipIf(files.length === 0)(`are halves of what is imported${missingNote(mathTutorBenchPaths)}`, () => {
    for (const file of files) {
      const { samples } = loadSamples(kmpDialogue, { name: file, text: publicFile(file) ?? '' });
      expect(samples.length).toBeGreaterThan(200);
      for (const limit of [undefined, 50, 101]) expectHalves(dealtIn(planned(samples, limit)));
    }
  });

  it('follow from which samples there are, not from their order or the seed, and mostly stay in a larger run', () => {
    const samples = made([
      [200, 'feedback'],
      [101, 'questioning', 'challenge'],
    ]);
    const sidesOf = (dealt: readonly KmpDialogueSample[]): ReadonlyMap<string, Side | undefined> =>
      new Map(dealt.map(({ id, judgedAs }) => [id, judgedAs]));
    const whole = sidesOf(dealSides(samples));
    expect(sidesOf(dealSides(createRandom('order').shuffle(samples)))).toEqual(whole);
    expect(sidesOf(dealtIn(planned(samples, undefined, 7)))).toEqual(whole);
    const part = [...sidesOf(dealtIn(planned(samples, 150)))];
    expect(part.filter(([id, side]) => whole.get(id) === side).length).toBeGreaterThan(130);
  });

  it('are frozen with the run, so that a resumed one shows the same; how a sample is judged is not its content', () => {
    const run = planned(starterSamples(), 11);
    expect(alterations(run.manifest, run.samples)).toEqual([]);
    const read = createRunSession(
      run.manifest,
      JSON.parse(JSON.stringify(run.samples)) as typeof run.samples,
      new Map([[kmpDialogue.id, kmpDialogue]]),
    );
    const promptsOf = (samples: readonly KmpDialogueSample[]): readonly unknown[] =>
      samples.flatMap((sample) =>
        kmpDialogue
          .judgements(sample, dialogueWith('REPLY'), [], defaultPolicy)
          .map((task) => ('prompt' in task ? task.prompt.material : undefined)),
      );
    expect(promptsOf(read.items.map(({ sample }) => sample as KmpDialogueSample))).toEqual(promptsOf(dealtIn(run)));
    const [one] = dealtIn(run);
    expect(isSameSample(one, { ...one, judgedAs: one?.judgedAs === 'A' ? 'B' : 'A' } as Sample)).toBe(true);
  });

  it('are halves of what a calibration judges, which is what its manifest says', () => {
    const samples = starterSamples().slice(0, 9);
    const gold = samples.map((sample) => ({ sample, gold: [{ tutor: '', replies: ['A reply.'], labels: [] }] }));
    const { manifest, samples: stored } = planCalibration(
      kmpDialogue,
      { name: 'labels.jsonl', format: 'labels', samples: gold, problems: [], notes: [] },
      { format: 'own', samples, problems: [], images: [] },
      {
        runId: 'run',
        createdAt: '2026-01-01T00:00:00.000Z',
        toolVersion: '0',
        judges: [],
        seed: 1,
        limit: undefined,
        batch: false,
      },
    );
    expect(alterations(manifest, stored)).toEqual([]);
    expect(stored.map(({ sample }) => sample)).toEqual(dealSides(samples));
  });

  it('stay those of the ids in runs that dealt none', () => {
    const [task] = kmpDialogue.judgements(kmpSample(), dialogueWith('REPLY'), [], defaultPolicy);
    if (task === undefined || !('prompt' in task)) return expect.fail('a judge call was expected');
    expect(task.prompt.material).toMatch(new RegExp(`begin reply ${sideOfId('secret-id')} [0-9a-f]+ -----\\nREPLY`));
  });
});
