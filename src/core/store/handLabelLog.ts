import * as z from 'zod';
import { slotMembers } from '../benchmark/goldReply';
import type { BenchmarkId } from '../benchmark/samples';
import { benchmarkIds } from '../benchmarks/policies';
import { entryCheck, EntryLog, type ReadEntries } from './entryLines';
import { RunStoreError, unreadable } from './runStoreError';
import { type FileFacts, largestFiles, StoreFolder } from './storeFolder';

/** Holds sample and reply in full, in case the run is deleted. A later line replaces an earlier one. */
export const handLabelSchema = z.strictObject({
  schemaVersion: z.literal(1),
  kind: z.literal('label'),
  at: z.iso.datetime(),
  by: z.string().min(1).max(200),
  /** `blind`: before any judge's verdict was shown. `reviewing`: with the verdict in sight, which biases people. */
  mode: z.enum(['blind', 'reviewing']),
  benchmark: z.enum(benchmarkIds),
  sample: z.looseObject({ id: z.string().min(1) }),
  replies: z.array(z.string()).min(1).max(1_000),
  tutor: z.string().max(500).optional(),
  ...slotMembers,
  /** In the benchmark's own terms; `null` removes an earlier label. */
  label: z.union([z.string().max(500), z.number(), z.boolean()]).nullable(),
  reason: z.string().max(20_000).optional(),
  /** Order of replies. `failing` and `disagreement` follow judges' verdicts, so those replies are no fair sample. */
  order: z.enum(['random', 'failing', 'disagreement']).optional(),
  seenIn: z.strictObject({ run: z.string().max(200), item: z.string().max(2_000) }).optional(),
});

export type HandLabel = Readonly<z.infer<typeof handLabelSchema>>;

export class FileHandLabelLog {
  readonly #folder: StoreFolder;
  readonly #logs = new Map<BenchmarkId, EntryLog<HandLabel>>();

  constructor(root: string) {
    this.#folder = new StoreFolder(root, 'labels');
  }

  fileOf(benchmark: BenchmarkId): string {
    return this.#folder.pathOf(nameOf(benchmark));
  }

  /** Throws `RunStoreError` for anything that is no file of labels. */
  factsOf(benchmark: BenchmarkId): FileFacts | undefined {
    try {
      const facts = this.#folder.facts(nameOf(benchmark));
      if (facts === undefined || facts.size <= largestFiles.entries) return facts;
    } catch (error) {
      throw unreadable('', this.fileOf(benchmark), error);
    }
    throw new RunStoreError('damaged', '', `${this.fileOf(benchmark)} is too large for a file of labels.`);
  }

  append(label: HandLabel): Promise<void> {
    return this.#logOf(label.benchmark).append(label);
  }

  read(benchmark: BenchmarkId): Promise<ReadEntries<HandLabel>> {
    return this.#logOf(benchmark).read();
  }

  #logOf(benchmark: BenchmarkId): EntryLog<HandLabel> {
    let log = this.#logs.get(benchmark);
    if (log === undefined) {
      const file = { folder: this.#folder, name: nameOf(benchmark), largest: largestFiles.entries };
      log = new EntryLog({ ...file, schema: handLabelSchema, check, isSynced: true, makesFolder: true });
      this.#logs.set(benchmark, log);
    }
    return log;
  }
}

const check = entryCheck(handLabelSchema, (field) => `The label cannot be saved: its “${field}” is not valid.`);

function nameOf(benchmark: BenchmarkId): string {
  return `${benchmark}.jsonl`;
}
