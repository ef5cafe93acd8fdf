import { describe, expect, it } from 'vitest';
import type { LearnedJudge } from '../../../src/core/benchmark/learnedJudge';
import { mrJudgements } from '../../../src/core/benchmarks/mrbench/judges';
import { dimensionIds, labelsOf } from '../../../src/core/benchmarks/mrbench/labels';
import { dialogueKey, replyKey } from '../../../src/core/benchmarks/mrbench/replyKey';
import { learnedMrJudge } from '../../../src/core/benchmarks/mrbench/learnedJudge';
import { rubrics } from '../../../src/core/benchmarks/mrbench/rubrics';
import { mrBenchSampleSchema, type MrSample } from '../../../src/core/benchmarks/mrbench/samples';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { trustCardSchema } from '../../../src/core/benchmark/trustCard';
import { judgeFile } from './embeddedFiles';

const sample: MrSample = mrBenchSampleSchema.parse({
  system: 'mrbench',
  id: 'bus',
  source: 'MathDial',
  history: [
    { role: 'tutor', content: 'A bus has 40 seats. 13 people get on, then 9 more. How many seats are free?' },
    { role: 'student', content: 'I took 13 from 40, so 27 seats are free.' },
  ],
  groundTruthSolution: '13 + 9 = 22 people. 40 - 22 = 18 seats.',
});
const reply = 'You took away the first 13 people. Which other people got on the bus?';

const judge: LearnedJudge<MrSample> = learnedMrJudge.read(
  judgeFile('mrbench.json'),
  judgeFile('mrbenchCrossValidated.json'),
);

describe('the learned judge of MRBench', () => {
  it('answers each dimension as its reader reads, with a label of its rubric and its chance', () => {
    const dialogue = { status: 'complete', replies: [{ visible: reply }] } as unknown as Parameters<
      typeof mrJudgements
    >[1];
    const tasks = mrJudgements(sample, dialogue, defaultPolicy);
    expect(tasks.map(({ judge: id }) => id)).toEqual(dimensionIds);
    for (const task of tasks) {
      const reading = task.read(judge.answer(task.judge, sample, reply, defaultPolicy));
      if (reading.kind !== 'verdicts') throw new Error(`${task.judge}: ${reading.kind}`);
      const [verdict] = reading.verdicts;
      expect(verdict?.status).toBe('ok');
      expect(labelsOf(dimensionIds.find((id) => id === task.judge) ?? 'coherence')).toContain(verdict?.label);
      expect(verdict?.reasoning).toMatch(/^Chance of “.+” \d{1,3}%, learned from people’s labels\.$/);
      expect(verdict?.reasoning).toContain(`“${String(verdict?.label)}”`);
    }
  });

  it('reads the worked solution only where policy and dimension let it', () => {
    const blind = { ...defaultPolicy, groundTruthToJudge: false };
    const other = { ...sample, groundTruthSolution: 'The answer is 4711.' };
    for (const id of dimensionIds) {
      expect(judge.answer(id, other, reply, blind)).toBe(judge.answer(id, sample, reply, blind));
    }
  });

  it('gives dimensions that may not see the worked solution the same answer with any other one', () => {
    const blind = dimensionIds.filter((id) => !rubrics[id].seesSolution);
    expect(blind.length).toBeGreaterThan(0);
    for (const groundTruthSolution of ['The answer is 4711.', '13 + 9 = 23', undefined]) {
      for (const words of [reply, 'Yes, 18 seats are free.', 'You have 27. Add 13 and 9 first: what is 13 + 9?']) {
        for (const id of blind) {
          const other = { ...sample, groundTruthSolution };
          expect(judge.answer(id, other, words, defaultPolicy)).toBe(judge.answer(id, sample, words, defaultPolicy));
        }
      }
    }
  });

  it('has nothing held out for a reply that it was not trained on', () => {
    expect(judge.heldOutAnswer('actionability', sample, reply)).toBeUndefined();
    expect(judge.isTrainingDialogue(sample)).toBe(false);
  });

  it('answers out of fold for a reply in the words of a training reply', () => {
    const label = 'To some extent';
    const code = labelsOf('mistake_identification').indexOf(label) + 1;
    const held = JSON.stringify({
      schemaVersion: 2,
      judge: judge.version,
      replies: { [replyKey(sample.history, reply)]: `${code}1111111` },
      dialogues: [dialogueKey(sample.history)],
    });
    const trained = learnedMrJudge.read(judgeFile('mrbench.json'), held);
    const answerOf = (own: string): unknown => {
      const text = trained.heldOutAnswer('mistake_identification', sample, own);
      return text === undefined ? undefined : JSON.parse(text);
    };
    const expected = { label, feedback: 'Answered by a model trained without this problem.' };
    expect(answerOf(reply)).toEqual(expected);
    expect(answerOf('you took away the FIRST 13 people —\n which other\u00A0people got on the bus ?')).toEqual(
      expected,
    );
    expect(answerOf(`${reply} Look again.`)).toBeUndefined();
    expect(trained.isTrainingDialogue({ ...sample, id: 'elsewhere' })).toBe(true);
    expect(trained.isTrainingDialogue({ ...sample, history: sample.history.slice(0, 1) })).toBe(false);
  });

  it('carries one card a dimension, of its own version and of replies it had not seen', () => {
    expect(judge.cards.map((card) => trustCardSchema.parse(card).dimension)).toEqual([...dimensionIds]);
    for (const card of judge.cards) {
      expect(card).toMatchObject({
        judge: 'offline',
        simulated: false,
        judgeVersion: judge.version,
        benchmark: 'mrbench',
      });
      expect(card.heldOut).toBe(card.n);
    }
  });

  it('refuses files that do not belong together', () => {
    const held = judgeFile('mrbenchCrossValidated.json').replace(/"embedded\/[^"]+"/, '"embedded/0-0"');
    expect(() => learnedMrJudge.read(judgeFile('mrbench.json'), held)).toThrow(/the weights belong to embedded/);
  });
});
