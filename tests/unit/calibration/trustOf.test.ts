import { describe, expect, it } from 'vitest';
import { beatsMajority } from '../../../src/core/calibration/beatsMajority';
import { trustOf } from '../../../src/core/calibration/trustOf';
import { trustCard } from './trustCards';

const majority = { label: 'Yes', agreement: 0.8, macroF1: 0.3 } as const;
const good = { agreement: 0.85, kappa: 0.4, kappaCi: { low: 0.2, high: 0.6, level: 0.95 }, macroF1: 0.5, majority };

describe('beatsMajority', () => {
  it('holds when kappa is above chance and the judge agrees more often than the commonest label', () => {
    expect(beatsMajority(good)).toEqual({ kind: 'beats' });
  });

  it('holds for less agreement but the higher macro-F1', () => {
    expect(beatsMajority({ ...good, agreement: 0.7 })).toEqual({ kind: 'beats' });
  });

  it.each([
    [{ agreement: 0.7, macroF1: 0.2 }, /always saying “Yes” agrees more often.*0\.80 against 0\.70/],
    [{ kappa: 0.05, kappaCi: { low: -0.02, high: 0.1, level: 0.95 } }, /cannot be told from chance.*−0\.02 to 0\.10/],
    [{ kappaCi: { low: 0, high: 0.1, level: 0.95 } }, /cannot be told from chance/],
    [{ kappaCi: undefined }, /too few dialogues/],
    [{ kappa: undefined }, /one label only/],
    [{ agreement: undefined }, /no label to compare/],
  ])('does not hold for %j', (change, reason) => {
    const answer = beatsMajority({ ...good, ...change });
    expect(answer.kind).toBe('fails');
    expect(answer.kind === 'fails' ? answer.reason : '').toMatch(reason);
  });
});

describe('trustOf', () => {
  const look = (cards: Parameters<typeof trustOf>[0], version = 'actionability@11111111') =>
    trustOf(cards, 'openai:m', 'mrbench', 'actionability', version);

  it('is unchecked without a card, and with cards of another judge, server, benchmark or dimension only', () => {
    expect(look([])).toEqual({ kind: 'unchecked' });
    const others = [
      trustCard({ judge: 'openai:other' }),
      trustCard({ judge: 'openai:m at http://127.0.0.1:1' }),
      trustCard({ benchmark: 'guideeval' }),
      trustCard({ dimension: 'coherence' }),
    ];
    expect(look(others)).toEqual({ kind: 'unchecked' });
  });

  it('shows the newest card of the present wording', () => {
    const older = trustCard({ at: '2026-01-01T00:00:00.000Z', runId: 'a' });
    const newer = trustCard({ at: '2026-02-01T00:00:00.000Z', runId: 'b' });
    expect(look([newer, older])).toEqual({ kind: 'checked', card: newer, older: false });
    expect(look([older, newer])).toEqual({ kind: 'checked', card: newer, older: false });
  });

  it('prefers the present wording to a newer card of another one, and says so where there is none', () => {
    const present = trustCard({ at: '2026-01-01T00:00:00.000Z' });
    const other = trustCard({ at: '2026-02-01T00:00:00.000Z', judgeVersion: 'actionability@22222222' });
    expect(look([other, present])).toEqual({ kind: 'checked', card: present, older: false });
    expect(look([other])).toEqual({ kind: 'checked', card: other, older: true });
  });

  it('says why a judge is beaten', () => {
    const card = trustCard({ kappa: 0.01, kappaCi: { low: -0.1, high: 0.1, level: 0.95 } });
    const trust = look([card]);
    expect(trust).toMatchObject({ kind: 'beaten', card, older: false });
    expect(trust.kind === 'beaten' ? trust.reason : '').toContain('cannot be told from chance');
    expect(look([trustCard({ kappa: null, kappaCi: null })]).kind).toBe('beaten');
  });
});
