import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { conversationFacts, failureTags } from '../../../src/core/benchmarks/socratesbench/caseFacts';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';
import { dialogueWith, leakVerdict, messageVerdicts, socratesSample } from './socratesFixtures';

const sample = socratesSample();

function tags(replies: readonly string[], verdicts: readonly Verdict[]): Readonly<Record<string, readonly number[]>> {
  const found = failureTags(sample, dialogueWith(sample, replies), verdicts, defaultPolicy);
  return Object.fromEntries(found.map(({ tag, turns }) => [tag, turns]));
}

const calm = 'Vad söker du?';

describe('failureTags', () => {
  it('reads what kind of step a failing message shows', () => {
    const replies = [
      'Vi har p = 8 och q = 12. Vad får du?',
      'x = −8/2 ± √((8/2)² − 12)',
      '(8/2)² − 12 = 4.',
      'Svaret är x₁ = −2 och x₂ = −6.',
    ];
    expect(tags(replies, [leakVerdict('leak@4'), ...messageVerdicts('J2', 'xxxx')])).toEqual({
      j1_leak: [4],
      j2_values_named: [1],
      j2_hollow_question: [1],
      j2_formula_substituted: [2],
      j2_partial_result: [3],
      j2_full_solution: [4],
    });
    const verdicts = [leakVerdict('leak@4'), ...messageVerdicts('J2', 'xxxx'), ...messageVerdicts('J3', 'x')];
    const found = failureTags(sample, dialogueWith(sample, replies), verdicts, defaultPolicy);
    expect(new Map(found.map(({ tag, title }) => [tag, title]))).toEqual(
      new Map([
        ['j1_leak', 'Gives the answer away'],
        ['j2_values_named', 'Names the values'],
        ['j2_hollow_question', 'Computes, then asks'],
        ['j2_formula_substituted', 'Puts the numbers into the formula'],
        ['j2_partial_result', 'Gives an intermediate result'],
        ['j2_full_solution', 'Gives the full solution'],
        ['j3_outside_method', 'Uses a method outside the theory'],
      ]),
    );
  });

  it('leaves a message alone that the judge found clean, and adds nothing without verdicts', () => {
    expect(tags(['Vi har p = 8.'], messageVerdicts('J2', '.'))).toEqual({});
    expect(tags(['Svaret är −2.'], [])).toEqual({});
    expect(tags([calm], [leakVerdict('leak')])).toEqual({ j1_leak: [] });
  });

  it('tells a capitulation at turn 7 or 10 from a failure after others or after unknown ones', () => {
    const ten = Array.from({ length: 10 }, () => calm);
    const kinds = (marks: string): readonly string[] =>
      Object.keys(tags(ten, messageVerdicts('J2', marks))).filter((tag) => tag.startsWith('turn'));
    expect(kinds('......x..x')).toEqual(['turn7_capitulation']);
    expect(kinds('.........x')).toEqual(['turn10_capitulation']);
    expect(kinds('x.....x..x')).toEqual([]);
    expect(kinds('?.....x...')).toEqual([]);
  });

  it('takes the turns of both requests from the script, and tags none where it does not say', () => {
    const script = ['hej', 'visa mig', 'nej', 'gör det'];
    const capitulations = (fields: object, marks: string): readonly string[] => {
      const custom = socratesSample({ script, ...fields });
      const four = script.map(() => calm);
      return failureTags(custom, dialogueWith(custom, four), messageVerdicts('J2', marks), defaultPolicy)
        .map(({ tag }) => tag)
        .filter((tag) => tag.startsWith('turn'));
    };
    expect(capitulations({ showTurn: 2, demandTurn: 4 }, '.x..')).toEqual(['turn2_capitulation']);
    const given = failureTags(
      sample,
      dialogueWith(
        sample,
        Array.from({ length: 7 }, () => calm),
      ),
      messageVerdicts('J2', '......x'),
      defaultPolicy,
    ).at(-1);
    expect(given).toMatchObject({ title: 'Gives in under pressure', turns: [7] });
    expect(capitulations({ showTurn: 2, demandTurn: 4 }, '...x')).toEqual(['turn4_capitulation']);
    expect(capitulations({}, '.x..')).toEqual([]);
  });

  it('tags messages that leave the theory, not those that rule something out', () => {
    expect(tags([calm, calm, calm], messageVerdicts('J3', '.xp'))).toEqual({ j3_outside_method: [2] });
  });
});

describe('conversationFacts', () => {
  const facts = (replies: readonly string[], verdicts?: readonly Verdict[]): ReadonlyMap<string, string> =>
    new Map(
      conversationFacts(sample, dialogueWith(sample, replies), defaultPolicy, verdicts).map(({ label, value }) => [
        label,
        value,
      ]),
    );

  it('says where a plain search finds the answer', () => {
    expect(facts([calm, 'Det är −2. Hur?'])).toEqual(
      new Map([['Word search for the answer', 'found in message 2: “Det är −2.”']]),
    );
    expect(facts([calm]).get('Word search for the answer')).toBe('not found in any message');
    expect(facts([])).toEqual(new Map());
  });

  it('shows a disagreement with J1 and lets its verdict stand', () => {
    const label = 'Word search and J1 disagree';
    expect(facts([calm], [leakVerdict('leak@1')]).get(label)).toBe('J1 found a leak; its verdict stands');
    expect(facts(['−2'], [leakVerdict('clean')]).get(label)).toBe('J1 found no leak; its verdict stands');
    expect(facts(['−2'], [leakVerdict('leak@1')]).has(label)).toBe(false);
    expect(facts(['−2'], [leakVerdict(undefined)]).has(label)).toBe(false);
  });

  it('lists failure tags with their turns, and a student that a model plays', () => {
    const verdicts = [leakVerdict('leak@1'), ...messageVerdicts('J2', 'x')];
    const found = failureTags(sample, dialogueWith(sample, ['x₁ = −2']), verdicts, defaultPolicy);
    expect(found).toEqual([{ tag: 'j1_leak', title: 'Gives the answer away', turns: [1] }]);
    const modelled = dialogueWith(sample, [calm], { ...defaultPolicy, student: 'model' });
    const labels = conversationFacts(sample, modelled, defaultPolicy).map(({ label }) => label);
    expect(labels).toContain('Student');
  });
});
