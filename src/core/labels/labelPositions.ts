import { createHash } from 'node:crypto';
import type { VerdictSlot } from '../benchmark/judging/verdict';
import type { LabelGuide } from '../benchmark/labelGuide';
import { type BenchmarkId, groupedBy, sampleContent } from '../benchmark/samples';
import { slotsIn } from '../benchmark/judging/judgeTask';
import { type Trial, readTrial } from '../results/trial';
import { slotKey } from '../run/askJudge';
import type { RunSession } from '../run/runSession';
import type { WorkItem } from '../run/workItem';
import { createRandom } from '../statistics/random';
import { t } from '../text/countWords';
import type { LabelMode } from './labellingView';

export interface LabelSlot extends VerdictSlot {
  /** Unique within the trial. */
  readonly key: string;
  readonly guide: LabelGuide;
}

export interface LabelledTrial {
  readonly item: WorkItem;
  readonly replies: readonly string[];
  /** Identifies sample and replies; the same in every run that has them. */
  readonly fingerprint: string;
  readonly slots: readonly LabelSlot[];
}

/** Decisions that are shown together: about one reply, or about the whole dialogue. */
export interface LabelPosition {
  readonly id: string;
  readonly trial: LabelledTrial;
  /** The reply, counted from 1; absent if there is only one, or for the whole dialogue. */
  readonly turn: number | undefined;
  readonly slots: readonly LabelSlot[];
}

export interface LabelTrials {
  readonly trials: readonly LabelledTrial[];
  readonly notes: readonly string[];
}

/** Identifies sample and replies across runs. A changed sample is another one, even with the same id. */
export function fingerprintOf(sample: { readonly id: string }, replies: readonly string[]): string {
  return createHash('sha256').update(sampleContent(sample)).update(JSON.stringify(replies)).digest('base64url');
}

/** Complete trials of a benchmark with their judge decisions. */
export function labelTrials(session: RunSession, benchmark: BenchmarkId): LabelTrials {
  const trials: LabelledTrial[] = [];
  let [unfinished, modelled, pictured] = [0, 0, 0];
  for (const item of session.items) {
    if (item.benchmark.id !== benchmark) continue;
    const trial = readTrial(session, item);
    if (trial.dialogue.status !== 'complete') unfinished += 1;
    else if (trial.dialogue.plan.modelledStudent !== undefined) modelled += 1;
    else {
      const slots = slotsOf(session, trial);
      const replies = trial.state.replies.map(({ raw }) => raw);
      if (item.benchmark.imagesOf?.(item.sample).some(({ path }) => path !== undefined) === true) pictured += 1;
      if (slots.length > 0) trials.push({ item, replies, fingerprint: fingerprintOf(item.sample, replies), slots });
    }
  }
  const notes = [
    unfinished > 0 && t`Left out, without a complete reply: ${unfinished}.`,
    modelled > 0 &&
      t`Left out, with a model as the student: ${modelled}. A label keeps the tutor’s words only; a judge would miss the student’s.`,
    pictured > 0 &&
      t`With pictures: ${pictured}. To check a judge on these, keep the pictures beside the label file under the names in the sample.`,
  ];
  return { trials, notes: notes.filter((note) => note !== false) };
}

export function labelPositions(
  trials: readonly LabelledTrial[],
  { dimension }: { readonly dimension: string },
): readonly LabelPosition[] {
  return trials.flatMap((trial) => {
    const slots = dimension === '' ? trial.slots : trial.slots.filter(({ judge }) => judge === dimension);
    const groups = groupedBy(slots, ({ turn = '' }) => String(turn));
    return [...groups].map(([key, group]): LabelPosition => {
      return { id: `${trial.item.key} ${key}`, trial, turn: group[0]?.turn, slots: group };
    });
  });
}

/** What judges were asked, else what they would be asked first, plus questions that follow certain verdicts. */
function slotsOf(session: RunSession, { item, state, dialogue }: Trial): readonly LabelSlot[] {
  const { benchmark, sample } = item;
  const recorded = [...state.answers.keys(), ...state.judgeFailures.keys()].flatMap((model) => state.verdictsOf(model));
  const asked: readonly VerdictSlot[] =
    recorded.length > 0 ? recorded : benchmark.judgements(sample, dialogue, [], session.policy).flatMap(slotsIn);
  const slots = new Map<string, LabelSlot>();
  for (const { judge, unit, turn, criterionId } of [...asked, ...(benchmark.dependentSlots?.(sample) ?? [])]) {
    const slot: VerdictSlot = { judge, unit, turn, criterionId };
    const key = slotKey(slot);
    const guide = slots.has(key) ? undefined : benchmark.labelGuide?.(slot, sample);
    if (guide !== undefined) slots.set(key, { ...slot, key, guide });
  }
  const order = new Map(benchmark.judges.map(({ id }, index) => [id, index]));
  return [...slots.values()].sort(
    (left, right) =>
      (left.turn ?? Infinity) - (right.turn ?? Infinity) ||
      (order.get(left.judge) ?? 0) - (order.get(right.judge) ?? 0),
  );
}

/** In the run's own random order, the same for everyone. When reviewing, failing replies come first. */
export function orderedTrials(
  session: RunSession,
  trials: readonly LabelledTrial[],
  { mode, dimension }: { readonly mode: LabelMode; readonly dimension: string },
): readonly LabelledTrial[] {
  const { runId, seed } = session.manifest;
  const shuffled = createRandom(`labels/${runId}/${seed}`).shuffle(trials);
  if (mode === 'blind') return shuffled;
  const failing = new Set(shuffled.filter((trial) => fails(session, trial, dimension)));
  return [...failing, ...shuffled.filter((trial) => !failing.has(trial))];
}

function fails({ state, policy }: RunSession, { item }: LabelledTrial, dimension: string): boolean {
  const { benchmark, sample } = item;
  const own = state.items.get(item.key);
  return [...(own?.answers.keys() ?? [])].some((model) =>
    own?.verdictsOf(model).some((verdict) => {
      const isMeant = dimension === '' || verdict.judge === dimension;
      return isMeant && benchmark.outcomeOf(verdict, policy, sample) === 'undesired';
    }),
  );
}
