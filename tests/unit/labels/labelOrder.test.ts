import { describe, expect, it } from 'vitest';
import { labelTrials, orderedTrials } from '../../../src/core/labels/labelPositions';
import type { LabelMode } from '../../../src/core/labels/labellingView';
import { mrSession, yesAndNo } from './mrSession';

function ordered(session: ReturnType<typeof mrSession>, mode: LabelMode, dimension = ''): readonly string[] {
  const { trials } = labelTrials(session, 'mrbench');
  return orderedTrials(session, trials, { mode, dimension }).map(({ item }) => item.sample.id);
}

const place = (id: string): number => Number(id.slice(1));

describe('the order of replies', () => {
  it('is shuffled by the run’s seed and the same each time', () => {
    const session = mrSession(yesAndNo(20, 0));
    const random = ordered(session, 'blind');
    expect(ordered(mrSession(yesAndNo(20, 0)), 'reviewing')).toEqual(random);
    expect([...random].sort((a, b) => place(a) - place(b))).not.toEqual(random);
    expect(ordered(mrSession(yesAndNo(20, 0), { seed: 2 }), 'blind')).not.toEqual(random);
  });

  it('has the failing ones first when reviewing, in a dimension where one is chosen', () => {
    const session = mrSession(yesAndNo(15, 5));
    const first = ordered(session, 'reviewing', 'actionability').slice(0, 5);
    expect(first.every((id) => place(id) >= 15)).toBe(true);
    expect(first).not.toEqual(['d15', 'd16', 'd17', 'd18', 'd19']);
  });

  it('tells no verdict in blind mode', () => {
    const blind = (failing: number): readonly string[] => ordered(mrSession(yesAndNo(40 - failing, failing)), 'blind');
    expect(blind(20)).toEqual(blind(0));
  });
});

describe('what can be labelled', () => {
  it('leaves trials without a reply out and says so', () => {
    const session = mrSession([
      { id: 'd0', a: 'Yes' },
      { id: 'd1', a: 'Yes', reply: '' },
    ]);
    const { trials, notes } = labelTrials(session, 'mrbench');
    expect(trials.map(({ item }) => item.sample.id)).toEqual(['d0']);
    expect(notes).toEqual(['Left out, without a complete reply: 1.']);
  });
});
