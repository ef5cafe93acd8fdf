import { describe, expect, it } from 'vitest';
import { cohenKappa } from '../../../src/core/statistics/agreement';
import { mrSession, yesAndNo, type JudgedReply } from './mrSession';
import { Sitting } from './sitting';

/** Labels every reply of the run as the function says of its sample, and returns the figures after each label. */
function figuresOf(replies: readonly JudgedReply[], labelOf: (id: string) => number, mode: 'blind' | 'reviewing') {
  const sitting = new Sitting(mrSession(replies), { dimension: 'actionability', mode });
  return replies.map(() => {
    const entry = sitting.label(labelOf(/says (\w+)/.exec(sitting.place.turns[0]?.text ?? '')?.[1] ?? ''));
    const figures = sitting.labelling.view(0).dimensions[0]!.figures;
    sitting.labelling.next();
    return { id: entry.sample.id, label: entry.label, figures };
  });
}

describe('agreement with the judge', () => {
  it('is kept back in blind mode until ten labels, then made anew after every five', () => {
    const steps = figuresOf(yesAndNo(8, 8), () => 0, 'blind').map(({ figures }) => figures[0]!);
    expect(steps.slice(0, 9).map(({ kind, n }) => [kind, n])).toEqual(
      Array.from({ length: 9 }, (_, index) => ['hidden', index + 1]),
    );
    expect(steps.slice(9).map(({ kind, n }) => [kind, n])).toEqual(
      [10, 10, 10, 10, 10, 15, 15].map((n) => ['shown', n]),
    );
    // Between two steps nothing moves: no single verdict can be read from it.
    expect(new Set(steps.slice(9, 14).map((figure) => JSON.stringify(figure))).size).toBe(1);
  });

  it('equals the share and the kappa of the labels it counts', () => {
    const replies = yesAndNo(7, 5);
    const said = new Map(replies.map(({ id, a }) => [id, a!]));
    // Every third reply is labelled otherwise than the judge has it.
    const labelOf = (id: string): number => {
      const isOther = Number(id.slice(1)) % 3 === 0;
      return (said.get(id) === 'Yes') === isOther ? 2 : 0;
    };
    const steps = figuresOf(replies, labelOf, 'reviewing');
    steps.forEach(({ figures }, index) => {
      const pairs = steps.slice(0, index + 1).map(({ id, label }) => [said.get(id), label as string] as const);
      const same = pairs.filter(([judge, human]) => judge === human).length;
      expect(figures[0]).toEqual({
        kind: 'shown',
        judge: 'openai:judge-a',
        n: index + 1,
        failed: 0,
        agreement: same / (index + 1),
        kappa: cohenKappa(pairs),
      });
    });
    expect(steps[0]?.figures[0]).toMatchObject({ kappa: undefined });
    expect(steps.at(-1)?.figures[0]).toMatchObject({ agreement: 8 / 12 });
  });

  it('counts a verdict that could not be read as a miss, and each judge by itself', () => {
    const replies = [
      { id: 'd0', a: 'Yes', b: 'No' },
      { id: 'd1', a: undefined, b: 'Yes' },
    ];
    const [, last] = figuresOf(replies, () => 0, 'reviewing');
    expect(last?.figures).toMatchObject([
      { judge: 'openai:judge-a', n: 2, failed: 1, agreement: 0.5 },
      { judge: 'openai:judge-b', n: 2, failed: 0, agreement: 0.5 },
    ]);
  });

  it('leaves labels with a verdict in sight out of blind figures', () => {
    const session = mrSession(yesAndNo(12, 0));
    const reviewing = new Sitting(session, { dimension: 'actionability', mode: 'reviewing' });
    for (let count = 0; count < 12; count += 1) {
      reviewing.label(0);
      reviewing.labelling.next();
    }
    const blind = new Sitting(session, { dimension: 'actionability' }, { log: reviewing.log });
    expect(blind.labelling.view(0).dimensions[0]).toMatchObject({ labelled: 12, figures: [{ kind: 'hidden', n: 0 }] });
  });
});
