import type { CaseVerdict } from '../../src/core/report/reportModel';
import type { ListedFlip } from './comparePage';

/** What one judge said on the same reply in both runs; a side is absent where that run has no such verdict. */
export interface VerdictPair {
  readonly before?: CaseVerdict;
  readonly after?: CaseVerdict;
}

/** Verdicts on one reply, or on the whole dialogue where `turn` is `undefined`. */
export interface PairedVerdicts {
  readonly turn: number | undefined;
  readonly pairs: readonly VerdictPair[];
}

interface Verdicts {
  readonly before: readonly CaseVerdict[];
  readonly after: readonly CaseVerdict[];
}

/** The models whose verdicts are compared; those of others come after them. */
interface JudgeModels {
  readonly before: string;
  readonly after: string;
}

/**
 * The verdicts of both runs side by side, each beside what the same judge said on the same criterion of the same reply. The flipped
 * verdict and its reply come first; all else stays in the order in which the judges are asked.
 */
export function pairVerdicts(
  verdicts: Verdicts,
  flip: Pick<ListedFlip, 'judge' | 'criterion' | 'turn'>,
  models: JudgeModels,
): readonly PairedVerdicts[] {
  const all = [...verdicts.before, ...verdicts.after];
  const turns = [...new Set(all.map(({ turn }) => turn))].sort((one, other) => (one ?? 0) - (other ?? 0));
  return firstWhere(turns, (turn) => turn === flip.turn).map((turn) => {
    const keys = [...new Set(all.filter((verdict) => verdict.turn === turn).map(keyOf))];
    const pairs = keys.flatMap((key) => {
      const [before, after] = (['before', 'after'] as const).map((side) =>
        firstWhere(
          verdicts[side].filter((verdict) => verdict.turn === turn && keyOf(verdict) === key),
          ({ judgeModel }) => judgeModel === models[side],
        ),
      );
      const count = Math.max(before?.length ?? 0, after?.length ?? 0);
      return Array.from({ length: count }, (_, place) => ({ before: before?.[place], after: after?.[place] }));
    });
    return { turn, pairs: firstWhere(pairs, ({ before, after }) => isOf(flip, before ?? after)) };
  });
}

function keyOf({ judge, criterionId, criterion }: CaseVerdict): string {
  return JSON.stringify([judge, criterionId ?? criterion ?? '']);
}

/** A flip's criterion is cut where it is long; `…` says so. */
function isOf(
  { judge, criterion }: Pick<ListedFlip, 'judge' | 'criterion'>,
  verdict: CaseVerdict | undefined,
): boolean {
  if (verdict?.judge !== judge) return false;
  if (criterion === undefined) return true;
  const words = verdict.criterion ?? '';
  return words === criterion || (criterion.endsWith('…') && words.startsWith(criterion.slice(0, -1)));
}

function firstWhere<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly T[] {
  return [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))];
}
