import { slotKey } from '../run/askJudge';
import { boundedText } from '../text/boundedText';
import type { CaseReader } from '../results/caseDetail';
import type { LabelMode, LabelPlaceView, LabelRow, LabelVerdict } from './labellingView';
import type { CaseVerdict } from '../results/reportModel';
import type { LabelSet } from './labelSet';
import type { LabelPlace, LabelSlot } from './labelPlaces';

/**
 * A reply with what was said before it and the decisions to take. Blind, it holds nothing that a judge said, nor facts that were
 * derived from verdicts; in neither mode the tutor's name or its prompt.
 */
export function labelPlaceView(
  reader: CaseReader,
  place: LabelPlace,
  labels: LabelSet,
  mode: LabelMode,
): LabelPlaceView {
  const { item, fingerprint } = place.play;
  const { turns, verdicts } = reader.lone(item);
  const end =
    place.turn === undefined ? -1 : turns.findIndex(({ turn, role }) => role === 'reply' && turn === place.turn);
  const bySlot = new Map<string, CaseVerdict[]>();
  for (const verdict of mode === 'blind' ? [] : verdicts) {
    const key = slotKey(verdict);
    const group = bySlot.get(key);
    if (group === undefined) bySlot.set(key, [verdict]);
    else group.push(verdict);
  }
  return {
    id: place.id,
    title: boundedText(item.benchmark.summarize(item.sample).title),
    turns: end === -1 ? turns : turns.slice(0, end + 1),
    replies: turns.filter(({ role }) => role === 'reply').length,
    ...(place.turn === undefined ? {} : { turn: place.turn }),
    facts: factsOf(place),
    rows: place.slots.map((slot) => labelRow(place, slot, labels, fingerprint, bySlot.get(shownKey(slot)) ?? [])),
  };
}

/** What the benchmark tells a reviewer of the sample, and what the judges of these decisions see besides, each once. */
function factsOf({ play, slots }: LabelPlace): LabelPlaceView['facts'] {
  const { benchmark, sample } = play.item;
  const all = [...(benchmark.facts?.(sample) ?? []), ...slots.flatMap(({ guide }) => guide.facts ?? [])];
  return [...new Map(all.map((fact) => [JSON.stringify(fact), fact])).values()].filter(({ value }) => value !== '');
}

/** Cases have long names of criteria cut. */
function shownKey(slot: LabelSlot): string {
  const { criterionId } = slot;
  return criterionId === undefined ? slot.key : slotKey({ ...slot, criterionId: boundedText(criterionId) });
}

function labelRow(
  { play }: LabelPlace,
  slot: LabelSlot,
  labels: LabelSet,
  fingerprint: string,
  verdicts: readonly CaseVerdict[],
): LabelRow {
  const { benchmark, sample } = play.item;
  const { question, definition, choices } = slot.guide;
  const own = labels.find(fingerprint, slot.key);
  const chosen = own === undefined ? -1 : choices.findIndex(({ label }) => label === own.label);
  const criterion = slot.criterionId === undefined ? undefined : benchmark.criterionOf?.(sample, slot.criterionId);
  return {
    slot: slot.key,
    title: benchmark.judges.find(({ id }) => id === slot.judge)?.title ?? slot.judge,
    ...(slot.criterionId === undefined ? {} : { criterion: criterion?.text ?? slot.criterionId }),
    question,
    definition,
    choices: choices.map(({ title, meaning }) => ({ title, meaning })),
    ...(chosen === -1 || own === undefined ? {} : { chosen, mode: own.mode }),
    ...(chosen === -1 || own?.reason === undefined ? {} : { reason: own.reason }),
    verdicts: verdicts.map(labelVerdict),
  };
}

function labelVerdict(verdict: CaseVerdict): LabelVerdict {
  const { judgeModel, label, outcome, reasoning, evidence, evidenceFound, problem } = verdict;
  return {
    judgeModel,
    label,
    outcome,
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(evidenceFound === undefined ? {} : { evidenceFound }),
    ...(problem === undefined ? {} : { problem }),
  };
}
