import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { Sample } from '../../../src/core/benchmark/samples';
import { type LargerRunRequest, planLarger } from '../../../src/core/history/planLarger';
import { StoredRunError } from '../../../src/core/history/planRejudge';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import type { PlannedBenchmark } from '../../../src/core/run/loadSamples';
import { type PlannedRun, planRun } from '../../../src/core/run/planRun';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';

const fake = { provider: 'fake', model: 'm', simulated: false };
const git = { commit: 'a'.repeat(40), dirty: false, path: 'tutor.md' };

function source(benchmark: Benchmark, samples: readonly Sample[]): PlannedBenchmark {
  const loaded = { samples, format: 'own', problems: [], images: [] };
  return { benchmark, source: { kind: 'file', name: 'toy.jsonl', format: 'own' }, loaded };
}

function firstRun(planned: PlannedBenchmark, limit: number, repeats?: number): PlannedRun {
  return planRun(
    {
      runId: 'run-1',
      createdAt: '2026-03-01T00:00:00.000Z',
      toolVersion: '0.0.0',
      prompt: readPromptFile('tutor.md', '---\ntutor: offline\n---\nBe kind.'),
      promptName: 'tutor.md',
      git,
      benchmarks: [planned],
      tutor: fake,
      judges: [fake, { ...fake, model: 'other' }],
      student: undefined,
      seed: 7,
      limit,
      repeats,
      placement: undefined,
      policy: { ...defaultPolicy, clipPerSample: true },
      maxCostUsd: 3,
    },
    new Map([[planned.benchmark.id, planned.benchmark]]),
  );
}

const request: LargerRunRequest = {
  runId: 'run-2',
  createdAt: '2026-03-02T00:00:00.000Z',
  toolVersion: '0.0.1',
  shared: [],
  more: 15,
  seed: 7,
  maxCostUsd: 5,
};

function larger(planned: PlannedBenchmark, first: PlannedRun, changes: Partial<LargerRunRequest> = {}): PlannedRun {
  return planLarger(
    first.manifest,
    planned,
    { ...request, shared: first.samples.map(({ sample }) => sample as Sample), ...changes },
    new Map([[planned.benchmark.id, planned.benchmark]]),
  );
}

const idsOf = ({ samples }: PlannedRun): string[] => samples.map(({ sample }) => (sample as Sample).id);

describe('a run with more samples', () => {
  const planned = source(plainToy, plainSamples(40));
  const first = firstRun(planned, 10, 2);

  it('has those that both runs had, and so many more', () => {
    const second = larger(planned, first);
    expect(idsOf(second)).toHaveLength(25);
    expect(idsOf(second)).toEqual(expect.arrayContaining(idsOf(first)));
  });

  it('is the same in all else: text, models, repeats, policy and where the file stood', () => {
    const { manifest } = larger(planned, first);
    const before = first.manifest;
    expect(manifest.prompt).toEqual(before.prompt);
    expect(manifest.tutor).toEqual(before.tutor);
    expect(manifest.judges).toEqual(before.judges);
    expect(manifest.policy).toEqual(before.policy);
    expect(manifest.benchmarks[0]).toMatchObject({ repeats: 2, repeatsChosen: true, placement: 'own' });
    expect(manifest).toMatchObject({ runId: 'run-2', seed: 7, limit: 25, maxCostUsd: 5 });
  });

  it('goes through batches when asked to, however the first run went', () => {
    expect(larger(planned, first).manifest.batch).toBeUndefined();
    const inBatches = larger(planned, first, { batch: true });
    expect(inBatches.manifest.batch).toBe(true);
    expect(larger(planned, inBatches).manifest.batch).toBeUndefined();
  });

  it('takes all there are when fewer are left', () => {
    expect(idsOf(larger(planned, first, { more: 500 }))).toHaveLength(40);
  });

  it('keeps the members of a unit together', () => {
    const pairs: Benchmark = { ...plainToy, unitOf: ({ id }) => String(Math.floor(Number(id.replace(/\D/g, '')) / 2)) };
    const twins = source(pairs, plainSamples(40));
    const units = new Set(idsOf(larger(twins, firstRun(twins, 5))).map((id) => pairs.unitOf({ id })));
    expect(idsOf(larger(twins, firstRun(twins, 5))).length).toBeGreaterThanOrEqual(25);
    expect(units.size).toBeLessThanOrEqual(14);
  });

  it('is refused, with what to do, when there are no more', () => {
    const few = source(plainToy, plainSamples(10));
    const all = firstRun(few, 10);
    expect(() => larger(few, all)).toThrow(StoredRunError);
    expect(() => larger(few, all)).toThrow(
      /toy\.jsonl has 10 samples and both runs have played 10\. Name a larger file/,
    );
  });

  it('is refused where the samples of today are not those of the runs, whatever their names', () => {
    const [taken] = first.samples.map(({ sample }) => sample as Sample);
    const { samples } = planned.loaded;
    const gone = source(
      plainToy,
      samples.filter(({ id }) => id !== taken!.id),
    );
    const message = `Toy: both runs have played the sample “${taken!.id}”, which toy.jsonl lacks or has with different content.`;
    expect(() => larger(gone, first)).toThrow(message.replace('Toy', plainToy.title));
    const edited = source(
      plainToy,
      samples.map((sample) => (sample.id === taken!.id ? { ...sample, turns: 7 } : sample)),
    );
    expect(() => larger(edited, first)).toThrow(StoredRunError);
  });

  it('is refused for a benchmark that the run did not have', () => {
    const other = source({ ...plainToy, id: 'tutorbench', title: 'Other' }, plainSamples(40));
    expect(() => larger(other, first)).toThrow(/run-1 does not include Other/);
  });
});
