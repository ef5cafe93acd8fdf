import type { FromPanel } from '../../protocol/messages';
import { showCompared, startAt, type DeskPlace } from './actionDesk';
import type { LargerPair, RunToEnlarge } from './prepareLarger';
import type { PreparedRun } from './runInWindow';
import type { PromptStore } from './runStores';

/** Plays both texts of a comparison with more samples, as the panel asked for it. */
export type RunMoreRequest = Extract<FromPanel, { kind: 'runMore' }>;

/** Plans both runs with the settings that hold when they start, the earlier text's first. */
export type PrepareMore<Needed> = (
  pair: LargerPair,
  prompt: PromptStore,
  settings: Needed,
) => Promise<readonly PreparedRun[]>;

/** The two new runs stand in the place of the old ones. Rejects as opening a run does. */
export async function runMore<Needed>(
  { before, after, benchmark, count }: RunMoreRequest,
  place: DeskPlace<Needed>,
  prepare: PrepareMore<Needed>,
): Promise<void> {
  const { revisions } = place.first;
  const toEnlarge = async (runId: string): Promise<RunToEnlarge> => ({
    session: await revisions.session(runId),
    name: await revisions.nameOf(runId),
  });
  const pair = { before: await toEnlarge(before), after: await toEnlarge(after), benchmark, more: count };
  const { ended, desk } = await startAt(place, (prompt, settings) => prepare(pair, prompt, settings));
  const [first, second] = ended;
  if (first === undefined || second === undefined || desk === undefined) return;
  await showCompared(desk, { before: first.manifest.runId, after: second.manifest.runId });
}
