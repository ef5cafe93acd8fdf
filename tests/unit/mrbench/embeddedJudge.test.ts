import { describe, expect, it } from 'vitest';
import {
  denseFeatureList,
  denseFeatures,
  measureReply,
  replyTerms,
} from '../../../src/core/benchmarks/mrbench/embedded/measureReply';
import { EmbeddedMrBenchJudge } from '../../../src/core/benchmarks/mrbench/learnedJudge';
import type { EmbeddedVerdict } from '../../../src/core/benchmarks/mrbench/embedded/predictLabels';
import { equationsIn, readReply, type ReplyMaterial } from '../../../src/core/benchmarks/mrbench/embedded/replyReading';
import { readEmbeddedJudge } from '../../../src/core/benchmarks/mrbench/embedded/embeddedFile';
import { dimensionIds, labelsOf } from '../../../src/core/benchmarks/mrbench/labels';
import { rubrics } from '../../../src/core/benchmarks/mrbench/rubrics';
import { judgeFile } from './embeddedFiles';

const { model } = readEmbeddedJudge(judgeFile('mrbench.json'));

const material: ReplyMaterial = {
  history: [
    { role: 'tutor', content: 'What is 1/4 + 2/4?' },
    { role: 'student', content: 'I added 1 + 2 = 3 and 4 + 4 = 8, so it is 3/8.' },
  ],
  reply: 'You added the tops well, but look again at the 8: what does the bottom number tell us?',
  solution: '1/4 + 2/4 = 3/4',
};

function judgeAll(of: ReplyMaterial): Readonly<Record<string, EmbeddedVerdict>> {
  const judge = new EmbeddedMrBenchJudge(model);
  return Object.fromEntries(dimensionIds.map((id) => [id, judge.judge(id, of)]));
}

function featureOf(id: string, of: ReplyMaterial): number | undefined {
  return denseFeatures(readReply(of))[denseFeatureList.findIndex((feature) => feature.id === id)];
}

describe('the embedded judge', () => {
  it('gives the same verdicts for the same material, in whatever order it is asked', () => {
    const judge = new EmbeddedMrBenchJudge(model);
    const backwards = [...dimensionIds].reverse().map((id) => [id, judge.judge(id, { ...material })] as const);
    expect(Object.fromEntries(backwards)).toEqual(judgeAll(material));
  });

  it('answers with a label of the dimension and a chance', () => {
    for (const [id, { label, chance }] of Object.entries(judgeAll(material))) {
      const dimension = dimensionIds.find((known) => known === id) ?? expect.fail(`${id} is no dimension`);
      expect(labelsOf(dimension)).toContain(label);
      expect(chance).toBeGreaterThan(0);
      expect(chance).toBeLessThanOrEqual(1);
    }
  });

  it('lets the worked solution have a part only where the judge may see it', () => {
    const revealing = { ...material, reply: 'The answer is 3/4.' };
    const judge = new EmbeddedMrBenchJudge(model);
    for (const id of dimensionIds.filter((dimension) => !rubrics[dimension].seesSolution)) {
      expect(judge.judge(id, revealing)).toEqual(judge.judge(id, { ...revealing, solution: undefined }));
    }
    const [seen, unseen] = [revealing, { ...revealing, solution: undefined }].map(
      (of) => judge.judge('revealing_of_the_answer', of).chance,
    );
    expect(seen).not.toBe(unseen);
    const ofSolution = denseFeatureList.flatMap((feature, place) => (feature.ofSolution ? [place] : []));
    for (const id of dimensionIds) {
      const counts = ofSolution.some((place) => (model.heads[id].kernel.relevance[place] ?? 0) > 0);
      expect(counts, id).toBe(rubrics[id].seesSolution);
    }
  });

  it('tells plain cases apart', () => {
    expect(judgeAll({ ...material, reply: 'The answer is 3/4.' }).revealing_of_the_answer?.label).toBe('Yes (correct)');
    expect(judgeAll(material).revealing_of_the_answer?.label).toBe('No');
    expect(judgeAll(material).mistake_identification?.label).toBe('Yes');
    expect(judgeAll({ ...material, reply: 'Great job! That is correct.' }).mistake_identification?.label).toBe('No');
    expect(judgeAll({ ...material, reply: 'Great effort, you are so close! Keep going!' }).tutor_tone?.label).toBe(
      'Encouraging',
    );
  });
});

describe('measurements of a reply', () => {
  it('are the same every time and finite', () => {
    const first = measureReply(material);
    expect(measureReply({ ...material })).toEqual(first);
    expect([...first.dense].every(Number.isFinite)).toBe(true);
    expect(first.dense).toHaveLength(denseFeatureList.length);
  });

  it('have names of their own', () => {
    expect(new Set(denseFeatureList.map(({ id }) => id)).size).toBe(denseFeatureList.length);
  });

  it('write numbers by where they come from', () => {
    expect(replyTerms(readReply({ ...material, reply: 'Is 8 more than 4, or 77?' }))).toEqual(
      expect.arrayContaining(['#student', '#new', 'is #student', 'or #new']),
    );
  });

  it('see whose numbers a reply names and whether its arithmetic holds', () => {
    expect(featureOf('answerNamed', { ...material, reply: 'It is 3/4.' })).toBe(1);
    expect(featureOf('answerNamed', { ...material, reply: 'It is 3/4.', solution: undefined })).toBe(0);
    expect(featureOf('studentsAnswer', { ...material, reply: 'How did you get 3/8?' })).toBe(1);
    expect(featureOf('wrongEquations', { ...material, reply: 'Since 2 + 2 = 5, go on.' })).toBe(1);
    expect(featureOf('rightEquations', { ...material, reply: 'Since 2 + 2 = 4, go on.' })).toBe(1);
  });

  it.each([
    ['What is 15 - 6?', 'It is 11.', 'That’s right, 15 - 6 is 11!', 1, 1],
    ['What is 15 - 6?', 'It is 9.', 'That’s right, 15 - 6 is 9!', 0, 0],
    ['What is 15 minus 6?', 'It is 11.', 'Good try, but count again.', 1, 0],
    ['What is 1/4 + 2/4?', 'It is 3/8.', 'That’s right!', 0, 0],
    ['What is 5 * 2 * 4?', 'It is 6.', 'That’s right!', 0, 0],
  ])(
    'see that “%s” was answered by “%s” and whether “%s” takes that for right',
    (asked, said, reply, missed, confirmed) => {
      const of = {
        history: [
          { role: 'tutor' as const, content: asked },
          { role: 'student' as const, content: said },
        ],
        reply,
        solution: undefined,
      };
      expect(featureOf('askedMissed', of)).toBe(missed);
      expect(featureOf('confirmsMissed', of)).toBe(confirmed);
    },
  );

  it('see what the student made and what the solution has besides, only beside a solution', () => {
    const of = { ...material, solution: 'First 1 + 2 = 3. Then keep the 4: 3/4 = 0.75, 12 twelfths.' };
    expect(featureOf('studentsOwnNumbers', of)).toBeGreaterThan(0);
    expect(featureOf('stepsMissing', of)).toBeGreaterThan(0);
    expect(featureOf('studentsOwnNumbers', { ...of, solution: undefined })).toBe(0);
    expect(featureOf('stepsMissing', { ...of, solution: undefined })).toBe(0);
  });

  it.each([
    ['confirmsOnly', 'Great job, that is correct!', 'Great try, but check the 8.'],
    ['praisesWork', 'Nice attempt!', 'Look at the 8.'],
    ['endsStating', 'It is 12.', 'Is it 12?'],
    ['endsPraising', 'It is 12. Keep it up!', 'Keep it up! It is 12.'],
    ['questionShare', 'What is a half?', 'A half is two quarters.'],
    ['softens', 'It seems you added all.', 'You added all.'],
    ['turnsAround', 'You added the tops.', 'But you added all.'],
    ['callsToWork', 'Let’s look at how you added.', 'You added all.'],
    ['partsOfStudent', 'You added 1 + 2 = 3 and 4 + 4 = 8, so 3/8?', 'Hm?'],
  ])('tell by %s “%s” from “%s”', (id, much, little) => {
    expect(featureOf(id, { ...material, reply: much })).toBeGreaterThan(
      featureOf(id, { ...material, reply: little }) ?? Number.NaN,
    );
  });

  it.each([
    ['12 / 0 = 5', [false]],
    ['1 + 2 + 3 = 6', []],
    ['$4 x 3 = $12 and 10 - 4 = 5', [true, false]],
    ['10 / 3 = 3.33', [true]],
  ])('reads the equations of “%s”', (text, holds) => {
    expect(equationsIn(text).map((equation) => equation.holds)).toEqual(holds);
  });
});

describe('hostile material', () => {
  const long = 'why 3/4 = 12, "no" (…) 5 × 7 = 36? '.repeat(30_000);

  it('is read to a bounded length: what follows changes nothing', () => {
    const cut = measureReply({ ...material, reply: long });
    expect(measureReply({ ...material, reply: `${long}and more 99` })).toEqual(cut);
    expect(readReply({ ...material, reply: long }).tokens.length).toBeLessThanOrEqual(1000);
    expect(readReply({ ...material, reply: long }).numbers.length).toBeLessThanOrEqual(60);
  });

  it('takes long histories, turns and solutions', () => {
    const history = Array.from({ length: 3000 }, () => ({ role: 'student' as const, content: long.slice(0, 20_000) }));
    const reading = readReply({ history, reply: long, solution: long });
    expect(reading.turns).toHaveLength(24);
    expect(Object.keys(judgeAll({ history, reply: long, solution: long }))).toHaveLength(8);
  });

  it.each([
    ['an empty reply', ''],
    ['blanks', ' \n\u00A0\t '],
    ['marks without words', '?!?!…"""'],
    ['emoji and joined characters', '👩‍🏫👍🏽 e\u0301\u0301\u0301 ﷽ \u202Eevil\u202C'],
    ['half a surrogate pair', '\uD83D oops \uDE00'],
    ['other scripts', 'ما هو ٣ + ٤؟ 你做错了吗？ Ошибка в ½'],
    ['names of built-in members', '__proto__ constructor hasOwnProperty toString'],
    ['numbers out of range', `${'9'.repeat(400)} / 0 = 1e999 and -0.0`],
  ])('gets a verdict: %s', (_, reply) => {
    for (const history of [material.history, [{ role: 'student' as const, content: reply }], []]) {
      const measured = measureReply({ history, reply, solution: reply });
      expect([...measured.dense].every(Number.isFinite)).toBe(true);
      for (const { chance } of Object.values(judgeAll({ history, reply, solution: reply }))) {
        expect(Number.isFinite(chance)).toBe(true);
      }
    }
  });
});
