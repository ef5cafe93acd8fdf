import { describe, expect, it } from 'vitest';
import { labelTrials, orderedTrials } from '../../../src/core/labels/labelPositions';
import type { LabelMode, LabelOrder } from '../../../src/core/labels/labellingView';
import { mrSession, yesAndNo } from './mrSession';

function ordered(
  session: ReturnType<typeof mrSession>,
  order: LabelOrder,
  mode: LabelMode,
  dimension = '',
): readonly string[] {
  const { trials } = labelTrials(session, 'mrbench');
  return orderedTrials(session, trials, { order, mode, dimension }).map(({ item }) => item.sample.id);
}

const place = (id: string): number => Number(id.slice(1));

describe('the order of replies', () => {
  it('is shuffled by the run’s seed and the same each time', () => {
    const session = mrSession(yesAndNo(20, 0));
    const random = ordered(session, 'random', 'blind');
    expect(ordered(mrSession(yesAndNo(20, 0)), 'random', 'reviewing')).toEqual(random);
    expect([...random].sort((a, b) => place(a) - place(b))).not.toEqual(random);
    expect(ordered(mrSession(yesAndNo(20, 0), { seed: 2 }), 'random', 'blind')).not.toEqual(random);
  });

  it('has the failing ones first when reviewing, in a dimension where one is chosen', () => {
    const session = mrSession(yesAndNo(15, 5));
    const first = ordered(session, 'failing', 'reviewing', 'actionability').slice(0, 5);
    expect(first.every((id) => place(id) >= 15)).toBe(true);
    expect(first).not.toEqual(['d15', 'd16', 'd17', 'd18', 'd19']);
  });

  it('has those first on which two judges differ', () => {
    const replies = yesAndNo(12, 0).map((one) => ({ ...one, b: place(one.id) < 3 ? 'No' : 'Yes' }));
    const first = ordered(mrSession(replies), 'disagreement', 'reviewing').slice(0, 3);
    expect([...first].sort()).toEqual(['d0', 'd1', 'd2']);
    expect(ordered(mrSession(replies), 'disagreement', 'reviewing', 'tutor_tone')).toEqual(
      ordered(mrSession(replies), 'random', 'reviewing'),
    );
  });

  it('mixes them with others in blind mode, so that a place tells no verdict', () => {
    const session = mrSession(yesAndNo(300, 100));
    const blind = ordered(session, 'failing', 'blind', 'actionability').slice(0, 100);
    const failing = blind.filter((id) => place(id) >= 300).length;
    // A quarter of all fail. Three times as likely to come next, about half of the first hundred do.
    expect(failing).toBeGreaterThan(35);
    expect(failing).toBeLessThan(65);
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
