import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { earlierRun } from '../../../src/core/history/earlierRun';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import type { EarlierRun } from '../../../src/core/run/playOrder';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import type { RunManifest } from '../../../src/core/store/runManifest';
import { plainToy } from '../../toyBenchmarks/plainToy';
import { labelMetric } from '../../unit/compare/comparedSessions';
import { manifestOf, replyRecord } from './storedRun';
import { temporaryFolders } from './temporaryFolder';

const newFolder = temporaryFolders();

/** Two samples a unit: a1 and a2 are of the unit a. */
const toy = (id: 'mrbench' | 'guideeval'): Benchmark => ({
  ...plainToy,
  id,
  unitOf: (sample) => sample.id.slice(0, 1),
  metrics: [labelMetric(), labelMetric({ id: 'Other' })],
});
const all = new Map([toy('mrbench'), toy('guideeval')].map((one) => [one.id, one]));
const units = ['a', 'b', 'c', 'd'];
const sequence = { planned: 4, order: ['d', 'b', 'a', 'c'].map((unit) => `mrbench/${unit}`), looks: [2, 4] };
const both = { ...sequence, order: ['guideeval/a', ...sequence.order] };

interface Played {
  readonly manifest?: Partial<RunManifest>;
  readonly benchmarks?: readonly ('mrbench' | 'guideeval')[];
  /** Samples with a reply. */
  readonly replies?: readonly string[];
}

async function storeWith(...runs: readonly (readonly [id: string, run: Played])[]): Promise<string> {
  const root = await newFolder();
  for (const [id, { manifest, benchmarks = ['mrbench'], replies = ['d1', 'b2'] }] of runs) {
    const stored = benchmarks.flatMap((benchmark) =>
      units.flatMap((unit) => [1, 2].map((at) => ({ benchmark, sample: { id: `${unit}${at}`, turns: 1 } }))),
    );
    const plain = manifestOf(id, stored);
    const entries = benchmarks.map((benchmark) => ({ ...plain.benchmarks[0]!, id: benchmark }));
    const writer = await new FileRunStore(root).create(
      { ...plain, sequence, benchmarks: entries, ...manifest },
      stored,
    );
    for (const sample of replies) await writer.append({ ...replyRecord(1), item: `mrbench/${sample}#0` });
    await writer.close();
  }
  return root;
}

const { prompt, tutor } = manifestOf('r');
type Request = Parameters<typeof earlierRun>[1];
const source = { kind: 'file', name: 'f', format: 'own' } as const;
const loaded = { samples: [], images: [], problems: [], format: 'own' };
const request: Request = {
  prompt: readPromptFile(prompt.path, prompt.text),
  tutor,
  benchmarks: [{ benchmark: toy('mrbench'), source, loaded }],
};

async function found(root: string, change: Partial<Request> = {}): Promise<EarlierRun | undefined> {
  return (await earlierRun(root, { ...request, ...change }, all)).earlier;
}

async function firstAims(root: string, change: Partial<Request> = {}): Promise<RunManifest['firstAims']> {
  return (await earlierRun(root, { ...request, ...change }, all)).firstAims;
}

describe('how far the last run of a text came', () => {
  it('is the last unit of its order that has a reply to any of its samples', async () => {
    expect(await found(await storeWith(['r1', {}]))).toEqual({ sequence, played: 2 });
    expect(await found(await storeWith(['r1', { replies: ['a2'] }]))).toEqual({ sequence, played: 3 });
    expect(await found(await storeWith(['r1', { replies: [] }]))).toEqual({ sequence, played: 0 });
  });

  it('is that of the newest run, also where it came less far', async () => {
    const root = await storeWith(['r1', { replies: ['c1'] }], ['r2', { replies: ['d1'] }]);
    expect(await found(root)).toMatchObject({ played: 1 });
  });

  it.each<[string, Partial<RunManifest>]>([
    [
      'of another text',
      { prompt: { ...prompt, text: 'Be brief.', revision: readPromptFile('', 'Be brief.').revision } },
    ],
    ['of another tutor', { tutor: { ...tutor, model: 'another' } }],
    ['that explores', { purpose: 'explore' }],
    ['of replies that were there before', { rejudgedFrom: 'r1' }],
    ['without an order', { sequence: undefined }],
    ['of other benchmarks', { benchmarks: [{ ...manifestOf('r').benchmarks[0]!, id: 'guideeval' }] }],
  ])('is not that of a run %s', async (_, manifest) => {
    expect(await found(await storeWith(['r2', { manifest }]))).toBeUndefined();
    expect(await found(await storeWith(['r1', {}], ['r2', { manifest }]))).toMatchObject({ played: 2 });
  });

  it('is unknown where there is no run, where the tutor is simulated, and where the run is damaged', async () => {
    const root = await storeWith(['r1', {}]);
    expect(await found(await newFolder())).toBeUndefined();
    expect(await found(root, { tutor: { ...tutor, simulated: true } })).toBeUndefined();
    await rm(path.join(root, 'runs', 'r1', 'samples.jsonl'));
    expect(await found(root)).toBeUndefined();
  });

  it('counts the benchmarks whose targets are given up with it, as often as that happens', async () => {
    const benchmarks = ['mrbench', 'guideeval'] as const;
    const of = (manifest: Partial<RunManifest>) =>
      storeWith(['r1', { benchmarks, manifest: { sequence: both, ...manifest } }]);
    expect(await found(await of({}))).toEqual({ sequence: both, played: 3, families: 2 });
    const aims = { targets: ['mrbench/Label'], guards: ['guideeval/Label'] };
    expect(await found(await of({ aims }))).toEqual({ sequence: both, played: 3 });
    const again = { ...both, families: 3 };
    expect(await found(await of({ sequence: again }))).toEqual({ sequence: again, played: 3, families: 4 });
    const kept = [...all.values()].map((benchmark) => ({ benchmark, source, loaded }));
    expect(await found(await of({ sequence: again }), { benchmarks: kept })).toMatchObject({ families: 3 });
    expect(await found(await storeWith(['r1', {}]), { benchmarks: kept })).toBeUndefined();
  });
});

describe('what the first replies to a text were to show', () => {
  const label = { targets: ['mrbench/Label'], guards: [] };
  const other = { targets: ['mrbench/Other'], guards: [] };
  const guarded = { targets: ['mrbench/Label'], guards: ['mrbench/Other'] };

  it('is told where this run has other targets or guards', async () => {
    const root = await storeWith(['r1', {}]);
    expect(await firstAims(root, { aims: other })).toEqual({ mrbench: label });
    expect(await firstAims(root, { aims: guarded })).toEqual({ mrbench: label });
    expect(await firstAims(await storeWith(['r1', { manifest: { aims: guarded } }]))).toEqual({ mrbench: guarded });
  });

  it('is not told where they are the same, whether they are named or usual', async () => {
    expect(await firstAims(await storeWith(['r1', {}]))).toBeUndefined();
    expect(await firstAims(await storeWith(['r1', {}]), { aims: label })).toBeUndefined();
    expect(await firstAims(await newFolder(), { aims: other })).toBeUndefined();
  });

  it('is that of the first run with replies, whatever later ones named', async () => {
    const later = ['r2', { manifest: { aims: other } }] as const;
    expect(await firstAims(await storeWith(['r1', {}], later), { aims: other })).toEqual({ mrbench: label });
    expect(await firstAims(await storeWith(['r1', {}], later), { aims: label })).toBeUndefined();
    expect(await firstAims(await storeWith(['r1', { replies: [] }], later), { aims: other })).toBeUndefined();
  });

  it('is handed on by a later run where the first one is gone', async () => {
    const root = await storeWith(['r2', { manifest: { aims: other, firstAims: { mrbench: label } } }]);
    expect(await firstAims(root, { aims: other })).toEqual({ mrbench: label });
  });

  it('is told by benchmark, so that a further one may have targets of its own', async () => {
    const kept = [...all.values()].map((benchmark) => ({ benchmark, source, loaded }));
    const aims = { targets: ['mrbench/Label', 'guideeval/Other'], guards: [] };
    expect(await firstAims(await storeWith(['r1', {}]), { benchmarks: kept, aims })).toBeUndefined();
  });
});
