import type { Benchmark } from '../../benchmark/benchmark';
import type { RecordProblem } from '../../benchmark/importer';
import type { BenchmarkId } from '../../benchmark/samples';
import type { ManifestModel, RunManifest } from '../../store/runManifest';
import type { ReplyRecord } from '../../store/runRecord';
import { beginWith, createRun, type NewRun, type RunStore, type RunWriter } from '../../store/runStore';
import { boundedText } from '../../text/boundedText';
import { countWords, verbFor } from '../../text/countWords';
import type { SampleFile } from '../loadSamples';
import { dataOf, limited, planRun, type RunRequest } from '../planRun';
import { createRunSession } from '../runSession';
import type { WorkItem } from '../workItem';
import { matchReplies } from './matchReplies';
import { readRecordedReplies } from './recordedReplies';
import { NamedError } from '../../text/errors';

export const unnamedTutor: ManifestModel = { provider: 'recorded', model: 'elsewhere', simulated: false };

export class RecordedRepliesError extends NamedError {
  override readonly name = 'RecordedRepliesError';
}

export interface PlannedRecorded extends NewRun {
  readonly records: readonly ReplyRecord[];
  readonly problems: readonly RecordProblem[];
}

/** Samples without a reply are counted, and in no metric. Throws `RecordedRepliesError` and what `planRun` throws. */
export function planRecorded(
  request: RunRequest,
  file: SampleFile,
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
  const withReplies = recorded.map(({ sample }) => sample);
  const chosen = new Set(limited(benchmark, withReplies, limit, seed));
  const items = recorded.filter(({ sample }) => chosen.has(sample));
  const ids = new Set(items.map(({ sample }) => sample.id));
  const kept = whole.samples.map(({ sample }) => sample as WorkItem['sample']).filter(({ id }) => ids.has(id));
  const dealt = benchmark.deal?.(kept) ?? kept;
  const { images, entry: data } = dataOf(benchmark, dealt, whole.images);
  const manifest: RunManifest = {
    ...whole.manifest,
    limit,
    recorded: {
      name: file.name,
      format: read.format,
      missing: session.items.length - recorded.length,
      unused: new Set(problems.map(({ record }) => record)).size,
    },
    benchmarks: [{ ...entry, ...data }],
  };
  const records = items.flatMap((item) => recordsOf(item, replies.get(item) ?? [], createdAt));
  const samples = dealt.map((sample) => ({ benchmark: benchmark.id, sample }));
  return { manifest, samples, images, records, problems };
}

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
  const uncalled = { calls: 0, cached: 0, retries: 0, ms: 0 };
  return replies.map((raw, index) => ({
    kind: 'reply',
    item: key,
    at,
    ...uncalled,
    turn: index + 1,
    raw,
    finish: 'stop',
  }));
}

export async function startRecorded(store: RunStore, planned: PlannedRecorded): Promise<RunWriter> {
  return beginWith(planned.records, await createRun(store, planned));
}
