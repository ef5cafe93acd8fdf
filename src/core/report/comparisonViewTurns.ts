import type { BenchmarkComparison } from '../compare/comparison';
import type { FlipSide } from '../compare/flip';
import { boundedText } from './boundedText';
import type { TurnRate, TurnRatesView } from './comparisonViewModel';
import type { ComparisonTitles } from './comparisonViewTitles';

/** With fewer turns there is no course to see. */
const fewestTurns = 2;

const nothing: TurnRate = { failed: 0, judged: 0 };

/**
 * How often each judge found a failure, turn by turn, in both runs; the order of judges is that in which the benchmark's flips name
 * them. Only samples that are in both runs count. Verdicts that can be neither good nor bad do not.
 */
export function comparisonViewTurns(
  { id, flips: { flips } }: Pick<BenchmarkComparison, 'id' | 'flips'>,
  titles: ComparisonTitles,
): readonly TurnRatesView[] {
  const judges = new Map<string, Map<number, { before: TurnRate; after: TurnRate }>>();
  for (const { judge, turn, before, after } of flips) {
    if (turn === undefined) continue;
    const turns = judges.get(judge) ?? new Map<number, { before: TurnRate; after: TurnRate }>();
    judges.set(judge, turns);
    const sum = turns.get(turn) ?? { before: nothing, after: nothing };
    turns.set(turn, { before: addSide(sum.before, before), after: addSide(sum.after, after) });
  }
  return [...judges].flatMap(([judge, turns]): readonly TurnRatesView[] => {
    const judged = [...turns].filter(([, { before, after }]) => before.judged + after.judged > 0);
    if (judged.length < fewestTurns) return [];
    judged.sort(([one], [other]) => one - other);
    return [
      {
        judge,
        judgeTitle: boundedText(titles.judge(id, judge) ?? judge),
        turns: judged.map(([turn, rates]) => ({ turn, ...rates })),
      },
    ];
  });
}

function addSide({ failed, judged }: TurnRate, { outcomes }: FlipSide): TurnRate {
  const scored = outcomes.filter((outcome) => outcome !== 'neutral' && outcome !== 'unscored');
  return {
    failed: failed + scored.filter((outcome) => outcome === 'undesired').length,
    judged: judged + scored.length,
  };
}
