import * as z from 'zod';
import { benchmarkIds } from '../benchmarks/benchmark';
import { goldReplySchema } from '../benchmarks/goldReply';
import { jsonExcess } from '../benchmarks/importing/dataFile';
import { sha256 } from '../judging/sha256';
import type { StoredSample } from './runStore';
import { DamagedLines, textLines } from './textLines';

/** The samples of a file, and one sentence for each line that holds none. */
export interface ReadSamples {
  readonly samples: readonly StoredSample[];
  readonly problems: readonly string[];
}

// What the sample holds is checked by its benchmark, when a session is made of the run.
const storedSample = z.object({
  benchmark: z.enum(benchmarkIds),
  sample: z.unknown(),
  gold: z.array(goldReplySchema).optional(),
});

/**
 * Reads files of samples. Runs of one prompt often have the same, and reading them takes longest: as long as somebody holds a list that
 * was read here, the next file with the same bytes is the same list. Nobody changes a sample.
 */
export class StoredSamples {
  readonly #lists = new Map<string, WeakRef<readonly StoredSample[]>>();

  /** Throws `PlainFileError` `lines`; `file` names it in what is said of it. */
  read(bytes: Buffer, file: string): ReadSamples {
    const digest = sha256(bytes);
    const known = this.#lists.get(digest)?.deref();
    if (known !== undefined) return { samples: known, problems: [] };
    const found = readLines(bytes, file);
    for (const [other, list] of this.#lists) if (list.deref() === undefined) this.#lists.delete(other);
    if (found.problems.length === 0) this.#lists.set(digest, new WeakRef(found.samples));
    return found;
  }
}

function readLines(bytes: Buffer, file: string): ReadSamples {
  const samples: StoredSample[] = [];
  const damaged = new DamagedLines(file);
  for (const { number, text } of textLines(bytes, file)) {
    if (text?.trim() === '') continue;
    const sample = text === undefined ? undefined : parseSample(text);
    if (sample === undefined) damaged.add(number);
    else samples.push(sample);
  }
  return { samples, problems: damaged.problems };
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
