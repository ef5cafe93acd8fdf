import { describe, expect, it } from 'vitest';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { promptRules } from '../../../src/core/prompt/promptRules';
import { buildReport } from '../../../src/core/results/buildReport';
import { fixFirst, failureGroups, ruleFindings } from '../../../src/core/results/failureGroups';
import type { RunReport } from '../../../src/core/results/reportModel';
import { readTrial } from '../../../src/core/results/trial';
import type { RunSession } from '../../../src/core/run/runSession';
import { ended, judged, openAi, replied, sample, toySession } from './reportFixture';

type Trials = Parameters<typeof failureGroups>[1];
type Cases = Parameters<typeof failureGroups>[2];

function groupsOf(session: RunSession): ReturnType<typeof failureGroups> {
  const cases = buildReport(session, { resamples: 50 }).benchmarks[0]?.cases ?? [];
  const trials = session.items.map((item) => readTrial(session, item));
  const aspect = { failure: 'right answers are not confirmed', topic: 'right' } as const;
  return failureGroups({ aspectOf: ({ judge }) => (judge === 'Helps' ? aspect : undefined) }, trials, cases, openAi);
}

describe('failureGroups', () => {
  it('groups cases that fail in one respect, and leaves unscored and neutral verdicts out', () => {
    const session = toySession({
      samples: ['a', 'b', 'c', 'd'].map((id) => sample(id, 'right')),
      records: [
        ...['a', 'b', 'c', 'd'].map((id) => replied(id, 'Hi')),
        judged('a', 'Helps', 0),
        judged('b', 'Helps', 1),
        judged('c', 'Helps', undefined),
        judged('d', 'Helps', 0.5),
        judged('d', 'Level', 0),
        ended(),
      ],
    });
    const [group, ...others] = groupsOf(session) ?? [];
    expect(others).toEqual([]);
    expect(group).toMatchObject({ failure: 'right answers are not confirmed', topic: 'right', of: 3 });
    expect(group?.cases).toEqual([session.items[0]?.key]);
  });

  it('puts the largest group first, and its worst case', () => {
    const chip = (judge: string) => ({ judge, judgeModel: openAi, outcome: 'undesired' });
    const cases = [
      { id: 'mild', badness: 0.5, chips: [chip('Tone'), chip('Helps')] },
      { id: 'bad', badness: 1, chips: [chip('Helps')] },
    ] as unknown as Cases;
    const trials = cases.map(({ id }) => ({ item: { sample: sample(id) } })) as unknown as Trials;
    const found = failureGroups(
      { aspectOf: ({ judge }) => ({ failure: judge, topic: 'tone' }) },
      trials,
      cases,
      openAi,
    );
    expect(found?.map(({ failure, cases: ids }) => [failure, ids])).toEqual([
      ['Helps', ['bad', 'mild']],
      ['Tone', ['mild']],
    ]);
  });

  it('has nothing to say before a verdict', () => {
    expect(groupsOf(toySession({ samples: [sample('a')], records: [replied('a', 'Hi')] }))).toBeUndefined();
  });
});

type Benchmarks = RunReport['benchmarks'];
type Topic = NonNullable<Benchmarks[number]['failures']>[number]['topic'];

function benchmarkWith(id: string, groups: readonly (readonly [Topic, number, number])[]): Benchmarks[number] {
  const cases = Array.from({ length: 60 }, (_, index) => ({
    id: `${id}/${index}`,
    sampleId: `${id} ${index}`,
    badness: 1,
  }));
  const failures = groups.map(([topic, failing, of]) => ({
    failure: `${id} ${topic}`,
    topic,
    of,
    cases: cases.slice(0, failing).map((one) => one.id),
  }));
  return { id, title: id, cases, failures } as unknown as Benchmarks[number];
}

const rulesOf = (text: string) => promptRules(readPromptFile('t.md', text));

const foreign = [
  ['German', '- Verrate nie die Antwort.\n- Sage, wo der Fehler liegt.\n- Stelle eine Frage.\n'],
  ['Spanish', '- Nunca des la respuesta.\n- Di dónde está el fallo.\n- Haz una pregunta.\n'],
] as const;

const benchmarks = [
  benchmarkWith('one', [
    ['right', 1, 1],
    ['wrong', 20, 30],
    ['lost', 18, 30],
    ['tone', 17, 30],
  ]),
  benchmarkWith('two', [
    ['answer', 9, 30],
    ['hints', 0, 30],
  ]),
];

describe('fixFirst', () => {
  it('takes what surely fails most, and no more than two groups of a benchmark', () => {
    expect(fixFirst({ benchmarks }).map(({ failure }) => failure)).toEqual(['one wrong', 'one lost', 'two answer']);
  });

  it('takes three groups of a benchmark that alone has some', () => {
    const [one] = benchmarks;
    const alone = { benchmarks: [one!, benchmarkWith('two', [['hints', 0, 30]])] };
    expect(fixFirst(alone).map(({ failure }) => failure)).toEqual(['one wrong', 'one lost', 'one tone']);
  });

  it('shows each group by a student that no group before it shows', () => {
    const [one] = benchmarks;
    expect(fixFirst({ benchmarks: [one!] }).map(({ example }) => example.id)).toEqual(['one/0', 'one/1', 'one/2']);
    const few = benchmarkWith('few', [
      ['wrong', 1, 1],
      ['lost', 1, 1],
    ]);
    expect(fixFirst({ benchmarks: [few] }).map(({ example }) => example.id)).toEqual(['few/0', 'few/0']);
  });

  it('names the rule to look at, or that there is none', () => {
    const rules = promptRules(readPromptFile('t.md', '# Coach\n\n- Say it when something is wrong.\n'));
    expect(fixFirst({ benchmarks }, rules).map(({ rule }) => rule)).toMatchObject([
      { number: 1, from: 3 },
      'none',
      'none',
    ]);
  });

  it('reads Swedish rules, and says which failure none of them speaks of', () => {
    const rules = rulesOf('- Säg till när eleven har gjort fel.\n- Ge aldrig bort svaret.\n');
    expect(fixFirst({ benchmarks }, rules).map(({ rule }) => rule)).toMatchObject([
      { number: 1 },
      'none',
      { number: 2 },
    ]);
  });

  it.each(foreign)('claims of a prompt in %s neither a rule nor that there is none', (_, prompt) => {
    expect(fixFirst({ benchmarks }, rulesOf(prompt)).map((one) => one.rule)).toEqual([undefined, undefined, undefined]);
  });
});

describe('ruleFindings', () => {
  const prompt = [
    '- Never give away the answer.',
    '- When they have made a mistake, say that it is wrong. One mistake at a time.',
    '- If they are lost, go back a step.',
    '- Give a hint first.',
    '- Write in British spelling.',
  ].join('\n');
  const found = ruleFindings(promptRules(readPromptFile('t.md', prompt)), { benchmarks });

  it('puts a group at the one rule that speaks of it most', () => {
    expect(found.map(({ groups }) => groups.map(({ failure }) => failure))).toEqual([
      ['two answer'],
      ['one wrong'],
      ['one lost'],
      [],
      [],
    ]);
  });

  it('tells a rule whose cases all pass from one that nothing measures', () => {
    expect(found.map(({ isMeasured }) => isMeasured)).toEqual([true, true, true, true, false]);
  });

  it('does so in Swedish, too', () => {
    const swedish = rulesOf('- Ge aldrig bort svaret.\n- Bekräfta när eleven har rätt.\n- Skriv på bokmål.\n');
    const at = ruleFindings(swedish, { benchmarks });
    expect(at.map(({ groups }) => groups.map(({ failure }) => failure))).toEqual([['two answer'], ['one right'], []]);
    expect(at.map(({ isMeasured }) => isMeasured)).toEqual([true, true, false]);
  });

  it.each(foreign)('does not say of rules in %s whether they were measured', (_, text) => {
    const at = ruleFindings(rulesOf(text), { benchmarks });
    expect(at.map(({ groups, isMeasured }) => [groups.length, isMeasured])).toEqual(at.map(() => [0, undefined]));
    expect(at).toHaveLength(3);
  });
});
