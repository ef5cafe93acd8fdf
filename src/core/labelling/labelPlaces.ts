import { createHash } from 'node:crypto';
import type { BenchmarkId } from '../benchmarks/benchmark';
import type { LabelGuide } from '../benchmarks/labelGuide';
import { sampleContent } from '../benchmarks/samples';
import { slotKey } from '../engine/askJudge';
import type { RunSession } from '../engine/runSession';
import type { WorkItem } from '../engine/workItem';
import type { VerdictSlot } from '../judging/verdict';
import { readPlay, type Play } from '../report/play';

/** One decision that a person may take about a reply. */
export interface LabelSlot extends VerdictSlot {
  /** Unique within the play. */
  readonly key: string;
  readonly guide: LabelGuide;
}

/** A played sample whose replies can be labelled. */
export interface LabelledPlay {
  readonly item: WorkItem;
  /** The replies as the provider returned them. */
  readonly replies: readonly string[];
  /** Stands for sample and replies: the same in every run that has them. */
  readonly fingerprint: string;
  readonly slots: readonly LabelSlot[];
}

/** One or more decisions that are shown together: about one reply, or about the whole dialogue. */
export interface LabelPlace {
  readonly id: string;
  readonly play: LabelledPlay;
  /** The reply in question, counted from 1; absent where there is one only and for the whole dialogue. */
  readonly turn: number | undefined;
  readonly slots: readonly LabelSlot[];
}

/** What of a run can be labelled. */
export interface LabelPlays {
  readonly plays: readonly LabelledPlay[];
  /** Why some plays are not among them, a sentence each. */
  readonly notes: readonly string[];
}

/** Names sample and replies, whatever run they are seen in. A sample that was changed under its id is another one. */
export function fingerprintOf(sample: { readonly id: string }, replies: readonly string[]): string {
  return createHash('sha256').update(sampleContent(sample)).update(JSON.stringify(replies)).digest('base64url');
}

/** Plays that are looked at in one go, some milliseconds. */
const portion = 200;

/**
 * The plays of a benchmark that are complete, with the decisions that its judges take about them. Gives way after every portion, so that
 * whoever shares the thread waits for none of it.
 */
export function* labelPlaysInPortions(session: RunSession, benchmark: BenchmarkId): Generator<undefined, LabelPlays> {
  const plays: LabelledPlay[] = [];
  let unfinished = 0;
  let modelled = 0;
  let pictured = 0;
  for (const [place, item] of session.items.entries()) {
    if (place % portion === portion - 1) yield undefined;
    if (item.benchmark.id !== benchmark) continue;
    const play = readPlay(session, item);
    if (play.dialogue.status !== 'complete') unfinished += 1;
    else if (play.dialogue.plan.modelledStudent !== undefined) modelled += 1;
    else {
      const slots = slotsOf(session, play);
      const replies = play.state.replies.map(({ raw }) => raw);
      if (item.benchmark.imagesOf?.(item.sample).some(({ path }) => path !== undefined) === true) pictured += 1;
      if (slots.length > 0) plays.push({ item, replies, fingerprint: fingerprintOf(item.sample, replies), slots });
    }
  }
  const notes = [
    ...(unfinished === 0 ? [] : [`Without a complete reply, and so not offered: ${unfinished}.`]),
    ...(modelled === 0
      ? []
      : [
          `Played with a model as the student, and so not offered: ${modelled}. A label keeps the tutor’s words only, and a judge would miss the student’s.`,
        ]),
    ...(pictured === 0
      ? []
      : [
          `With pictures: ${pictured}. A judge can be checked on labels of these where the pictures lie beside the label file, as the sample names them.`,
        ]),
  ];
  return { plays, notes };
}

/** The decisions of `plays` in portions, in their order: each alone, or all that are about the same reply. */
export function labelPlaces(
  plays: readonly LabelledPlay[],
  { dimension, layout }: { readonly dimension: string; readonly layout: 'rows' | 'single' },
): readonly LabelPlace[] {
  return plays.flatMap((play) => {
    const slots = dimension === '' ? play.slots : play.slots.filter(({ judge }) => judge === dimension);
    const groups = new Map<string, LabelSlot[]>();
    for (const slot of slots) {
      const key = layout === 'single' ? slot.key : String(slot.turn ?? '');
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [slot]);
      else group.push(slot);
    }
    return [...groups].map(([key, group]): LabelPlace => {
      return { id: `${play.item.key} ${key}`, play, turn: group[0]?.turn, slots: group };
    });
  });
}

/**
 * As the run's judges were asked; where none has spoken yet, as they would be asked first. What is asked only after certain verdicts is
 * among them in any case.
 */
function slotsOf(session: RunSession, { item, state, dialogue }: Play): readonly LabelSlot[] {
  const { benchmark, sample } = item;
  const recorded = [...state.answers.keys(), ...state.judgeFailures.keys()].flatMap((model) => state.verdictsOf(model));
  const asked: readonly VerdictSlot[] =
    recorded.length > 0
      ? recorded
      : benchmark
          .judgements(sample, dialogue, [], session.policy)
          .flatMap((task) => ('prompt' in task ? task.slots : task.verdicts));
  const slots = new Map<string, LabelSlot>();
  for (const { judge, unit, turn, criterionId } of [...asked, ...(benchmark.dependentSlots?.(sample) ?? [])]) {
    const slot: VerdictSlot = {
      judge,
      unit,
      ...(turn === undefined ? {} : { turn }),
      ...(criterionId === undefined ? {} : { criterionId }),
    };
    const key = slotKey(slot);
    const guide = slots.has(key) ? undefined : benchmark.labelGuide?.(slot, sample);
    if (guide !== undefined) slots.set(key, { ...slot, key, guide });
  }
  const order = new Map(benchmark.judges.map(({ id }, place) => [id, place]));
  return [...slots.values()].sort(
    (left, right) =>
      (left.turn ?? Infinity) - (right.turn ?? Infinity) ||
      (order.get(left.judge) ?? 0) - (order.get(right.judge) ?? 0),
  );
}
