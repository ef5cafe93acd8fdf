import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { Sample } from '../../../src/core/benchmark/samples';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import type { SampleImage } from '../../../src/core/run/loadSamples';
import { type PlannedRun, planRun, type RunRequest, runStart } from '../../../src/core/run/planRun';
import { createRunSession, type RunSession } from '../../../src/core/run/runSession';
import { runManifestSchema } from '../../../src/core/store/runManifest';
import { criteriaToy } from '../../toyBenchmarks/criteriaToy';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { scriptedToy } from '../../toyBenchmarks/scriptedToy';
import { sampleImage, tinyPng } from '../../toyBenchmarks/tinyImages';
import { toyBenchmark } from '../../toyBenchmarks/toyBenchmark';

const fake = { provider: 'fake', model: 'm', simulated: false };

function plan(
  benchmark: Benchmark,
  samples: readonly Sample[],
  changes: Partial<RunRequest> = {},
  images: readonly SampleImage[] = [],
): PlannedRun {
  const loaded = { samples, format: 'own', problems: [], images };
  return planRun(
    {
      runId: 'run-1',
      createdAt: '2026-03-01T00:00:00.000Z',
      toolVersion: '0.0.0',
      prompt: readPromptFile('tutor.md', 'Be kind.'),
      promptName: 'tutor.md',
      benchmarks: [{ benchmark, source: { kind: 'file', name: 'toy.jsonl', format: 'own' }, loaded }],
      tutor: fake,
      judges: [fake],
      student: undefined,
      seed: 1,
      limit: undefined,
      repeats: undefined,
      placement: undefined,
      policy: defaultPolicy,
      maxCostUsd: undefined,
      ...changes,
    },
    new Map([[benchmark.id, benchmark]]),
  );
}

/** The keys of the trials of a run that was written to disk and read back. */
function trialKeys(benchmark: Benchmark, planned: PlannedRun): string[] {
  return session(benchmark, planned).items.map(({ key }) => key);
}

/** `runAll`: as it goes on beyond its limit. */
function session(benchmark: Benchmark, { manifest, samples }: PlannedRun, runAll = false): RunSession {
  const stored = runManifestSchema.parse(JSON.parse(JSON.stringify(manifest)));
  return createRunSession(stored, samples, new Map([[benchmark.id, benchmark]]), [], [], { runAll });
}

describe('a manifest that was written by somebody else', () => {
  const endless = 'x'.repeat(2_001);

  it.each(['provider', 'model', 'baseUrl', 'connection'])('has no %s that takes seconds to show', (member) => {
    const { manifest } = plan(plainToy, [{ id: 'one' }]);
    expect(runManifestSchema.safeParse(manifest).success).toBe(true);
    const tutor = { ...manifest.tutor, [member]: endless };
    expect(runManifestSchema.safeParse({ ...manifest, tutor }).success).toBe(false);
  });
});

describe('repeats of a sample', () => {
  const wilful: Benchmark<{ id: string; turns: number }> = {
    ...plainToy,
    defaultRepeats: 4,
    repeatsOf: ({ turns }) => turns,
  };
  const samples = [
    { id: 'once', turns: 1 },
    { id: 'thrice', turns: 3 },
  ];

  it('are the sample’s own number', () => {
    expect(trialKeys(wilful, plan(wilful, samples))).toEqual([
      'mrbench/once#0',
      'mrbench/thrice#0',
      'mrbench/thrice#1',
      'mrbench/thrice#2',
    ]);
  });

  it.each([1, 2, 4])('are the user’s number where there is one (%i), also when it is the default', (repeats) => {
    expect(trialKeys(wilful, plan(wilful, samples, { repeats }))).toHaveLength(2 * repeats);
  });

  it('are the benchmark’s default where a sample has no say', () => {
    const plain: Benchmark = { ...plainToy, defaultRepeats: 4 };
    expect(trialKeys(plain, plan(plain, samples))).toHaveLength(8);
    expect(trialKeys(plain, plan(plain, samples, { repeats: 1 }))).toHaveLength(2);
  });
});

describe('samples that are played in more than one way', () => {
  const schema = z.object({ id: z.string(), task: z.string(), theory: z.boolean() });
  type Task = z.infer<typeof schema>;
  const twoWays = toyBenchmark<Task>('socratesbench', schema, {
    plan: () => ({ system: '', opening: [], studentTurns: [], decoding: { maxOutputTokens: 1 }, warnings: [] }),
    judgements: () => [],
    unitOf: ({ task }) => task,
    expand: (samples, { theory }) =>
      samples.flatMap((sample) => [
        ...(theory === 'off' ? [] : [{ ...sample, theory: true }]),
        ...(theory === 'on' ? [] : [{ ...sample, id: `${sample.id}~without`, theory: false }]),
      ]),
  }) as unknown as Benchmark;
  const tasks = Array.from({ length: 12 }, (_, index) => ({ id: `t${index}`, task: `t${index}`, theory: true }));
  const both = { policy: { ...defaultPolicy, theory: 'both' as const } };

  it('are stored as they are played, under ids of their own', () => {
    const planned = plan(twoWays, tasks, both);
    const keys = trialKeys(twoWays, planned);
    expect(keys).toHaveLength(24);
    expect(new Set(keys).size).toBe(24);
    expect(planned.manifest.benchmarks[0]?.samples).toBe(24);
    expect(trialKeys(twoWays, plan(twoWays, tasks))).toEqual(tasks.map(({ id }) => `socratesbench/${id}#0`));
  });

  it('count as one unit of the limit and stay together', () => {
    const planned = plan(twoWays, tasks, { ...both, limit: 5 });
    const { items, rest } = session(twoWays, planned);
    const chosen = items.map(({ sample }) => sample as unknown as Task);
    expect([chosen.length, rest.length]).toEqual([10, 14]);
    expect(new Set(chosen.map(({ task }) => task)).size).toBe(5);
    for (const { task } of chosen) expect(chosen.filter((one) => one.task === task)).toHaveLength(2);
  });

  it('are the same units under the same seed, whichever way they are played', () => {
    const tasksOf = (changes: Partial<RunRequest>): string[] => [
      ...new Set(
        session(twoWays, plan(twoWays, tasks, { limit: 5, ...changes })).items.map(
          ({ sample }) => (sample as unknown as Task).task,
        ),
      ),
    ];
    expect(tasksOf(both)).toEqual(tasksOf({}));
    expect(tasksOf({ seed: 2 })).not.toEqual(tasksOf({}));
  });
});

describe('a run with a limit', () => {
  const samples = plainSamples(40);
  const planned = plan(plainToy, samples, { limit: 10 });
  const { sequence } = planned.manifest;

  it('has the order of the whole file, ends at its limit, and has a look there', () => {
    expect(sequence).toMatchObject({ planned: 40, firstStop: 10, looks: [5, 10, 15, 20, 25, 30, 35, 40] });
    expect(sequence?.order).toHaveLength(40);
    expect(plan(plainToy, samples, { limit: 7 }).manifest.sequence?.looks).toEqual([5, 7, 10, 15, 20, 25, 30, 35, 40]);
    const { items, rest } = session(plainToy, planned);
    expect([items.length, rest.length]).toEqual([10, 30]);
    expect(new Set(items.map(({ sample }) => `${plainToy.id}/${plainToy.unitOf(sample as never)}`))).toEqual(
      new Set(sequence?.order.slice(0, 10)),
    );
  });

  it('plays the same samples first as every text does, and goes on beyond them', () => {
    const other = plan(plainToy, samples, { limit: 10, prompt: readPromptFile('tutor.md', 'Be strict.') });
    expect(new Set(trialKeys(plainToy, other))).toEqual(new Set(trialKeys(plainToy, planned)));
    const whole = session(plainToy, planned, true);
    expect([whole.items.length, whole.rest.length]).toEqual([40, 0]);
  });

  it('keeps its order and its looks where more is played under a larger limit', () => {
    const played = sequence && { sequence, played: 10 };
    const larger = plan(plainToy, samples, { limit: 20, earlier: played }).manifest.sequence;
    expect(larger).toMatchObject({ planned: 40, firstStop: 20, looks: [5, 10, 15, 20, 25, 30, 35, 40] });
    expect(larger?.order.slice(0, 10)).toEqual(sequence?.order.slice(0, 10));
    expect(larger?.earlier).toBeUndefined();
    const smaller = plan(plainToy, samples, { limit: 5, earlier: played }).manifest.sequence;
    expect(smaller).toEqual(plan(plainToy, samples, { limit: 5 }).manifest.sequence);
  });

  it('counts what it played where the file grows, not what it had planned', () => {
    const grown = plan(plainToy, plainSamples(80), { earlier: sequence && { sequence, played: 10 } });
    expect(grown.manifest.sequence?.earlier).toEqual([{ planned: 40, until: 10 }]);
    expect(grown.manifest.sequence?.looks.slice(0, 3)).toEqual([5, 10, 20]);
  });
});

describe('images of a planned run', () => {
  const drawn = (id: string) => ({ id, image: { path: `${id}.png`, mediaType: 'image/png' }, criteria: [] });
  const samples = ['a', 'b', 'c'].map(drawn);
  const images = (tail: string): SampleImage[] =>
    ['a', 'b', 'c'].map((id) => sampleImage(`${id}.png`, tinyPng(id === 'b' ? tail : id)));
  const hashOf = (planned: PlannedRun): string | undefined => planned.manifest.benchmarks[0]?.dataHash;

  it('change the data’s hash with their content, and nothing else does', () => {
    const first = plan(criteriaToy, samples, {}, images('one'));
    expect(hashOf(plan(criteriaToy, samples, {}, images('one')))).toBe(hashOf(first));
    expect(hashOf(plan(criteriaToy, samples, {}, images('two')))).not.toBe(hashOf(first));
    expect(hashOf(plan(criteriaToy, samples.slice(1), {}, images('one')))).not.toBe(hashOf(first));
    expect(hashOf(first)).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('are those of the samples in use only, named by hash in the manifest', () => {
    const planned = plan(criteriaToy, samples.slice(1, 2), {}, images('one'));
    const path = 'b.png';
    expect(planned.images.map((image) => image.path)).toEqual([path]);
    const [image] = planned.images;
    expect(planned.manifest.benchmarks[0]?.images).toEqual({
      [path]: { sha256: image?.sha256, mediaType: 'image/png' },
    });
    expect(JSON.stringify(planned.manifest)).not.toContain('content');
    expect(runManifestSchema.safeParse(planned.manifest).success).toBe(true);
  });

  it('of samples that have none leave the manifest and the hash as they were', () => {
    const planned = plan(plainToy, plainSamples(2));
    expect(planned.images).toEqual([]);
    expect(planned.manifest.benchmarks[0]?.images).toBeUndefined();
  });
});

describe('the student of a planned run', () => {
  const student = { ...fake, model: 'student' };
  const policy = { ...defaultPolicy, student: 'model' as const };
  const pressed = [{ id: 's1', script: ['Help.', 'Tell me.'], answer: '4' }];

  it('is in the manifest where the policy lets a model play it, and nowhere else', () => {
    expect(plan(scriptedToy, pressed, { student, policy }).manifest.student).toEqual(student);
    expect(plan(scriptedToy, pressed, { student }).manifest.student).toBeUndefined();
  });

  it('is left out where no benchmark of the run has a student to play', () => {
    expect(plan(plainToy, plainSamples(1), { student, policy }).manifest.student).toBeUndefined();
  });
});

describe('the id of a run', () => {
  it('sorts by time to the millisecond, whatever is drawn', () => {
    const start = Date.parse('2026-03-01T10:00:00.000Z');
    const ids = Array.from(
      { length: 2_000 },
      (_, place) => runStart(start + place, () => (place % 2 === 0 ? 0.999 : 0)).runId,
    );
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(2_000);
    expect(ids.filter((id) => !/^20260301-10000[01]-[2-9a-km-np-z]{4}$/.test(id))).toEqual([]);
  });
});
