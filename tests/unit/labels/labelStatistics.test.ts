import { describe, expect, it } from 'vitest';
import { cohenKappa } from '../../kappas';
import { mrSession, yesAndNo, type JudgedReply } from './mrSession';
import { LabellingSession } from './labellingSession';

/** Labels every reply of the run as the function says of its sample, and returns the statistics after each label. */
function statisticsOf(replies: readonly JudgedReply[], labelOf: (id: string) => number, mode: 'blind' | 'reviewing') {
  const labellingSession = new LabellingSession(mrSession(replies), { dimension: 'actionability', mode });
  return replies.map(() => {
    const entry = labellingSession.label(
      labelOf(/says (\w+)/.exec(labellingSession.place.turns[0]?.text ?? '')?.[1] ?? ''),
    );
    const statistics = labellingSession.labelling.view(0).dimensions[0]!.statistics;
    labellingSession.labelling.next();
    return { id: entry.sample.id, label: entry.label, statistics };
  });
}

describe('agreement with the judge', () => {
  it('is kept back in blind mode until twenty labels, then made anew after every ten', () => {
    const steps = statisticsOf(yesAndNo(18, 18), () => 0, 'blind').map(({ statistics }) => statistics[0]!);
    expect(steps.slice(0, 19).map(({ kind, n }) => [kind, n])).toEqual(
      Array.from({ length: 19 }, (_, index) => ['hidden', index + 1]),
    );
    expect(steps.slice(19).map(({ kind, n }) => [kind, n])).toEqual(
      [...Array.from({ length: 10 }, () => 20), ...Array.from({ length: 7 }, () => 30)].map((n) => ['shown', n]),
    );
    // Between two steps nothing moves: no single verdict can be read from it.
    expect(new Set(steps.slice(19, 29).map((statistic) => JSON.stringify(statistic))).size).toBe(1);
  });

  it('tells no single verdict to somebody who labels, looks, undoes and labels again', () => {
    const labellingSession = new LabellingSession(mrSession(yesAndNo(30, 30)), { dimension: 'actionability' });
    const look = (): string => JSON.stringify(labellingSession.labelling.view(0).dimensions[0]!.statistics);
    const seen: string[] = [];
    for (let count = 0; count < 19; count += 1) {
      labellingSession.label(0);
      labellingSession.labelling.next();
    }
    const early = look();
    expect(early).toContain('hidden');
    // One more, taken back, then said otherwise: the first statistic counts one of the two, and the other never shows.
    labellingSession.label(0);
    const first = look();
    for (const choice of [2, 1, 0]) {
      labellingSession.undo();
      seen.push(look());
      labellingSession.label(choice);
      seen.push(look());
    }
    labellingSession.labelling.next();
    for (let count = 0; count < 9; count += 1) {
      for (const choice of [0, 2]) {
        labellingSession.label(choice);
        seen.push(look());
        labellingSession.undo();
        seen.push(look());
      }
      labellingSession.label(0);
      seen.push(look());
      labellingSession.labelling.next();
    }
    expect(new Set(seen)).toEqual(new Set([first]));
    // The tenth on something new makes it anew; nothing that is changed afterwards does.
    labellingSession.label(0);
    const second = look();
    expect(second).not.toBe(first);
    for (const choice of [2, 0, 1]) {
      labellingSession.undo();
      labellingSession.label(choice);
      expect(look()).toBe(second);
    }
  });

  it('counts a label that was given blind whatever is said with a verdict in sight, or taken back there', () => {
    const session = mrSession(yesAndNo(20, 0));
    const blind = new LabellingSession(session, { dimension: 'actionability' });
    for (let count = 0; count < 20; count += 1) {
      blind.label(count % 2);
      blind.labelling.next();
    }
    const statistics = (): unknown =>
      new LabellingSession(session, { dimension: 'actionability' }, { log: blind.log }).labelling.view(0).dimensions[0]!
        .statistics;
    const before = statistics();
    expect(before).toMatchObject([{ kind: 'shown', n: 20, agreement: 0.5 }]);
    const reviewing = new LabellingSession(
      session,
      { mode: 'reviewing', dimension: 'actionability' },
      { log: blind.log },
    );
    // Everything is labelled, so it is labelled anew by place.
    for (const { seenIn } of [...blind.log]) {
      const place = `${seenIn!.item} `;
      const change = reviewing.labelling.label(place, 'actionability||', { choice: 2 }, '2026-03-05T00:00:00.000Z');
      expect(change?.entry.mode).toBe('reviewing');
      blind.log.push(change!.entry);
      change!.keep();
    }
    expect(statistics()).toEqual(before);
    for (let count = 0; count < 20; count += 1)
      expect(reviewing.undo()).toMatchObject({ mode: 'reviewing', label: null });
    expect(statistics()).toEqual(before);
  });

  it('equals the share and the kappa of the labels it counts', () => {
    const replies = yesAndNo(7, 5);
    const said = new Map(replies.map(({ id, a }) => [id, a!]));
    // Every third reply is labelled otherwise than the judge has it.
    const labelOf = (id: string): number => {
      const isOther = Number(id.slice(1)) % 3 === 0;
      return (said.get(id) === 'Yes') === isOther ? 2 : 0;
    };
    const steps = statisticsOf(replies, labelOf, 'reviewing');
    steps.forEach(({ statistics }, index) => {
      const pairs = steps.slice(0, index + 1).map(({ id, label }) => [said.get(id), label as string] as const);
      const same = pairs.filter(([judge, human]) => judge === human).length;
      expect(statistics[0]).toEqual({
        kind: 'shown',
        judge: 'openai:judge-a',
        n: index + 1,
        failed: 0,
        agreement: same / (index + 1),
        kappa: cohenKappa(pairs),
      });
    });
    expect(steps.at(-1)?.statistics[0]).toMatchObject({ agreement: 8 / 12 });
  });

  it('counts a verdict that could not be read as a miss, and each judge by itself', () => {
    const replies = [
      { id: 'd0', a: 'Yes', b: 'No' },
      { id: 'd1', a: undefined, b: 'Yes' },
    ];
    const [, last] = statisticsOf(replies, () => 0, 'reviewing');
    expect(last?.statistics).toMatchObject([
      { judge: 'openai:judge-a', n: 2, failed: 1, agreement: 0.5 },
      { judge: 'openai:judge-b', n: 2, failed: 0, agreement: 0.5 },
    ]);
  });

  it('leaves labels with a verdict in sight out of blind statistics', () => {
    const session = mrSession(yesAndNo(12, 0));
    const reviewing = new LabellingSession(session, { dimension: 'actionability', mode: 'reviewing' });
    for (let count = 0; count < 12; count += 1) {
      reviewing.label(0);
      reviewing.labelling.next();
    }
    const blind = new LabellingSession(session, { dimension: 'actionability' }, { log: reviewing.log });
    expect(blind.labelling.view(0).dimensions[0]).toMatchObject({
      labelled: 12,
      statistics: [{ kind: 'hidden', n: 0 }],
    });
  });
});
