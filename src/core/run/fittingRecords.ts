import type { DialoguePlan } from '../benchmark/dialogue';
import type { Verdict } from '../benchmark/judging/verdict';
import { modelName, type RunManifest } from '../store/runManifest';
import type { RunRecord, StepRecord } from '../store/runRecord';
import { boundedText } from '../text/readableText';
import { slotKey } from './askJudge';
import type { WorkItem } from './workItem';

interface RecordsPlan {
  readonly manifest: RunManifest;
  readonly items: readonly WorkItem[];
  planOf: (item: WorkItem) => DialoguePlan;
}

const faults = {
  foreign: 'it has a trial, turn, judge or verdict that the run cannot have there',
  again: 'another record already has the same content',
};
type Fault = keyof typeof faults;

/** Leaves out records that cannot belong to the run. A foreign or damaged journal may hold anything. */
export function fittingRecords(
  plan: RecordsPlan,
  records: readonly RunRecord[],
): { readonly records: readonly RunRecord[]; readonly problems: readonly string[] } {
  const found = new Map<Fault, { count: number; readonly first: string }>();
  const faultOf = plannedSteps(plan);
  const fitting = records.flatMap((record): readonly RunRecord[] => {
    if (record.kind === 'look' || record.kind === 'status') return [record];
    const fault = faultOf(record);
    if (fault === undefined) return [record];
    const one = found.get(fault) ?? { count: 0, first: whereOf(record) };
    one.count += 1;
    found.set(fault, one);
    // A step done twice was paid for twice, but the state takes its first record only.
    return fault === 'again' ? [record] : [];
  });
  const problems = [...found].map(([fault, { count, first }]) => {
    const where = `Run ${plan.manifest.runId}: ${count} ${count === 1 ? 'record' : 'records'} of its journal`;
    return `${where} ${count === 1 ? 'is' : 'are'} left out: ${faults[fault]}. First: ${boundedText(first)}`;
  });
  return { records: fitting, problems };
}

function whereOf(record: StepRecord): string {
  const [verdict] = record.kind === 'judged' ? record.verdicts : [];
  const label = verdict?.label === undefined ? '' : ` “${String(verdict.label)}”`;
  return `${record.item}, ${record.kind}${verdict === undefined ? '' : ` ${verdict.judge}${label}`}.`;
}

function plannedSteps({ manifest, items, planOf }: RecordsPlan): (record: StepRecord) => Fault | undefined {
  const judges = new Set(manifest.judges.map(modelName));
  const trials = new Map(items.map((item) => [item.key, item]));
  const plans = new Map<WorkItem, DialoguePlan>();
  const replies = new Map<WorkItem, number>();
  const said = new Set<string>();
  const tasks = new Map<string, string>();
  const planFor = (item: WorkItem): DialoguePlan => {
    const plan = plans.get(item) ?? planOf(item);
    plans.set(item, plan);
    return plan;
  };
  const hasTurn = (turn: number, item: WorkItem): boolean =>
    turn === 1 || (turn > 1 && turn <= planFor(item).studentTurns.length);
  const canGive = (task: string, verdicts: readonly Verdict[], { benchmark, sample }: WorkItem): boolean => {
    const slots = verdicts.map((verdict) => `${task.slice(0, task.indexOf('\n'))} ${slotKey(verdict)}`);
    const fits =
      verdicts.every((verdict) => benchmark.canGive?.(verdict, sample) !== false) &&
      new Set(slots).size === slots.length &&
      slots.every((slot) => (tasks.get(slot) ?? task) === task);
    if (fits) for (const slot of slots) tasks.set(slot, task);
    return fits;
  };
  return (record) => {
    const item = trials.get(record.item);
    if (item === undefined) return 'foreign';
    switch (record.kind) {
      case 'reply': {
        const before = replies.get(item) ?? 0;
        if (record.turn <= before) return 'again';
        if (record.turn > before + 1 || !hasTurn(record.turn, item)) return 'foreign';
        replies.set(item, record.turn);
        return undefined;
      }
      case 'student': {
        const { turn } = record;
        if (turn === 1 || !hasTurn(turn, item) || planFor(item).modelledStudent === undefined) return 'foreign';
        const name = `${item.key} student ${turn}`;
        if (said.has(name)) return 'again';
        said.add(name);
        return undefined;
      }
      case 'judged': {
        const { judgeModel, key, verdicts } = record;
        const task = `${item.key} ${judgeModel}\n${key}`;
        if (said.has(task)) return 'again';
        if (!judges.has(judgeModel) || verdicts.length === 0 || !canGive(task, verdicts, item)) return 'foreign';
        said.add(task);
        return undefined;
      }
      case 'failed': {
        const { role, turn = 1, judgeModel, key, slots = [] } = record;
        if (role !== 'judge') return hasTurn(turn, item) ? undefined : 'foreign';
        if (judgeModel === undefined || key === undefined) return undefined;
        const verdicts = slots.map((slot): Verdict => ({ ...slot, status: 'unscored' }));
        const fits = judges.has(judgeModel) && canGive(`${item.key} ${judgeModel}\n${key}`, verdicts, item);
        return fits ? undefined : 'foreign';
      }
    }
  };
}
