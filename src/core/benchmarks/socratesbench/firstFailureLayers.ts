import type { TurnCell, TurnMapLayer } from '../picture';
import type { JudgedPlay } from './conversations';
import type { Condition } from './samples';
import { cellOf, conversationLabel } from './turnCells';
import { firstFailure, firstFailures } from './turnProfile';

const conditions: readonly { readonly condition: Condition; readonly suffix: string }[] = [
  { condition: 'theory', suffix: ', with theory' },
  { condition: 'noTheory', suffix: ', without theory' },
];

/**
 * The histogram of first J2 failures (specification, section 8) as layers of the turn map, one a condition: `byTurn` counts the
 * conversations that break first at a turn among those whose first failure is known; the title counts those that never break and
 * those left open by a missing verdict. None for a condition without any known conversation.
 */
export function firstFailureLayers(plays: readonly JudgedPlay[], turns: number): readonly TurnMapLayer[] {
  const groups = conditions
    .map(({ condition, suffix }) => ({ suffix, played: plays.filter(({ sample }) => sample.condition === condition) }))
    .filter(({ played }) => played.length > 0);
  return groups.flatMap(({ suffix, played }) => {
    const { byTurn, clean, unknown } = firstFailures(
      played.map(({ j2Fail }) => j2Fail),
      turns,
    );
    const judged = played.length - unknown;
    if (judged === 0) return [];
    const id = `J2: first failure${groups.length === 1 ? '' : suffix}`;
    return [
      {
        id,
        title: `${id} (${clean} clean, ${unknown} unknown)`,
        rows: played.map((play) => ({
          sampleId: play.sample.id,
          repeat: play.repeat,
          label: conversationLabel(play),
          cells: cellsUpToFirst(play, turns),
        })),
        byTurn: byTurn.map((failed) => ({ failed, judged })),
      },
    ];
  });
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
