import { describe, expect, test } from 'vitest';
import {
  confirmationLevel,
  type EditEffect,
  type EditOutcome,
  editOutcome,
} from '../../../src/core/results/editEvidence';
import { raceDrops } from '../../../src/core/results/editReport';
import { racingLooks } from '../../../src/core/run/editTrial';
import { createRandom, type Random } from '../../../src/core/statistics/random';
import { lookSizes } from '../../../src/core/statistics/sequentialPlan';
import { pairEffect } from '../../../src/core/statistics/sitOut';
import { atMost, roundsOf } from './rounds';
import { normal } from './worlds';

/** What an edit does: to the replies, and beyond that to what one judge says of them (logit scale). */
interface Edit {
  readonly adds: number;
  readonly pleases?: number;
}

interface Unit {
  readonly difficulty: number;
}

const half = 60;

function unitsOf(random: Random, count = half): readonly Unit[] {
  return Array.from({ length: count }, () => ({ difficulty: 0.3 + 1.6 * normal(random) }));
}

const logistic = (value: number): number => 1 / (1 + Math.exp(-value));

/** A verdict on a fresh reply: the second judge is not pleased by what pleases the first. */
function verdicts({ difficulty }: Unit, { adds, pleases = 0 }: Edit, random: Random): readonly [number, number] {
  const isGood = random.next() < logistic(difficulty + adds);
  const said = (pleased: number): number => {
    const isFlipped = random.next() < 0.05;
    return isGood !== isFlipped || random.next() < pleased ? 1 : 0;
  };
  return [said(pleases), said(0)];
}

/** The gain of an edit on these units, by both judges, with a fresh reply to both prompts. */
function gains(units: readonly Unit[], edit: Edit, random: Random): readonly (readonly [number, number])[] {
  return units.map((unit) => {
    const [before, after] = [verdicts(unit, { adds: 0 }, random), verdicts(unit, edit, random)];
    return [after[0] - before[0], after[1] - before[1]] as const;
  });
}

const looks = lookSizes(half, 4);

/** `end`: the look at which a confirmation is read. */
function effectOf(costs: readonly number[], end?: number): EditEffect {
  const plan = end === undefined ? undefined : { planned: half, looks: looks.filter((look) => look <= end) };
  const found = pairEffect(costs.slice(0, end), { seed: 'edits', plan });
  return { gain: found?.worth ?? 0, p: found?.p ?? 1, interval: found?.interval };
}

/** The winner on the work half, and its mean gain there; `undefined` where none beats the prompt. */
function race(
  edits: readonly Edit[],
  random: Random,
): { readonly index: number; readonly claimed: number } | undefined {
  const units = unitsOf(random);
  const played = edits.map((edit) => gains(units, edit, random).map(([gain]) => gain));
  let left = edits.map((_, index) => index);
  const standing = (index: number, until: number) => [
    { role: 'target' as const, ...effectOf((played[index] ?? []).slice(0, until)) },
  ];
  for (const look of racingLooks(half, edits.length)) {
    const dropped = raceDrops(left.map((candidate) => ({ candidate, metrics: standing(candidate, look) })));
    if (look < half) left = left.filter((index) => !dropped.includes(index));
  }
  const ranked = left.map((index) => ({ index, claimed: standing(index, half)[0]?.gain ?? 0 }));
  const [best] = ranked.sort((one, other) => other.claimed - one.claimed);
  return best !== undefined && best.claimed > 0 ? best : undefined;
}

/** Ends at the first look that proves the edit or finds it worse, as a run does. */
function confirm(
  edit: Edit,
  confirmations: number,
  random: Random,
): { readonly word: EditOutcome; readonly first: EditEffect; readonly isEarly: boolean } {
  const found = gains(unitsOf(random), edit, random);
  const at = (end: number) => {
    const first = effectOf(
      found.map(([one]) => one),
      end,
    );
    const second = [found.slice(0, end).reduce((sum, [, two]) => sum + two, 0) / end];
    const word = editOutcome({ level: confirmationLevel(confirmations), targets: [first], guards: [], second });
    return { word, first, isEarly: end < half };
  };
  const ended = looks.slice(0, -1).map(at);
  return ended.find(({ word }) => word === 'proved' || word === 'worse') ?? at(half);
}

const truths = new Map<number, number>();
/** The true gain in pass rate. */
function truthOf({ adds }: Edit): number {
  const known = truths.get(adds);
  if (known !== undefined) return known;
  const random = createRandom('truth');
  const all = unitsOf(random, 20_000).map(
    ({ difficulty }) => 0.9 * (logistic(difficulty + adds) - logistic(difficulty)),
  );
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
  truths.set(adds, mean);
  return mean;
}

const isAdopted = (word: EditOutcome): boolean => ['promising', 'supported', 'proved'].includes(word);
const isSupported = (word: EditOutcome): boolean => word === 'supported' || word === 'proved';

describe('edits that are raced on one half and confirmed on the other', () => {
  const rounds = roundsOf(300, 2_000);

  test('are seldom called proved where none helps, and are shown at their true size', () => {
    const random = createRandom('no edit helps');
    const none: readonly Edit[] = [0, 0, 0, 0, 0, -0.5].map((adds) => ({ adds }));
    let [proved, harmful, errors, claims, shown] = [0, 0, 0, 0, 0];
    for (let round = 0; round < rounds; round++) {
      const winner = race(none, random);
      if (winner === undefined) continue;
      const edit = none[winner.index] ?? { adds: 0 };
      const { word, first } = confirm(edit, 0, random);
      shown += 1;
      errors += first.gain - truthOf(edit);
      claims += winner.claimed - truthOf(edit);
      if (word === 'proved') proved += 1;
      if (isAdopted(word) && edit.adds < 0) harmful += 1;
    }
    expect(shown).toBeGreaterThan(rounds / 2);
    expect(proved / rounds).toBeLessThanOrEqual(atMost(0.05, rounds));
    expect(harmful / rounds).toBeLessThanOrEqual(atMost(0.03, rounds));
    // The confirmed number is right on average; the number of the race is not, so it is not shown.
    const noise = 3 * Math.sqrt(0.35 / half / shown);
    expect(Math.abs(errors / shown)).toBeLessThanOrEqual(0.01 + noise);
    expect(claims / shown).toBeGreaterThan(0.04);
  });

  test('keep most of what always taking the winner would gain, with hardly any harm', () => {
    const random = createRandom('one edit helps');
    const some: readonly Edit[] = [1.2, 0, 0, 0, -0.5].map((adds) => ({ adds }));
    let [always, kept, harmful, found] = [0, 0, 0, 0];
    const early = { confirmations: 0, tooLarge: 0 };
    for (let round = 0; round < rounds; round++) {
      const winner = race(some, random);
      if (winner === undefined) continue;
      const edit = some[winner.index] ?? { adds: 0 };
      const { word, first, isEarly } = confirm(edit, 0, random);
      if (isEarly && word === 'proved') {
        early.confirmations += 1;
        early.tooLarge += first.gain - truthOf(edit);
      }
      always += truthOf(edit);
      if (isSupported(word)) kept += truthOf(edit);
      if (isSupported(word) && edit.adds < 0) harmful += 1;
      if (isSupported(word) && edit.adds > 0) found += 1;
    }
    expect(kept / always).toBeGreaterThanOrEqual(0.75);
    expect(harmful / rounds).toBeLessThanOrEqual(atMost(0.005, rounds));
    expect(found / rounds).toBeGreaterThan(0.35);
    // Why such a size gets a note.
    expect(early.confirmations).toBeGreaterThan(rounds / 20);
    expect(early.tooLarge / early.confirmations).toBeGreaterThan(0.05);
  });

  test('are called judge-dependent where they please one judge alone', () => {
    const random = createRandom('an edit that pleases');
    const counts = { judgeDependent: 0, proved: 0 };
    for (let round = 0; round < rounds; round++) {
      const found = gains(unitsOf(random, 2 * half), { adds: 0, pleases: 0.35 }, random);
      const [first, second] = [effectOf(found.map(([one]) => one)), effectOf(found.map(([, two]) => two))];
      const facts = { level: confirmationLevel(0), targets: [first], guards: [] };
      if (editOutcome(facts) !== 'proved') continue;
      counts.proved += 1;
      if (editOutcome({ ...facts, second: [second.gain] }) === 'judgeDependent') counts.judgeDependent += 1;
    }
    let [real, doubted] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const found = gains(unitsOf(random, 2 * half), { adds: 1.2 }, random);
      const [first, second] = [effectOf(found.map(([one]) => one)), effectOf(found.map(([, two]) => two))];
      const facts = { level: confirmationLevel(0), targets: [first], guards: [] };
      if (editOutcome(facts) !== 'proved') continue;
      real += 1;
      if (editOutcome({ ...facts, second: [second.gain] }) === 'judgeDependent') doubted += 1;
    }
    expect(doubted / real).toBeLessThanOrEqual(0.1);
    expect(counts.proved).toBeGreaterThan(rounds / 4);
    expect(counts.judgeDependent / counts.proved).toBeGreaterThanOrEqual(0.8);
  });

  test('are proved in few sessions of an agent that tries fifty that do nothing', () => {
    const random = createRandom('a lying agent');
    const sessions = roundsOf(60, 400);
    let [lies, naive] = [0, 0];
    for (let session = 0; session < sessions; session++) {
      const all = Array.from({ length: 50 }, (_, before) => {
        const found = gains(unitsOf(random), { adds: 0 }, random).map(([gain]) => gain);
        const targets = [effectOf(found)];
        return [confirmationLevel(before), 0.05].map((level) => editOutcome({ level, targets, guards: [] }));
      });
      if (all.some(([word]) => word === 'proved')) lies += 1;
      // At 0.05 for each, as without a ledger.
      if (all.some(([, word]) => word === 'proved')) naive += 1;
    }
    expect(lies / sessions).toBeLessThanOrEqual(atMost(0.05, sessions));
    expect(naive / sessions).toBeGreaterThan(0.3);
  });
});

test('a confirmation that may end at four looks proves no more, and needs fewer units where an edit helps', () => {
  const random = createRandom('looks at a confirmation');
  const rounds = roundsOf(400, 4_000);
  const level = confirmationLevel(0);
  const share = (adds: number): { readonly sequential: number; readonly fixed: number; units: number } => {
    const counts = { sequential: 0, fixed: 0, units: 0 };
    for (let round = 0; round < rounds; round++) {
      const all = gains(unitsOf(random), { adds }, random).map(([gain]) => gain);
      const isProved = (units: number): boolean => {
        const plan = { planned: half, looks: looks.filter((look) => look <= units) };
        const { worth = 0, p = 1 } = pairEffect(all.slice(0, units), { seed: 's', plan }) ?? {};
        return worth > 0 && p <= level;
      };
      const end = looks.find(isProved);
      const { worth = 0, p = 1 } = pairEffect(all, { seed: 's' }) ?? {};
      if (end !== undefined) counts.sequential += 1;
      if (worth > 0 && p <= level) counts.fixed += 1;
      counts.units += (end ?? half) / rounds / half;
    }
    return { sequential: counts.sequential / rounds, fixed: counts.fixed / rounds, units: counts.units };
  };
  expect(share(0).sequential).toBeLessThanOrEqual(atMost(level / 2, rounds));
  const helped = share(2);
  expect(helped.sequential).toBeGreaterThan(helped.fixed - 0.1);
  expect(helped.units).toBeLessThan(0.9);
  // What an early look has to show is more, and its interval is wider.
  const early = [1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1, 0, -1, 1];
  const [alone, atLook] = [undefined, { planned: half, looks: looks.slice(0, 1) }].map((plan) =>
    pairEffect(early, { seed: 's', plan }),
  );
  expect(atLook?.p).toBeGreaterThan(2 * (alone?.p ?? 1));
  expect(atLook?.interval?.low).toBeLessThan(alone?.interval?.low ?? 0);
  expect(atLook?.interval?.level).toBe(0.95);
});

test('all confirmations together spend no more than 5 %', () => {
  const levels = Array.from({ length: 1_000 }, (_, before) => confirmationLevel(before));
  expect(levels[0]).toBe(0.025);
  expect(levels[2]).toBeCloseTo(0.05 / 12, 12);
  expect(levels.reduce((sum, level) => sum + level, 0)).toBeLessThanOrEqual(0.05);
});
