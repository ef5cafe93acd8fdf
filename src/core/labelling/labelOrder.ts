import { slotKey } from '../engine/askJudge';
import type { RunSession } from '../engine/runSession';
import type { Verdict } from '../judging/verdict';
import type { LabelMode, LabelOrder } from '../report/labellingView';
import { createRandom } from '../statistics/random';
import type { LabelledPlay } from './labelPlaces';

/** How much likelier a wanted reply is to come next than any other, in blind mode. */
const pull = 3;

/**
 * Plays in the order in which they are labelled: shuffled by the run's seed, so that everybody who labels a run meets the same replies
 * first. Reviewing, the wanted ones come first; blind, they are only likelier to come early, so that a place in the order gives no
 * verdict away.
 */
export function orderedPlays(
  session: RunSession,
  plays: readonly LabelledPlay[],
  { order, mode, dimension }: { readonly order: LabelOrder; readonly mode: LabelMode; readonly dimension: string },
): readonly LabelledPlay[] {
  const { runId, seed } = session.manifest;
  const shuffled = createRandom(`labels/${runId}/${seed}`).shuffle(plays);
  if (order === 'random') return shuffled;
  const isWanted = order === 'failing' ? fails : areSplit;
  const wanted = new Set(shuffled.filter((play) => isWanted(session, play, dimension)));
  if (mode === 'reviewing') return [...wanted, ...shuffled.filter((play) => !wanted.has(play))];
  const random = createRandom(`labels/${runId}/${seed}/${order}`);
  // Weighted sampling without replacement (Efraimidis and Spirakis 2006): keys of u to the power of one over the weight, largest first.
  return shuffled
    .map((play) => ({ play, key: random.next() ** (1 / (wanted.has(play) ? pull : 1)) }))
    .sort((left, right) => right.key - left.key)
    .map(({ play }) => play);
}

function fails(session: RunSession, { item }: LabelledPlay, dimension: string): boolean {
  const { benchmark, sample } = item;
  return verdictsOf(session, item.key, dimension).some(
    (verdict) => benchmark.outcomeOf(verdict, session.policy, sample) === 'undesired',
  );
}

/** Whether two judge models gave different labels to anything of the play. */
function areSplit(session: RunSession, { item }: LabelledPlay, dimension: string): boolean {
  const said = new Map<string, Verdict['label']>();
  return verdictsOf(session, item.key, dimension).some((verdict) => {
    if (verdict.status !== 'ok') return false;
    const key = slotKey(verdict);
    if (!said.has(key)) said.set(key, verdict.label);
    return said.get(key) !== verdict.label;
  });
}

function verdictsOf(session: RunSession, item: string, dimension: string): readonly Verdict[] {
  const state = session.state.items.get(item);
  if (state === undefined) return [];
  const all = [...state.answers.keys()].flatMap((model) => state.verdictsOf(model));
  return dimension === '' ? all : all.filter(({ judge }) => judge === dimension);
}
