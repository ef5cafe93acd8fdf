import { describe, expect, it } from 'vitest';
import type { TrustCard } from '../../../src/core/benchmark/trustCard';
import type { MetricTrust } from '../../../src/core/results/trustModel';
import { judgeStanding, trustByCard, trustOf } from '../../../src/core/trust/trustOf';
import { trustCard } from './trustCards';

const majority = { label: 'Yes', agreement: 0.8, macroF1: 0.3 } as const;
const kappaCi = { low: 0.2, high: 0.6, level: 0.95 };
const good = { n: 100, failed: 0, clusters: 20, agreement: 0.85, kappa: 0.4, kappaCi, macroF1: 0.5, majority };

describe('a judge with labels enough', () => {
  it('holds when kappa is above chance and the judge agrees more often than the commonest label', () => {
    expect(judgeStanding(good)).toEqual({ status: 'checked', beats: 'both' });
  });

  it('holds for less agreement but the higher macro-F1', () => {
    expect(judgeStanding({ ...good, agreement: 0.7 })).toEqual({ status: 'checked', beats: 'macroF1' });
  });

  it.each([
    [{ agreement: 0.7, macroF1: 0.2 }, /always saying “Yes” agrees more often.*0\.80 against 0\.70/],
    [{ agreement: 0.79, macroF1: 0.3 }, /always saying “Yes” agrees more often.*0\.80 against 0\.79/],
    [{ kappa: 0.05, kappaCi: { low: -0.02, high: 0.1, level: 0.95 } }, /cannot be told from chance.*−0\.02 to 0\.10/],
    [{ kappaCi: { low: 0, high: 0.1, level: 0.95 } }, /cannot be told from chance/],
    [
      { kappa: -0.3, kappaCi: { low: -0.4, high: -0.1, level: 0.95 } },
      /^it agrees less often than by chance \(kappa −0\.30, −0\.40 to −0\.10\)$/,
    ],
    [{ kappa: -0.2, kappaCi: { low: -0.4, high: 0, level: 0.95 } }, /cannot be told from chance/],
    [{ kappaCi: undefined }, /too few dialogues/],
    [{ kappa: undefined }, /only one label/],
    [{ agreement: undefined }, /no label to compare/],
    [
      { agreement: 0.7, macroF1: 0.2, majority: { agreement: 0.8, macroF1: 0.3 } },
      /always saying each tutor’s commonest label agrees more often/,
    ],
    [
      { withoutOne: { tutor: 'Phi3', kappa: 0.01, kappaCi: { low: -0.02, high: 0.03, level: 0.95 } } },
      /^it rests on the replies of one tutor, Phi3: without them kappa is 0\.01, −0\.02 to 0\.03$/,
    ],
    [{ withoutOne: { tutor: 'A', kappa: 0.3, kappaCi: undefined } }, /without them kappa is 0\.30, no interval/],
  ])('does not hold for %j', (change, reason) => {
    const answer = judgeStanding({ ...good, ...change });
    expect(answer.status).toBe('beaten');
    expect(answer.status === 'beaten' ? answer.reason : '').toMatch(reason);
  });
});

const place = { judge: 'openai:m', benchmark: 'mrbench', dimension: 'actionability' };

describe('judgeStanding', () => {
  const enough = { ...good, n: 50, failed: 10, clusters: 10 };

  it('asks whether the judge is worth asking where there are labels enough', () => {
    expect(judgeStanding(enough)).toEqual({ status: 'checked', beats: 'both' });
    expect(judgeStanding({ ...enough, kappa: undefined })).toMatchObject({ status: 'beaten' });
  });

  it.each([
    [{ n: 4, failed: 0, clusters: 4 }, '4 labels, and at least 40 are needed to tell'],
    [{ failed: 11 }, '39 labels with a usable verdict, and at least 40 are needed to tell'],
    [{ clusters: 9 }, 'labels from 9 dialogues or problems, and at least 10 are needed to tell'],
    [
      { majority: { ...majority, agreement: 41 / 50 } },
      '9 labels other than the commonest, and at least 10 are needed to tell',
    ],
    [{ majority: undefined }, '0 labels other than the commonest, and at least 10 are needed to tell'],
    [{ n: 12, failed: 0, tutors: ['A'] }, '12 labels of tutors with at least 10, and at least 40 are needed to tell'],
    [
      { majority: { agreement: 41 / 50, macroF1: 0.3 }, tutors: ['A', 'B'] },
      '9 labels other than their tutor’s commonest, and at least 10 are needed to tell',
    ],
    // Wrong throughout is too few to tell as well.
    [{ n: 6, failed: 0, kappa: -1, agreement: 0 }, '6 labels, and at least 40 are needed to tell'],
  ])('cannot tell for %j', (change, reason) => {
    expect(judgeStanding({ ...enough, ...change })).toEqual({ status: 'few', reason });
  });

  it('counts the uncommon labels from a share that was rounded', () => {
    const share = Number((1065 / 1075).toFixed(4));
    const card = { ...enough, n: 1075, failed: 0, majority: { ...majority, agreement: share } };
    expect(judgeStanding(card).status).toBe('checked');
  });
});

/** What a card alone says. */
function standing(card: TrustCard, older = false): MetricTrust {
  return trustByCard(card, older);
}

describe('trustOf', () => {
  const look = (cards: Parameters<typeof trustOf>[0], version = 'actionability@11111111') =>
    trustOf(cards, place, { versions: new Set([version]), isOwn: false });

  it('is unchecked without a card, and with cards of another judge, server, benchmark or dimension only', () => {
    expect(look([])).toEqual({ dimension: place.dimension, status: 'unchecked' });
    const others = [
      trustCard({ judge: 'openai:other' }),
      trustCard({ judge: 'openai:m at http://127.0.0.1:1' }),
      trustCard({ benchmark: 'guideeval' }),
      trustCard({ dimension: 'coherence' }),
    ];
    expect(look(others)).toEqual({ dimension: place.dimension, status: 'unchecked' });
  });

  it('has the statistics of the card and what they come to', () => {
    expect(look([trustCard()])).toMatchObject({
      ...{ dimension: 'actionability', status: 'checked', beats: 'both', kappa: 0.41, n: 120, older: false },
      ...{ at: '2026-03-04T05:06:07.000Z', gold: 'gold.json', simulated: false },
    });
  });

  it('shows the newest card of the present wording', () => {
    const older = trustCard({ at: '2026-01-01T00:00:00.000Z', runId: 'a' });
    const newer = trustCard({ at: '2026-02-01T00:00:00.000Z', runId: 'b' });
    expect(look([newer, older])).toEqual(standing(newer, false));
    expect(look([older, newer])).toEqual(standing(newer, false));
  });

  it('prefers the present wording to a newer card of another one, and says so where there is none', () => {
    const present = trustCard({ at: '2026-01-01T00:00:00.000Z' });
    const other = trustCard({ at: '2026-02-01T00:00:00.000Z', judgeVersion: 'actionability@22222222' });
    expect(look([other, present])).toEqual(standing(present, false));
    expect(look([other])).toEqual(standing(other, true));
  });

  it('prefers a card with enough labels to a newer one without, also to one of the present wording', () => {
    const large = trustCard({ at: '2026-01-01T00:00:00.000Z' });
    const small = trustCard({ at: '2026-02-01T00:00:00.000Z', runId: 'small', n: 4, failed: 0, clusters: 4 });
    expect(look([small, large])).toEqual(standing(large, false));
    const older = trustCard({ judgeVersion: 'actionability@00000000' });
    expect(look([small, older])).toEqual(standing(older, true));
    expect(look([small])).toEqual(standing(small));
    expect(look([small])).toMatchObject({
      status: 'few',
      older: false,
      reason: '4 labels, and at least 40 are needed to tell',
    });
  });

  it('is unchecked by another judge’s labels, and prefers few of people’s to many of those', () => {
    const byJudge = trustCard({ at: '2026-05-01T00:00:00.000Z', gold: { ...trustCard().gold, by: 'judge' } });
    expect(look([byJudge])).toEqual({
      dimension: place.dimension,
      status: 'unchecked',
      reason: 'checked against another judge’s labels only, not people’s (κ 0.41, n 120)',
    });
    const small = trustCard({ n: 4, failed: 0, clusters: 4 });
    expect(look([byJudge, small])).toEqual(standing(small));
  });

  it('goes by the statistics within tutors where the labels name several', () => {
    const kappaCi = { low: -0.05, high: 0.07, level: 0.95 };
    const majority = { agreement: 0.9, macroF1: 0.45 };
    const { n, failed, clusters, agreement } = trustCard();
    const statistics = { n, failed, clusters, agreement, kappa: 0.01, kappaCi, macroF1: 0.5, majority };
    const card = trustCard({ within: { ...statistics, tutors: [], withoutOne: null } });
    expect(look([trustCard()])).toMatchObject({ status: 'checked' });
    expect(look([card])).toMatchObject({
      status: 'beaten',
      reason: 'it cannot be told from chance (kappa 0.01, −0.05 to 0.07)',
    });
    const restsOnOne = { ...statistics, kappaCi: { ...kappaCi, low: 0.1, high: 0.2 }, tutors: [] };
    const withoutOne = { tutor: 'Phi3', kappa: -0.03, kappaCi };
    expect(look([trustCard({ within: { ...restsOnOne, withoutOne: null } })])).toMatchObject({ status: 'checked' });
    expect(look([trustCard({ within: { ...restsOnOne, withoutOne } })])).toMatchObject({ status: 'beaten' });
  });

  it('is unchecked where it is not known which wording is in use', () => {
    expect(trustOf([trustCard()], place, { versions: new Set(), isOwn: false })).toEqual({
      dimension: place.dimension,
      status: 'unchecked',
    });
  });

  it('says why a judge is beaten', () => {
    const card = trustCard({ kappa: 0.01, kappaCi: { low: -0.1, high: 0.1, level: 0.95 } });
    const trust = look([card]);
    expect(trust).toEqual(standing(card));
    expect(trust).toMatchObject({ status: 'beaten', kappa: 0.01, n: 120, older: false });
    expect(trust.reason).toContain('cannot be told from chance');
    expect(look([trustCard({ kappa: null, kappaCi: null })]).status).toBe('beaten');
  });
});
