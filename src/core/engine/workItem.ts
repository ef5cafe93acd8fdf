import type { Benchmark, BenchmarkId, Sample } from '../benchmarks/benchmark';
import type { Dialogue, TutorReply } from '../dialogue/dialogue';
import { visibleReply } from '../dialogue/visibleReply';
import type { Verdict } from '../judging/verdict';
import type { FailedRecord, JudgedRecord, ReplyRecord, StepRecord, StudentRecord } from '../store/runRecord';

/** One play of one sample: the unit of planning, of resume and of the case list. */
export interface WorkItem {
  /** `benchmark/sample#repeat`; names the item in records, in order and for ever. */
  readonly key: string;
  readonly benchmark: Benchmark;
  readonly sample: Sample;
  /** Counted from 0. */
  readonly repeat: number;
}

/** Plays of one run; the largest public data sets have some thousand samples. */
const mostPlays = 100_000;

/** A run of more plays than a machine or a purse is fit for. */
export class TooManyPlaysError extends Error {
  override readonly name = 'TooManyPlaysError';

  static is(error: unknown): error is TooManyPlaysError {
    return error instanceof TooManyPlaysError;
  }
}

/** Throws `TooManyPlaysError` for a run of so many plays, before any of them is made. */
export function assertPlays(plays: number): void {
  if (plays <= mostPlays) return;
  const [asked, most] = [plays, mostPlays].map((count) => count.toLocaleString('en'));
  throw new TooManyPlaysError(
    `The run would have ${asked} plays (samples times repeats); ${most} are the most. Lower the repeats or set a limit.`,
  );
}

/** How often a sample is played: as the user chose, else as it asks for itself, else as its benchmark does. */
export function repeatsOf(
  benchmark: Benchmark,
  sample: Sample,
  entry: { readonly repeats: number; readonly repeatsChosen?: boolean | undefined },
): number {
  if (entry.repeatsChosen === true || benchmark.repeatsOf === undefined) return entry.repeats;
  return benchmark.repeatsOf(sample);
}

/** The key of a play, as it stands in records and case ids. */
export function workItemKey(benchmark: BenchmarkId, sampleId: string, repeat: number): string {
  return `${benchmark}/${sampleId}#${repeat}`;
}

type ByJudge<Record> = ReadonlyMap<string, ReadonlyMap<string, Record>>;

/** For all that has nothing of a kind: there are ten thousands of items, and a map of one's own takes two hundred bytes. */
const noJudge = new Map<string, never>();
const noWords = new Map<number, never>();
const noModels = new Set<string>();

/** How a dialogue ends with a failure that is more than a call that did not succeed. */
const endings: ReadonlyMap<string, Dialogue['status']> = new Map([
  ['imagesRefused', 'notApplicable'],
  ['refused', 'refused'],
]);

/** One item as far as its records tell. */
export class ItemState {
  readonly replies: TutorReply[] = [];
  readonly replyRecords: ReplyRecord[] = [];
  #changes = 0;
  #answers: Map<string, Map<string, JudgedRecord>> | undefined;
  #judgeFailures: Map<string, Map<string, FailedRecord>> | undefined;
  #tutorFailure: FailedRecord | undefined;
  #studentWords: Map<number, string> | undefined;
  #studentModels: Set<string> | undefined;

  /** Counts the records that were folded into it, and what was forgotten again: where it is the same, nothing has changed. */
  get changes(): number {
    return this.#changes;
  }

  /** What judge models have answered, by model and task key. */
  get answers(): ByJudge<JudgedRecord> {
    return this.#answers ?? noJudge;
  }

  /** What judge models owe, by model and task key. */
  get judgeFailures(): ByJudge<FailedRecord> {
    return this.#judgeFailures ?? noJudge;
  }

  /** Of the tutor, or of the model that plays the student: either ends the dialogue. */
  get tutorFailure(): FailedRecord | undefined {
    return this.#tutorFailure;
  }

  /** The student's words by turn, where a model plays the student. */
  get studentWords(): ReadonlyMap<number, string> {
    return this.#studentWords ?? noWords;
  }

  /** The exact models that spoke those words, where the provider says so. */
  get studentModels(): ReadonlySet<string> {
    return this.#studentModels ?? noModels;
  }

  /** Folds a record of the item. False where another one has said that already: the first one counts. */
  apply(record: StepRecord): boolean {
    this.#changes += 1;
    if (record.kind === 'reply') return this.#applyReply(record);
    if (record.kind === 'student') return this.#applyStudent(record);
    if (record.kind === 'judged') return this.#applyJudged(record);
    if (record.role !== 'judge') this.#tutorFailure = record;
    else if (record.key !== undefined && record.judgeModel !== undefined) {
      mapOf((this.#judgeFailures ??= new Map<string, Map<string, FailedRecord>>()), record.judgeModel).set(
        record.key,
        record,
      );
    }
    return true;
  }

  /** For a resume, which tries again; but not what would be refused again. */
  forgetTutorFailure(): void {
    this.#changes += 1;
    if (this.#tutorFailure?.failure !== 'refused') this.#tutorFailure = undefined;
  }

  /** For a resume, which tries again. */
  forgetJudgeFailures(): void {
    this.#changes += 1;
    this.#judgeFailures = undefined;
  }

  /** The verdicts of one judge model, unscored ones and those owed by failed calls included. */
  verdictsOf(judgeModel: string): readonly Verdict[] {
    const verdicts: Verdict[] = [];
    for (const record of this.answers.get(judgeModel)?.values() ?? []) {
      for (const verdict of record.verdicts) verdicts.push(verdict);
    }
    for (const record of this.judgeFailures.get(judgeModel)?.values() ?? []) {
      for (const slot of record.slots ?? []) verdicts.push({ ...slot, status: 'unscored', problem: record.message });
    }
    return verdicts;
  }

  /** The dialogue so far under `plan`, whose number of student turns says when it is complete. */
  dialogue(planned: Dialogue['plan']): Dialogue {
    const plan = this.#withStudent(planned);
    const base = { plan, replies: this.replies };
    if (this.replies.some(({ finish }) => finish === 'refusal')) return { ...base, status: 'refused' };
    if (this.replies.some((reply) => reply.visible === '')) return { ...base, status: 'noReply' };
    if (this.#tutorFailure !== undefined) {
      const failure = { turn: this.#tutorFailure.turn ?? 1, reason: this.#tutorFailure.message };
      return { ...base, status: endings.get(this.#tutorFailure.failure) ?? 'failed', failure };
    }
    return { ...base, status: this.replies.length >= plan.studentTurns.length ? 'complete' : 'unfinished' };
  }

  #applyReply(record: ReplyRecord): boolean {
    this.#tutorFailure = undefined;
    // A turn is answered once: a second record of it can only come from two writers.
    if (record.turn !== this.replies.length + 1) return false;
    const { turn, raw, finish } = record;
    this.replies.push({ turn, raw, visible: visibleReply(raw), finish });
    this.replyRecords.push(record);
    return true;
  }

  #applyStudent(record: StudentRecord): boolean {
    if (this.#tutorFailure?.role === 'student') this.#tutorFailure = undefined;
    // As with replies, the first words count: the tutor has answered them.
    if (this.studentWords.has(record.turn)) return false;
    (this.#studentWords ??= new Map()).set(record.turn, visibleReply(record.raw));
    if (record.model !== undefined) (this.#studentModels ??= new Set()).add(record.model);
    return true;
  }

  #applyJudged(record: JudgedRecord): boolean {
    const answers = mapOf((this.#answers ??= new Map<string, Map<string, JudgedRecord>>()), record.judgeModel);
    if (answers.has(record.key)) return false;
    answers.set(record.key, record);
    this.#judgeFailures?.get(record.judgeModel)?.delete(record.key);
    return true;
  }

  /** A plan whose later student turns are what the student's model said, empty where it has not spoken yet. */
  #withStudent(plan: Dialogue['plan']): Dialogue['plan'] {
    if (plan.modelledStudent === undefined) return plan;
    const studentTurns = plan.studentTurns.map((message, index) =>
      index === 0 ? message : { ...message, content: this.studentWords.get(index + 1) ?? '' },
    );
    return { ...plan, studentTurns };
  }
}

function mapOf<Value>(maps: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  let map = maps.get(key);
  if (map === undefined) maps.set(key, (map = new Map<string, Value>()));
  return map;
}
