import { createHash } from 'node:crypto';
import * as z from 'zod';
import { goldReplySchema } from '../benchmark/goldReply';
import { jsonExcess } from '../text/jsonExcess';
import { benchmarkIds, changesSamples } from '../benchmarks/policies';
import { readPromptFile } from '../prompt/promptFile';
import { sha256 } from '../text/sha256';
import type { RunManifest } from './runManifest';
import type { StoredSample } from './runStore';

const storedSample = z.object({
  benchmark: z.enum(benchmarkIds),
  sample: z.unknown(),
  gold: z.array(goldReplySchema).optional(),
});

export function parseSample(line: string): StoredSample | undefined {
  // Limits the depth, because recursive readers of a sample would overflow the stack.
  if (jsonExcess(line) !== undefined) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    const { data } = storedSample.safeParse(value);
    // The labelled replies as stored, because their hash depends on the order of members.
    return data?.gold === undefined ? data : { ...data, gold: (value as Required<StoredSample>).gold };
  } catch {
    return undefined;
  }
}

/** `sha256:` over samples in order, with their images: the same words about another picture are other data. */
export function dataHashOf(
  samples: Iterable<unknown>,
  images: Iterable<{ readonly path: string; readonly sha256: string }>,
): string {
  const hash = createHash('sha256');
  for (const sample of samples) hash.update(`${JSON.stringify(sample)}\n`);
  for (const image of images) hash.update(`${image.path} ${image.sha256}\n`);
  return `sha256:${hash.digest('hex')}`;
}

export function goldHashOf(samples: readonly Pick<StoredSample, 'sample' | 'gold'>[]): string {
  return dataHashOf(
    samples.map(({ sample, gold }) => [(sample as { readonly id?: unknown } | null)?.id, gold]),
    [],
  );
}

export function hasOwnText({ prompt }: Pick<RunManifest, 'prompt'>): boolean {
  return readPromptFile(prompt.path, prompt.text).revision === prompt.revision;
}

/** A text that was not evaluated gets its own revision, so that no other text vouches for its statistics. */
export function withOwnRevision(manifest: RunManifest): RunManifest {
  if (hasOwnText(manifest)) return manifest;
  const { runId, prompt } = manifest;
  return { ...manifest, prompt: { ...prompt, revision: `sha256:${sha256(JSON.stringify([runId, prompt]))}` } };
}

/** Sentences on parts of a stored run that differ from its plan. Such a run can be viewed, but not resumed. */
export function alterations(manifest: RunManifest, samples: readonly StoredSample[]): readonly string[] {
  const { runId, calibration, benchmarks, policy } = manifest;
  const found: string[] = [];
  if (!hasOwnText(manifest))
    found.push(`The prompt in run.json of run ${runId} is not the one that was evaluated: it has another revision.`);
  if (calibration !== undefined && goldHashOf(samples) !== calibration.goldHash)
    found.push(`The labelled replies in samples.jsonl of run ${runId} are not those that it was planned with.`);
  // Such a calibration stored its samples unchanged but planned with the policy's version of them.
  const checked = calibration !== undefined && changesSamples(policy) ? [] : benchmarks;
  for (const { id, dataHash, images = {} } of checked) {
    const named = Object.entries(images).map(([path, image]) => ({ path, sha256: image.sha256 }));
    const own = samples.flatMap(({ benchmark, sample }) => (benchmark === id ? [sample] : []));
    if (dataHashOf(own, named) === dataHash) continue;
    found.push(`The ${id} samples in samples.jsonl of run ${runId} are not those that it was planned with.`);
  }
  return found;
}

/** The benchmarks of a run that plays only these samples, each so often. */
export function entriesWith(
  benchmarks: RunManifest['benchmarks'],
  samples: readonly StoredSample[],
  repeats: number,
): RunManifest['benchmarks'] {
  return benchmarks.map((entry) =>
    entryWith(
      entry,
      samples.filter(({ benchmark }) => benchmark === entry.id).map(({ sample }) => sample),
      repeats,
    ),
  );
}

/** The entry of a benchmark in a run that plays only these of its samples, each so often. */
export function entryWith<Entry extends RunManifest['benchmarks'][number]>(
  entry: Entry,
  samples: readonly unknown[],
  repeats: number,
): Entry {
  const named = Object.entries(entry.images ?? {}).map(([path, { sha256 }]) => ({ path, sha256 }));
  return { ...entry, repeats, repeatsChosen: true, samples: samples.length, dataHash: dataHashOf(samples, named) };
}
