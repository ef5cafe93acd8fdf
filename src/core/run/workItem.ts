import type { Benchmark } from '../benchmark/benchmark';
import type { Dialogue, TutorReply } from '../benchmark/dialogue';
import type { Verdict } from '../benchmark/judging/verdict';
import type { BenchmarkId, Sample } from '../benchmark/samples';
import { visibleReply } from '../benchmark/visibleReply';
import type { FailedRecord, JudgedRecord, ReplyRecord, StepRecord, StudentRecord } from '../store/runRecord';
import { errorNamed } from '../text/errors';

export interface WorkItem {
  /** `benchmark/sample#repeat`. Names the item in all records, and sorts in order. */
  readonly key: string;
  readonly benchmark: Benchmark;
  readonly sample: Sample;
  readonly repeat: number;
  /** Position of its unit in the run's order, from 0. A run without an order has no looks, so all come first. */
  readonly position: number;
}

export const mostTrials = 100_000;

class TooManyTrialsError extends errorNamed('TooManyTrialsError') {}

export function assertTrials(trials: number): void {
  if (trials <= mostTrials) return;
  const [asked, most] = [trials, mostTrials].map((count) => count.toLocaleString('en'));
  const what = `The run would have ${asked} trials (samples times repeats); ${most} are the most`;
  throw new TooManyTrialsError(`${what}. Lower the repeats or set a limit.`);
}

export function repeatsOf(
  benchmark: Benchmark,
  sample: Sample,
  entry: { readonly repeats: number; readonly repeatsChosen?: boolean | undefined },
): number {
  if (entry.repeatsChosen === true || benchmark.repeatsOf === undefined) return entry.repeats;
  return benchmark.repeatsOf(sample);
}

export function workItemKey(benchmark: BenchmarkId, sampleId: string, repeat: number): string {
  return `${benchmark}/${sampleId}#${repeat}`;
}

/** The part of a key that all trials of a sample share. */
export function sampleOfKey(key: string): string {
  return key.replace(/#\d+$/, '');
}

type ByJudge<Record> = ReadonlyMap<string, Map<string, Record>>;

// There are ten thousands of items, and an empty map each would take two hundred bytes.
const noJudge = new Map<string, never>();
const noWords = new Map<number, never>();
const noModels = new Set<string>();

const endings: ReadonlyMap<string, Dialogue['status']> = new Map([
  ['imagesRefused', 'notApplicable'],
  ['refused', 'refused'],
]);

/** A verdict with the judge call that it came from. `attempts` is 0 when the call failed for good. */
export interface SourcedVerdict {
  readonly verdict: Verdict;
  readonly judgeModel: string;
  readonly attempts: number;
  /** Version of the judge prompt; `undefined` for a failed call, which does not record it. */
  readonly version: string | undefined;
  readonly split?: boolean;
}

export class ItemState {
  readonly replies: TutorReply[] = [];
  readonly replyRecords: ReplyRecord[] = [];
  /** Counts changes, so that an equal number means no change. */
  changes = 0;
  answers: ByJudge<JudgedRecord> = noJudge;
  judgeFailures: ByJudge<FailedRecord> = noJudge;
  /** Failure of the tutor, or of the model that plays the student. Either ends the dialogue. */
  tutorFailure: FailedRecord | undefined;
  studentWords: ReadonlyMap<number, string> = noWords;
  studentModels: ReadonlySet<string> = noModels;

  apply(record: StepRecord): boolean {
    this.changes += 1;
    switch (record.kind) {
      case 'reply':
        return this.#applyReply(record);
      case 'student':
        return this.#applyStudent(record);
      case 'judged':
        if (this.answers.get(record.judgeModel)?.has(record.key) === true) return false;
        this.answers = added(this.answers, record.judgeModel, record.key, record);
        this.judgeFailures.get(record.judgeModel)?.delete(record.key);
        return true;
      case 'failed':
        if (record.role !== 'judge') this.tutorFailure = record;
        else if (record.key !== undefined && record.judgeModel !== undefined)
          this.judgeFailures = added(this.judgeFailures, record.judgeModel, record.key, record);
        return true;
    }
  }

  /** Keeps failures that would only repeat, and replies that were to be `given`. */
  forgetFailures(given: boolean): void {
    this.changes += 1;
    this.judgeFailures = noJudge;
    if (!given && this.tutorFailure?.failure !== 'refused') this.tutorFailure = undefined;
  }

  verdictsOf(judgeModel: string): readonly Verdict[] {
    return this.sourcedVerdicts(judgeModel).map(({ verdict }) => verdict);
  }

  /** Those of calls that failed for good come last, unscored. */
  sourcedVerdicts(judgeModel: string): readonly SourcedVerdict[] {
    const read = [...(this.answers.get(judgeModel)?.values() ?? [])].flatMap(({ verdicts, attempts, version }) =>
      verdicts.map((verdict) => ({ verdict, judgeModel, attempts: attempts.length, version })),
    );
    const lost = [...(this.judgeFailures.get(judgeModel)?.values() ?? [])].flatMap(({ slots = [], message }) =>
      slots.map((slot): SourcedVerdict => {
        const verdict: Verdict = { ...slot, status: 'unscored', problem: message };
        return { verdict, judgeModel, attempts: 0, version: undefined };
      }),
    );
    return [...read, ...lost];
  }

  dialogue(planned: Dialogue['plan']): Dialogue {
    const plan = this.#withStudent(planned);
    const base = { plan, replies: this.replies };
    if (this.replies.some(({ finish }) => finish === 'refusal')) return { ...base, status: 'refused' };
    if (this.replies.some((reply) => reply.visible === '')) return { ...base, status: 'noReply' };
    if (this.tutorFailure !== undefined) {
      const { turn = 1, message: reason, failure } = this.tutorFailure;
      return { ...base, status: endings.get(failure) ?? 'failed', failure: { turn, reason } };
    }
    return { ...base, status: this.replies.length >= plan.studentTurns.length ? 'complete' : 'unfinished' };
  }

  #applyReply(record: ReplyRecord): boolean {
    this.tutorFailure = undefined;
    // Each turn is answered once; a second record can only come from two writers.
    if (record.turn !== this.replies.length + 1) return false;
    const { turn, raw, finish } = record;
    this.replies.push({ turn, raw, visible: visibleReply(raw), finish });
    this.replyRecords.push(record);
    return true;
  }

  #applyStudent({ turn, raw, model }: StudentRecord): boolean {
    if (this.tutorFailure?.role === 'student') this.tutorFailure = undefined;
    // As with replies, the first words count, because the tutor has answered them.
    if (this.studentWords.has(turn)) return false;
    this.studentWords = new Map([...this.studentWords, [turn, visibleReply(raw)]]);
    if (model !== undefined) this.studentModels = new Set([...this.studentModels, model]);
    return true;
  }

  #withStudent(plan: Dialogue['plan']): Dialogue['plan'] {
    if (plan.modelledStudent === undefined) return plan;
    const studentTurns = plan.studentTurns.map((message, index) =>
      index === 0 ? message : { ...message, content: this.studentWords.get(index + 1) ?? '' },
    );
    return { ...plan, studentTurns };
  }
}

function added<Record>(all: ByJudge<Record>, judgeModel: string, key: string, record: Record): ByJudge<Record> {
  const records = all.get(judgeModel);
  if (records === undefined) return new Map([...all, [judgeModel, new Map([[key, record]])]]);
  records.set(key, record);
  return all;
}
