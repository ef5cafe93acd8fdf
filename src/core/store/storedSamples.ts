import { createHash } from 'node:crypto';
import * as z from 'zod';
import { goldReplySchema } from '../benchmark/goldReply';
import { jsonExcess } from '../benchmark/importing/dataFile';
import { benchmarkIds } from '../benchmark/samples';
import { readPromptFile } from '../prompt/promptFile';
import { sha256 } from '../text/sha256';
import { type ReadEntries, readLines } from './entryLines';
import type { RunManifest } from './runManifest';
import type { StoredSample } from './runStore';

const storedSample = z.object({
  benchmark: z.enum(benchmarkIds),
  sample: z.unknown(),
  gold: z.array(goldReplySchema).optional(),
});

/**
 * Runs of one prompt often have the same samples: as long as somebody holds a list, the same bytes are the same list.
 */
export class StoredSamples {
  readonly #lists = new Map<string, WeakRef<readonly StoredSample[]>>();

  /** Throws `PlainFileError` `lines`; `file` names it in what is said of it. */
  read(bytes: Buffer, file: string): ReadEntries<StoredSample> {
    const digest = sha256(bytes);
    const known = this.#lists.get(digest)?.deref();
    if (known !== undefined) return { entries: known, problems: [] };
    const read = readLines(bytes, file, parseSample);
    for (const [other, list] of this.#lists) if (list.deref() === undefined) this.#lists.delete(other);
    if (read.problems.length === 0) this.#lists.set(digest, new WeakRef(read.entries));
    return read;
  }
}

function parseSample(line: string): StoredSample | undefined {
  // What walks over a sample has a stack that ends.
  if (jsonExcess(line) !== undefined) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    const { data } = storedSample.safeParse(value);
    // The labelled replies as they stand there: their hash is over their members in that order.
    return data?.gold === undefined ? data : { ...data, gold: (value as Required<StoredSample>).gold };
  } catch {
    return undefined;
  }
}

/** `sha256:` over samples in their order, with their images: the same words about another picture are other data. */
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

/**
 * Where the text is not the one that was evaluated, neither its revision nor the named one may vouch for its
 * statistics.
 */
export function withOwnRevision(manifest: RunManifest): RunManifest {
  if (hasOwnText(manifest)) return manifest;
  const { runId, prompt } = manifest;
  return { ...manifest, prompt: { ...prompt, revision: `sha256:${sha256(JSON.stringify([runId, prompt]))}` } };
}

const hashes = new WeakMap<readonly StoredSample[], Map<string, string>>();

/** What of a stored run is not what it was planned with, a sentence each. Such a run can be looked at, and cannot go on. */
export function alterations(manifest: RunManifest, samples: readonly StoredSample[]): readonly string[] {
  const { runId, calibration, benchmarks, policy } = manifest;
  const found: string[] = [];
  if (!hasOwnText(manifest)) {
    found.push(`The prompt in run.json of run ${runId} is not the one that was evaluated: it has another revision.`);
  }
  if (calibration !== undefined && remembered(samples, 'gold', () => goldHashOf(samples)) !== calibration.goldHash) {
    found.push(`The labelled replies in samples.jsonl of run ${runId} are not those that it was planned with.`);
  }
  // Such a calibration was planned with the samples as its policy has them played, and keeps them as they were.
  const checked = calibration !== undefined && policy.theory !== 'on' ? [] : benchmarks;
  for (const { id, dataHash, images = {} } of checked) {
    const named = Object.entries(images).map(([path, image]) => ({ path, sha256: image.sha256 }));
    const own = (): string =>
      dataHashOf(
        samples.flatMap(({ benchmark, sample }) => (benchmark === id ? [sample] : [])),
        named,
      );
    if (remembered(samples, JSON.stringify([id, named]), own) === dataHash) continue;
    found.push(`The ${id} samples in samples.jsonl of run ${runId} are not those that it was planned with.`);
  }
  return found;
}

/** Runs of one prompt share a list of samples, which takes a while to go over. */
function remembered(samples: readonly StoredSample[], name: string, hashOf: () => string): string {
  let known = hashes.get(samples);
  if (known === undefined) hashes.set(samples, (known = new Map<string, string>()));
  let hash = known.get(name);
  if (hash === undefined) known.set(name, (hash = hashOf()));
  return hash;
}
