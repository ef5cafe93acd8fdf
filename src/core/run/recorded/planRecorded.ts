import type { Benchmark } from '../../benchmark/benchmark';
import type { RecordProblem } from '../../benchmark/importer';
import type { BenchmarkId } from '../../benchmark/samples';
import type { ManifestModel, RunManifest } from '../../store/runManifest';
import type { ReplyRecord } from '../../store/runRecord';
import { beginWith, createRun, type NewRun, type RunStore, type RunWriter } from '../../store/runStore';
import { dataHashOf } from '../../store/storedSamples';
import { boundedText } from '../../text/boundedText';
import { countWords, verbFor } from '../../text/countWords';
import { limited, planRun, type RunRequest } from '../planRun';
import { createRunSession } from '../runSession';
import type { WorkItem } from '../workItem';
import { matchReplies } from './matchReplies';
import { readRecordedReplies } from './recordedReplies';

/** The tutor of replies of which nobody says who wrote them. */
export const unnamedTutor: ManifestModel = { provider: 'recorded', model: 'elsewhere', simulated: false };

/** Replies that were recorded elsewhere cannot be judged. The message says why and how to mend it. */
export class RecordedRepliesError extends Error {
  override readonly name = 'RecordedRepliesError';

  static is(error: unknown): error is RecordedRepliesError {
    return error instanceof RecordedRepliesError;
  }
}

export interface PlannedRecorded extends NewRun {
  /** The first records of its journal. */
  readonly records: readonly ReplyRecord[];
  /** What of the file is not in the run, by record. */
  readonly problems: readonly RecordProblem[];
}

export interface RepliesFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Plans a run that judges recorded replies; nobody is asked for any. Samples without a reply are not in it: they are counted, and in no metric. `request`
 * is that of an evaluation of one benchmark whose tutor is the one that wrote the replies. Throws `RecordedRepliesError` and what `planRun` throws.
 */
export function planRecorded(
  request: RunRequest,
  file: RepliesFile,
  all: ReadonlyMap<BenchmarkId, Benchmark>,
): PlannedRecorded {
  const read = readRecordedReplies(file.text);
  if (read.kind === 'refused') throw new RecordedRepliesError(`${file.name}: ${read.reason}`);
  const { limit, seed, createdAt } = request;
  const whole = planRun({ ...request, repeats: 1, limit: undefined, repliesGiven: true }, all);
  const [entry, ...others] = whole.manifest.benchmarks;
  const benchmark = entry && all.get(entry.id);
  if (entry === undefined || benchmark === undefined || others.length > 0) {
    throw new RecordedRepliesError('Recorded replies are judged on one benchmark at a time. Name one.');
  }
  const session = createRunSession(whole.manifest, whole.samples, all);
  const { replies, problems: unmatched } = matchReplies(session, read.entries);
  const problems = [...read.problems, ...unmatched];
  if (replies.size === 0) {
    const [first] = problems;
    const why = first === undefined ? 'It holds none.' : `Record ${first.record}: ${first.message}`;
    throw new RecordedRepliesError(`${file.name}: no reply to a ${benchmark.title} sample. ${why}`);
  }
  const recorded = session.items.filter((item) => replies.has(item));
  const chosen = new Set(
    limited(
      benchmark,
      recorded.map(({ sample }) => sample),
      limit,
      seed,
    ),
  );
  const items = recorded.filter(({ sample }) => chosen.has(sample));
  const ids = new Set(items.map(({ sample }) => sample.id));
  const kept = whole.samples.map(({ sample }) => sample as WorkItem['sample']).filter(({ id }) => ids.has(id));
  const dealt = benchmark.deal?.(kept) ?? kept;
  const named = new Set(items.flatMap(({ sample }) => (benchmark.imagesOf?.(sample) ?? []).map(({ path }) => path)));
  const shown = Object.entries(entry.images ?? {}).filter(([path]) => named.has(path));
  const hashes = new Set(shown.map(([, { sha256 }]) => sha256));
  const images = whole.images.filter(({ sha256 }) => hashes.has(sha256));
  const manifest: RunManifest = {
    ...whole.manifest,
    limit,
    recorded: {
      name: file.name,
      format: read.format,
      missing: session.items.length - recorded.length,
      unused: new Set(problems.map(({ record }) => record)).size,
    },
    benchmarks: [
      {
        ...entry,
        samples: dealt.length,
        dataHash: dataHashOf(
          dealt,
          shown.map(([path, { sha256 }]) => ({ path, sha256 })),
        ),
        ...(entry.images === undefined ? {} : { images: Object.fromEntries(shown) }),
      },
    ],
  };
  const records = items.flatMap((item) => recordsOf(item, replies.get(item) ?? [], createdAt));
  const samples = dealt.map((sample) => ({ benchmark: benchmark.id, sample }));
  return { manifest, samples, images, records, problems };
}

/** What of a file is not in the run, in a sentence; `undefined` where all of it is. */
export function leftOutWords({ manifest: { recorded }, problems }: PlannedRecorded): string | undefined {
  const [first] = problems;
  if (recorded === undefined || first === undefined) return undefined;
  return `${countWords(recorded.unused, 'record', 'records')} ${verbFor(recorded.unused, 'is', 'are')} not used. Record ${first.record}: ${boundedText(first.message, 300)}`;
}

/** The records of replies that are there before their run: they count no calls and no tokens. */
export function recordsOf(
  { key }: Pick<WorkItem, 'key'>,
  replies: readonly string[],
  at: string,
): readonly ReplyRecord[] {
  return replies.map((raw, index) => ({
    kind: 'reply',
    item: key,
    at,
    calls: 0,
    cached: 0,
    retries: 0,
    ms: 0,
    turn: index + 1,
    raw,
    finish: 'stop',
  }));
}

/** Makes the run in the store and writes the replies. Throws `RunStoreError`. */
export async function startRecorded(store: RunStore, planned: PlannedRecorded): Promise<RunWriter> {
  return beginWith(planned.records, await createRun(store, planned));
}
