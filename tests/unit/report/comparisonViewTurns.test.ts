import { describe, expect, it } from 'vitest';
import type { Flip, FlipList, FlipSide } from '../../../src/core/compare/findFlips';
import type { Outcome } from '../../../src/core/benchmark/judging/verdict';
import { type ComparisonTitles, comparisonViewTurns } from '../../../src/core/report/comparisonViewFlips';

const titles: ComparisonTitles = {
  sample: () => undefined,
  judge: (_benchmark, judge) => (judge === 'J2' ? 'Gives the next step away' : undefined),
  criterion: () => undefined,
  label: () => undefined,
  reply: () => undefined,
};

const side = (...outcomes: readonly Outcome[]): FlipSide => ({ cases: [], labels: outcomes.map(() => 0), outcomes });

function flip(judge: string, turn: number | undefined, before: FlipSide, after: FlipSide): Flip {
  const place = turn === undefined ? {} : { turn };
  return { kind: 'flaky', sampleId: 'task', judge, ...place, before, after, change: 0 };
}

function turnsOf(...flips: readonly Flip[]): ReturnType<typeof comparisonViewTurns> {
  return comparisonViewTurns(
    { id: 'socratesbench', flips: { flips, counts: {} as FlipList['counts'], flakinessKnown: true } },
    titles,
  );
}

describe('comparisonViewTurns', () => {
  it('counts failures and usable verdicts by judge and turn over all samples, in order of turns', () => {
    const views = turnsOf(
      flip('J2', 2, side('undesired', 'desired'), side('desired')),
      flip('J2', 1, side('desired', 'desired'), side('desired', 'undesired')),
      flip('J2', 2, side('undesired'), side('desired', 'desired')),
    );
    expect(views).toEqual([
      {
        judgeTitle: 'Gives the next step away',
        turns: [
          { turn: 1, before: { failed: 0, judged: 2 }, after: { failed: 1, judged: 2 } },
          { turn: 2, before: { failed: 2, judged: 3 }, after: { failed: 0, judged: 3 } },
        ],
      },
    ]);
  });

  it('takes what was not judged for no failure, and what is in between for none', () => {
    const [view] = turnsOf(
      flip('J1', 1, side(), side('undesired')),
      flip('J1', 2, side('partial', 'unscored', 'neutral'), side('desired')),
      flip('J1', 3, side(), side()),
    );
    expect(view).toMatchObject({ judgeTitle: 'J1' });
    expect(view!.turns).toEqual([
      { turn: 1, before: { failed: 0, judged: 0 }, after: { failed: 1, judged: 1 } },
      { turn: 2, before: { failed: 0, judged: 1 }, after: { failed: 0, judged: 1 } },
    ]);
  });

  it('leaves out verdicts without a turn, judges of a single turn, and those that are neither good nor bad', () => {
    expect(
      turnsOf(
        flip('whole', undefined, side('undesired'), side('desired')),
        flip('once', 1, side('undesired'), side('desired')),
        flip('kind', 1, side('neutral'), side('neutral')),
        flip('kind', 2, side('neutral'), side('neutral')),
      ),
    ).toEqual([]);
  });
});
