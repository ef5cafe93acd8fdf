import type { DialoguePlan } from '../benchmark/dialogue';
import type { Verdict } from '../benchmark/judging/verdict';
import { boundedText } from '../text/boundedText';
import { modelName, type RunManifest } from '../store/runManifest';
import type { FailedRecord, JudgedRecord, RunRecord, StatusRecord, StepRecord } from '../store/runRecord';
import { slotKey } from './askJudge';
import type { WorkItem } from './workItem';

/** What records are held against: what the run was planned to be. */
interface RecordsPlan {
  readonly manifest: Pick<RunManifest, 'runId' | 'judges' | 'student'>;
  readonly items: readonly WorkItem[];
  planOf(item: WorkItem): DialoguePlan;
}

/** The records that can be the run's own. */
interface FittingRecords {
  readonly records: readonly RunRecord[];
  /** One sentence for each kind of thing that was left out. */
  readonly problems: readonly string[];
}

/** Beyond these no step of a run comes, and no attempt at one. */
const mostTokens = 1e9;
const mostCalls = 1e6;
const mostMs = 1e12;
const mostUsd = 1e9;

const faults = {
  item: 'it is of a play that the run does not have',
  turn: 'it is of a turn that the play does not have there',
  judge: 'it is of a judge that the run does not have',
  verdict: 'a verdict in it is none that the judge can give on this sample',
  slot: 'it says again what another task has said',
  again: 'another record says the same already',
  figures: 'its tokens, calls or times are none that a run can have',
  limit: 'it is of a number of calls that no server is allowed',
} as const;
type Fault = keyof typeof faults;

/**
 * A journal that somebody else wrote, or that was damaged, may say anything of what it likes. What cannot be said of this run is left out
 * and named: records of other plays, turns and judges, and labels off their judge's scale. Looks at each record once.
 */
export function fittingRecords(plan: RecordsPlan, records: readonly RunRecord[]): FittingRecords {
  const found = new Map<Fault, { count: number; readonly first: string }>();
  const steps = new PlannedSteps(plan);
  const fitting = records.flatMap((record): readonly RunRecord[] => {
    const { fault, kept } = checked(record, steps);
    if (fault !== undefined) {
      const one = found.get(fault) ?? { count: 0, first: whereOf(record) };
      one.count += 1;
      found.set(fault, one);
    }
    return kept === undefined ? [] : [kept];
  });
  const problems = [...found].map(([fault, { count, first }]) => {
    const where = `Run ${plan.manifest.runId}: ${count} ${count === 1 ? 'record' : 'records'} of its journal`;
    // What else it says stands.
    const what = fault === 'figures' ? 'counted without figures' : 'left out';
    return `${where} ${count === 1 ? 'is' : 'are'} ${what}: ${faults[fault]}. First: ${boundedText(first)}`;
  });
  return { records: fitting, problems };
}

interface CheckedRecord {
  readonly fault?: Fault | undefined;
  readonly kept?: RunRecord | undefined;
}

function checked(record: RunRecord, steps: PlannedSteps): CheckedRecord {
  if (record.kind === 'limit') {
    const { from, to, low, high } = record;
    return areWithin(mostCalls, from, to, low, high) ? { kept: record } : { fault: 'limit' };
  }
  if (record.kind === 'status') {
    if (hasLikelyTotals(record)) return { kept: record };
    return { fault: 'figures', kept: { ...record, wallMs: undefined, unrecorded: undefined } };
  }
  const fault = steps.faultOf(record);
  // A step that was done twice was paid for twice; the state takes its first word alone.
  if (fault !== undefined && fault !== 'again') return { fault };
  if (hasLikelyFigures(record)) return { fault, kept: record };
  const uncounted = { usage: undefined, batch: undefined, calls: 0, cached: 0, retries: 0, sent: undefined };
  return { fault: fault ?? 'figures', kept: { ...record, ...uncounted } };
}

/** Whether tokens and calls are such as a step can have. */
export function hasLikelyFigures({ usage, calls, cached, retries, sent = 0 }: StepRecord): boolean {
  if (!areWithin(mostCalls, calls, cached, retries, sent)) return false;
  if (usage === undefined) return true;
  return areWithin(mostTokens, usage.input, usage.output, usage.cachedInput, usage.cacheWrite ?? 0);
}

function hasLikelyTotals({ wallMs = 0, unrecorded: { usd, calls } = { usd: 0, calls: 0 } }: StatusRecord): boolean {
  return areWithin(mostMs, wallMs) && areWithin(mostUsd, usd) && areWithin(mostCalls, calls);
}

function areWithin(most: number, ...numbers: readonly number[]): boolean {
  return numbers.every((number) => number >= 0 && number <= most);
}

function whereOf(record: RunRecord): string {
  if (record.kind === 'limit') return record.provider;
  if (record.kind === 'status') return record.status;
  const [verdict] = record.kind === 'judged' ? record.verdicts : [];
  const label = verdict?.label === undefined ? '' : ` “${String(verdict.label)}”`;
  return `${record.item}, ${record.kind}${verdict === undefined ? '' : ` ${verdict.judge}${label}`}.`;
}

/** What the records so far have said of one play. */
interface PlayedSteps {
  readonly item: WorkItem;
  replies: number;
  /** Worked out where a record needs it. */
  plan?: DialoguePlan;
  students?: Set<number>;
  judged?: Map<string, JudgedSteps>;
}

/** What one judge model has said of a play. */
interface JudgedSteps {
  /** Keys of the tasks that were answered. */
  readonly answered: Set<string>;
  /** The task that each slot is of. */
  readonly tasks: Map<string, string>;
}

class PlannedSteps {
  readonly #plan: RecordsPlan;
  readonly #judges: ReadonlySet<string>;
  readonly #played: ReadonlyMap<string, PlayedSteps>;

  constructor(plan: RecordsPlan) {
    this.#plan = plan;
    this.#judges = new Set(plan.manifest.judges.map(modelName));
    this.#played = new Map(plan.items.map((item) => [item.key, { item, replies: 0 }]));
  }

  /** `undefined` where the record can be one of the run's. */
  faultOf(record: StepRecord): Fault | undefined {
    const played = this.#played.get(record.item);
    if (played === undefined) return 'item';
    switch (record.kind) {
      case 'reply':
        if (record.turn <= played.replies) return 'again';
        if (record.turn > played.replies + 1 || !this.#hasTurn(record.turn, played)) return 'turn';
        played.replies = record.turn;
        return undefined;
      case 'student':
        return this.#studentFault(record.turn, played);
      case 'judged':
        return this.#judgedFault(record, played);
      case 'failed':
        return this.#failedFault(record, played);
    }
  }

  #studentFault(turn: number, played: PlayedSteps): Fault | undefined {
    if (turn === 1 || !this.#hasTurn(turn, played) || this.#planOf(played).modelledStudent === undefined) return 'turn';
    played.students ??= new Set();
    if (played.students.has(turn)) return 'again';
    played.students.add(turn);
    return undefined;
  }

  #failedFault({ role, turn = 1, judgeModel, key, slots = [] }: FailedRecord, played: PlayedSteps): Fault | undefined {
    if (role !== 'judge') return this.#hasTurn(turn, played) ? undefined : 'turn';
    if (judgeModel === undefined || key === undefined) return undefined;
    if (!this.#judges.has(judgeModel)) return 'judge';
    const verdicts = slots.map((slot): Verdict => ({ ...slot, status: 'unscored' }));
    return verdictsFault(key, verdicts, played.item, judgedBy(judgeModel, played));
  }

  #judgedFault({ judgeModel, key, verdicts }: JudgedRecord, played: PlayedSteps): Fault | undefined {
    if (!this.#judges.has(judgeModel)) return 'judge';
    const judged = judgedBy(judgeModel, played);
    if (judged.answered.has(key)) return 'again';
    const fault = verdicts.length === 0 ? 'verdict' : verdictsFault(key, verdicts, played.item, judged);
    if (fault === undefined) judged.answered.add(key);
    return fault;
  }

  /** Every plan has a first turn. */
  #hasTurn(turn: number, played: PlayedSteps): boolean {
    return turn === 1 || (turn > 1 && turn <= this.#planOf(played).studentTurns.length);
  }

  #planOf(played: PlayedSteps): DialoguePlan {
    return (played.plan ??= this.#plan.planOf(played.item));
  }
}

function judgedBy(judgeModel: string, played: PlayedSteps): JudgedSteps {
  played.judged ??= new Map();
  const judged = played.judged.get(judgeModel) ?? { answered: new Set(), tasks: new Map() };
  played.judged.set(judgeModel, judged);
  return judged;
}

function verdictsFault(
  key: string,
  verdicts: readonly Verdict[],
  { benchmark, sample }: WorkItem,
  { tasks }: JudgedSteps,
): Fault | undefined {
  if (verdicts.some((verdict) => benchmark.canGive?.(verdict, sample) === false)) return 'verdict';
  const slots = verdicts.map(slotKey);
  if (new Set(slots).size < slots.length || slots.some((slot) => (tasks.get(slot) ?? key) !== key)) return 'slot';
  for (const slot of slots) tasks.set(slot, key);
  return undefined;
}
