import type { DialoguePlan } from '../benchmark/dialogue';
import type { Verdict } from '../benchmark/judging/verdict';
import { modelName, type RunManifest } from '../store/runManifest';
import type { RunRecord, StatusRecord, StepRecord } from '../store/runRecord';
import { boundedText } from '../text/boundedText';
import { slotKey } from './askJudge';
import type { WorkItem } from './workItem';

interface RecordsPlan {
  readonly manifest: Pick<RunManifest, 'runId' | 'judges' | 'student'>;
  readonly items: readonly WorkItem[];
  readonly planOf: (item: WorkItem) => DialoguePlan;
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
 * Leaves out what cannot be the run's own. A journal that somebody else wrote, or that was damaged, may say anything.
 */
export function fittingRecords(
  plan: RecordsPlan,
  records: readonly RunRecord[],
): { readonly records: readonly RunRecord[]; readonly problems: readonly string[] } {
  const found = new Map<Fault, { count: number; readonly first: string }>();
  const faultOf = plannedSteps(plan);
  const fitting = records.flatMap((record) => {
    const { fault, kept } = checked(record, faultOf);
    if (fault !== undefined) {
      const one = found.get(fault) ?? { count: 0, first: whereOf(record) };
      one.count += 1;
      found.set(fault, one);
    }
    return kept ?? [];
  });
  const problems = [...found].map(([fault, { count, first }]) => {
    const where = `Run ${plan.manifest.runId}: ${count} ${count === 1 ? 'record' : 'records'} of its journal`;
    const what = fault === 'figures' ? 'counted without figures' : 'left out';
    return `${where} ${count === 1 ? 'is' : 'are'} ${what}: ${faults[fault]}. First: ${boundedText(first)}`;
  });
  return { records: fitting, problems };
}

function checked(
  record: RunRecord,
  faultOf: (record: StepRecord) => Fault | undefined,
): { readonly fault?: Fault | undefined; readonly kept?: RunRecord } {
  if (record.kind === 'limit') {
    const { from, to, low, high } = record;
    return areWithin(mostCalls, from, to, low, high) ? { kept: record } : { fault: 'limit' };
  }
  if (record.kind === 'status') {
    if (hasLikelyTotals(record)) return { kept: record };
    return { fault: 'figures', kept: { ...record, wallMs: undefined, unrecorded: undefined } };
  }
  const fault = faultOf(record);
  // A step that was done twice was paid for twice; the state takes its first word alone.
  if (fault !== undefined && fault !== 'again') return { fault };
  if (hasLikelyFigures(record)) return { fault, kept: record };
  const uncounted = { usage: undefined, batch: undefined, calls: 0, cached: 0, retries: 0, sent: undefined };
  return { fault: fault ?? 'figures', kept: { ...record, ...uncounted } };
}

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

/** What the records so far have said of one play; a run has ten thousands, so most of it is made where it is needed. */
interface PlayedSteps {
  readonly item: WorkItem;
  replies: number;
  plan?: DialoguePlan;
  said?: Set<string>;
  tasks?: Map<string, string>;
}

function plannedSteps({ manifest, items, planOf }: RecordsPlan): (record: StepRecord) => Fault | undefined {
  const judges = new Set(manifest.judges.map(modelName));
  const plays = new Map(items.map((item): [string, PlayedSteps] => [item.key, { item, replies: 0 }]));
  const planFor = (played: PlayedSteps): DialoguePlan => (played.plan ??= planOf(played.item));
  const hasTurn = (turn: number, played: PlayedSteps): boolean =>
    turn === 1 || (turn > 1 && turn <= planFor(played).studentTurns.length);
  const saidBefore = (name: string, played: PlayedSteps): boolean => played.said?.has(name) === true;
  const say = (name: string, played: PlayedSteps): void => void (played.said ??= new Set()).add(name);
  return (record) => {
    const played = plays.get(record.item);
    if (played === undefined) return 'item';
    switch (record.kind) {
      case 'reply': {
        const { turn } = record;
        if (turn <= played.replies) return 'again';
        if (turn > played.replies + 1 || !hasTurn(turn, played)) return 'turn';
        played.replies = turn;
        return undefined;
      }
      case 'student': {
        const { turn } = record;
        if (turn === 1 || !hasTurn(turn, played) || planFor(played).modelledStudent === undefined) return 'turn';
        const name = `student ${turn}`;
        if (saidBefore(name, played)) return 'again';
        say(name, played);
        return undefined;
      }
      case 'judged': {
        const { judgeModel, key, verdicts } = record;
        if (!judges.has(judgeModel)) return 'judge';
        const name = `judged ${judgeModel} ${key}`;
        if (saidBefore(name, played)) return 'again';
        const fault = verdicts.length === 0 ? 'verdict' : verdictsFault(judgeModel, key, verdicts, played);
        if (fault === undefined) say(name, played);
        return fault;
      }
      case 'failed': {
        const { role, turn = 1, judgeModel, key, slots = [] } = record;
        if (role !== 'judge') return hasTurn(turn, played) ? undefined : 'turn';
        if (judgeModel === undefined || key === undefined) return undefined;
        if (!judges.has(judgeModel)) return 'judge';
        const verdicts = slots.map((slot): Verdict => ({ ...slot, status: 'unscored' }));
        return verdictsFault(judgeModel, key, verdicts, played);
      }
    }
  };
}

function verdictsFault(
  judgeModel: string,
  key: string,
  verdicts: readonly Verdict[],
  played: PlayedSteps,
): Fault | undefined {
  const { benchmark, sample } = played.item;
  if (verdicts.some((verdict) => benchmark.canGive?.(verdict, sample) === false)) return 'verdict';
  const slots = verdicts.map((verdict) => `${judgeModel} ${slotKey(verdict)}`);
  const tasks = (played.tasks ??= new Map());
  if (new Set(slots).size < slots.length || slots.some((slot) => (tasks.get(slot) ?? key) !== key)) return 'slot';
  for (const slot of slots) tasks.set(slot, key);
  return undefined;
}
