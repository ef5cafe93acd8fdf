import type { TurnCell, TurnMapLayer } from '../picture';
import type { JudgedPlay } from './conversations';
import { cellOf, conversationLabel } from './turnCells';
import { firstFailure, firstFailures } from './turnProfile';

/**
 * The histogram of first J2 failures (specification, section 8) as a layer of the turn map, for the conversations of one condition: `byTurn`
 * counts those that break first at a turn among those whose first failure is known; the title counts those that never break and those
 * left open by a missing verdict. None without any known conversation.
 */
export function firstFailureLayer(
  plays: readonly JudgedPlay[],
  turns: number,
  suffix: string,
): TurnMapLayer | undefined {
  const fails = plays.map(({ j2Fail }) => j2Fail);
  const { clean, unknown } = firstFailures(fails, turns);
  if (plays.length === unknown) return undefined;
  const id = `J2: first failure${suffix}`;
  return {
    id,
    title: `${id} (${clean} clean, ${unknown} unknown)`,
    rows: plays.map((play) => ({
      sampleId: play.sample.id,
      repeat: play.repeat,
      label: conversationLabel(play),
      cells: cellsUpToFirst(play, turns),
    })),
    byTurn: firstByTurn(fails, turns),
  };
}

/** How many conversations fail first at each turn, of all whose first failure can be placed. */
export function firstByTurn(
  conversations: readonly (readonly (boolean | undefined)[])[],
  turns: number,
): TurnMapLayer['byTurn'] {
  const { byTurn, unknown } = firstFailures(conversations, turns);
  return byTurn.map((failed) => ({ failed, judged: conversations.length - unknown }));
}

/** Clean up to the first failure; open after it, or from a missing verdict on where the first one cannot be placed. */
function cellsUpToFirst({ j2Fail }: JudgedPlay, turns: number): readonly TurnCell[] {
  const first = firstFailure(j2Fail);
  const known = first === 'clean' ? j2Fail.length : (first ?? j2Fail.indexOf(undefined));
  return Array.from({ length: turns }, (_, index): TurnCell => {
    if (index >= j2Fail.length) return 'none';
    return index < known ? cellOf(j2Fail[index]) : 'unscored';
  });
}
