import type { CaseReader } from '../results/caseDetail';
import type { CaseVerdict } from '../results/reportModel';
import { slotKey } from '../run/askJudge';
import { boundedText } from '../text/boundedText';
import type { LabelMode, LabelPlaceView, LabelRow } from './labellingView';
import type { LabelPlace, LabelSlot } from './labelPlaces';
import type { LabelSet } from './labelSet';

/**
 * A reply with what was said before it and the decisions to take. Blind, it holds nothing that a judge said, nor facts that
 * were derived from verdicts; in neither mode the tutor's name or its prompt.
 */
export function labelPlaceView(
  reader: CaseReader,
  place: LabelPlace,
  labels: LabelSet,
  mode: LabelMode,
): LabelPlaceView {
  const { item } = place.play;
  const { turns, verdicts } = reader.lone(item);
  const end =
    place.turn === undefined ? -1 : turns.findIndex(({ turn, role }) => role === 'reply' && turn === place.turn);
  const shown = mode === 'blind' ? [] : verdicts;
  return {
    id: place.id,
    title: boundedText(item.benchmark.summarize(item.sample).title),
    turns: end === -1 ? turns : turns.slice(0, end + 1),
    replies: turns.filter(({ role }) => role === 'reply').length,
    turn: place.turn,
    facts: factsOf(place),
    rows: place.slots.map((slot) => {
      const key = shownKey(slot);
      return labelRow(
        place,
        slot,
        labels,
        shown.filter((verdict) => slotKey(verdict) === key),
      );
    }),
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

function labelRow({ play }: LabelPlace, slot: LabelSlot, labels: LabelSet, verdicts: readonly CaseVerdict[]): LabelRow {
  const { benchmark, sample } = play.item;
  const { key, judge, criterionId, guide } = slot;
  const { question, definition, choices } = guide;
  const own = labels.find(play.fingerprint, key);
  const chosen = own === undefined ? -1 : choices.findIndex(({ label }) => label === own.label);
  return {
    slot: key,
    title: benchmark.judges.find(({ id }) => id === judge)?.title ?? judge,
    criterion: criterionId && (benchmark.criterionOf?.(sample, criterionId)?.text ?? criterionId),
    question,
    definition,
    choices: choices.map(({ title, meaning }) => ({ title, meaning })),
    ...(chosen !== -1 && { chosen, mode: own?.mode, reason: own?.reason }),
    verdicts,
  };
}
