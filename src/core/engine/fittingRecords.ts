import { modelName, type RunManifest } from '../store/runManifest';
import type { FailedRecord, JudgedRecord, RunRecord, StatusRecord, StepRecord } from '../store/runRecord';
import { boundedText } from '../report/boundedText';
import { slotKey } from './askJudge';
import type { WorkItem } from './workItem';
import type { DialoguePlan } from '../dialogue/dialogue';
import type { Verdict } from '../judging/verdict';

/** What records are held against: what the run was planned to be. */
export interface PlannedRun {
  readonly manifest: Pick<RunManifest, 'runId' | 'judges' | 'student'>;
  readonly items: readonly WorkItem[];
  planOf(item: WorkItem): DialoguePlan;
}

/** The records that can be the run's own. */
export interface FittingRecords {
  readonly records: readonly RunRecord[];
  /** One sentence for each kind of thing that was left out. */
  readonly problems: readonly string[];
}

/** Beyond these no step of a run comes, and no stretch of one. */
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
export function fittingRecords(run: PlannedRun, records: readonly RunRecord[]): FittingRecords {
  const found = new Map<Fault, { count: number; readonly first: string }>();
  const name = (fault: Fault, where: string): void => {
    const one = found.get(fault);
    if (one === undefined) found.set(fault, { count: 1, first: where });
    else one.count += 1;
  };
  const steps = new PlannedSteps(run);
  const keptOf = (record: RunRecord): RunRecord | undefined => {
    if (record.kind === 'limit') {
      if ([record.from, record.to, record.low, record.high].every((calls) => isWithin(calls, mostCalls))) return record;
      name('limit', record.provider);
      return undefined;
    }
    if (record.kind === 'status') {
      const known = withoutWildFigures(record);
      if (known !== record) name('figures', record.status);
      return known;
    }
    const fault = steps.faultOf(record);
    if (fault !== undefined) name(fault, whereOf(record));
    // A step that was done twice was paid for twice; the state takes its first word alone.
    if (fault !== undefined && fault !== 'again') return undefined;
    if (hasLikelyFigures(record)) return record;
    name('figures', whereOf(record));
    return uncounted(record);
  };
  // A plain loop: a run has ten thousands of records.
  const fitting: RunRecord[] = [];
  for (const record of records) {
    const one = keptOf(record);
    if (one !== undefined) fitting.push(one);
  }
  const problems = [...found].map(([fault, { count, first }]) => {
    const where = `Run ${run.manifest.runId}: ${count} ${count === 1 ? 'record' : 'records'} of its journal`;
    // What else it says stands.
    const what = fault === 'figures' ? 'counted without figures' : 'left out';
    return `${where} ${count === 1 ? 'is' : 'are'} ${what}: ${faults[fault]}. First: ${boundedText(first)}`;
  });
  return { records: fitting, problems };
}

/** Whether tokens and calls are such as a step can have. */
export function hasLikelyFigures({ usage, calls, cached, retries, sent = 0 }: StepRecord): boolean {
  const isLikely =
    isWithin(calls, mostCalls) &&
    isWithin(cached, mostCalls) &&
    isWithin(retries, mostCalls) &&
    isWithin(sent, mostCalls);
  if (usage === undefined || !isLikely) return isLikely;
  const { input, output, cachedInput, cacheWrite = 0 } = usage;
  return [input, output, cachedInput, cacheWrite].every((tokens) => isWithin(tokens, mostTokens));
}

function isWithin(number: number, most: number): boolean {
  return number >= 0 && number <= most;
}

function uncounted(record: StepRecord): StepRecord {
  return { ...record, usage: undefined, batch: undefined, calls: 0, cached: 0, retries: 0, sent: undefined };
}

function withoutWildFigures(record: StatusRecord): StatusRecord {
  const { wallMs = 0, unrecorded: { usd, calls } = { usd: 0, calls: 0 } } = record;
  if (isWithin(wallMs, mostMs) && isWithin(usd, mostUsd) && isWithin(calls, mostCalls)) return record;
  return { ...record, wallMs: undefined, unrecorded: undefined };
}

function whereOf(record: StepRecord): string {
  const [verdict] = record.kind === 'judged' ? record.verdicts : [];
  const label = verdict?.label === undefined ? '' : ` “${String(verdict.label)}”`;
  return `${record.item}, ${record.kind}${verdict === undefined ? '' : ` ${verdict.judge}${label}`}.`;
}

/** What the records so far have said of one play. */
interface PlayedSteps {
  readonly item: WorkItem;
  replies: number;
  /** Worked out where a record needs it. */
  plan?: Pick<DialoguePlan, 'studentTurns' | 'modelledStudent'>;
  students?: Set<number>;
  /** By judge model. */
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
  readonly #run: PlannedRun;
  readonly #judges: ReadonlySet<string>;
  readonly #played: ReadonlyMap<string, PlayedSteps>;

  constructor(run: PlannedRun) {
    this.#run = run;
    this.#judges = new Set(run.manifest.judges.map(modelName));
    this.#played = new Map(run.items.map((item) => [item.key, { item, replies: 0 }]));
  }

  /** `undefined` where the record can be one of the run's. */
  faultOf(record: StepRecord): Fault | undefined {
    const played = this.#played.get(record.item);
    if (played === undefined) return 'item';
    switch (record.kind) {
      case 'reply':
        return this.#replyFault(record.turn, played);
      case 'student':
        return this.#studentFault(record.turn, played);
      case 'judged':
        return this.#judgedFault(record, played);
      case 'failed':
        return this.#failedFault(record, played);
    }
  }

  #replyFault(turn: number, played: PlayedSteps): Fault | undefined {
    if (turn <= played.replies) return 'again';
    if (turn > played.replies + 1 || !this.#hasTurn(turn, played)) return 'turn';
    played.replies = turn;
    return undefined;
  }

  #studentFault(turn: number, played: PlayedSteps): Fault | undefined {
    if (turn === 1 || !this.#hasTurn(turn, played) || this.#planOf(played).modelledStudent === undefined) return 'turn';
    const spoken = (played.students ??= new Set<number>());
    if (spoken.has(turn)) return 'again';
    spoken.add(turn);
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

  #planOf(played: PlayedSteps): NonNullable<PlayedSteps['plan']> {
    return (played.plan ??= this.#run.planOf(played.item));
  }
}

function judgedBy(judgeModel: string, played: PlayedSteps): JudgedSteps {
  const judges = (played.judged ??= new Map<string, JudgedSteps>());
  let judged = judges.get(judgeModel);
  if (judged === undefined)
    judges.set(judgeModel, (judged = { answered: new Set<string>(), tasks: new Map<string, string>() }));
  return judged;
}

function verdictsFault(
  key: string,
  verdicts: readonly Verdict[],
  { benchmark, sample }: WorkItem,
  { tasks }: JudgedSteps,
): Fault | undefined {
  for (const verdict of verdicts) if (benchmark.canGive?.(verdict, sample) === false) return 'verdict';
  const slots = verdicts.map(slotKey);
  if (slots.length > 1 && new Set(slots).size < slots.length) return 'slot';
  for (const slot of slots) if ((tasks.get(slot) ?? key) !== key) return 'slot';
  for (const slot of slots) tasks.set(slot, key);
  return undefined;
}
