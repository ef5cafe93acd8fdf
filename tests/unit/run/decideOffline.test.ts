import { describe, expect, it } from 'vitest';
import type { LearnedJudge } from '../../../src/core/benchmark/learnedJudge';
import { decideOffline } from '../../../src/core/run/runItem';
import type { RunSession } from '../../../src/core/run/runSession';
import type { WorkItem } from '../../../src/core/run/workItem';
import type { JudgeTask } from '../../../src/core/benchmark/judging/judgeTask';
import { createRandom } from '../../../src/core/statistics/random';

const learned: LearnedJudge = {
  version: 'embedded/9-abc',
  cards: [],
  answer: (judge, _sample, reply) => `learned ${judge}: ${reply}`,
  heldOutAnswer: (judge, _sample, reply) => (reply === 'seen' ? `held out ${judge}` : undefined),
  isTrainingDialogue: ({ id }) => id === 'known',
};
const slots = [{ judge: 'tone', unit: 'reply' }];
const task = { key: 'tone', judge: 'tone', slots, version: 'tone@1', simulate: () => 'rules' } as unknown as JudgeTask;
const item = { benchmark: { id: 'mrbench', title: 'MRBench' }, sample: { id: 'a' } } as unknown as WorkItem;

function session(entry: object, more: object = {}): RunSession {
  return { manifest: { benchmarks: [{ id: 'mrbench', ...entry }], policy: {}, ...more } } as unknown as RunSession;
}

function answerOf(run: RunSession, reply: string): readonly [string, string, boolean] {
  const { task: asked, heldOut = false } = decideOffline(run, item, task, reply, new Map([['mrbench', learned]]));
  return [asked.simulate(createRandom(1)), asked.version, heldOut];
}

describe('an offline task', () => {
  it('is decided by the learned judge, under its version, where the run was planned with one', () => {
    expect(answerOf(session({ learnedJudge: true }), 'seen')).toEqual(['learned tone: seen', 'embedded/9-abc', false]);
  });

  it('keeps its rules in a run that was planned before there was one', () => {
    expect(answerOf(session({}), 'seen')).toEqual(['rules', 'tone@1', false]);
  });

  it('is answered out of fold in a calibration where the judge was trained on the reply', () => {
    const calibration = session({ learnedJudge: true }, { calibration: { name: 'gold.json' } });
    expect(answerOf(calibration, 'seen')).toEqual(['held out tone', 'embedded/9-abc', true]);
    expect(answerOf(calibration, 'new')).toEqual(['learned tone: new', 'embedded/9-abc', false]);
  });

  it('has the answer of each judge as a member where one call asks several, out of fold only where all are', () => {
    const several = { ...task, slots: [...slots, { judge: 'clarity', unit: 'reply' }] } as unknown as JudgeTask;
    const calibration = session({ learnedJudge: true }, { calibration: { name: 'gold.json' } });
    const decided = (judge: LearnedJudge): readonly unknown[] => {
      const { task: asked, heldOut } = decideOffline(calibration, item, several, 'seen', new Map([['mrbench', judge]]));
      return [asked.simulate(createRandom(1)), heldOut];
    };
    expect(decided(learned)).toEqual(['{"tone": held out tone, "clarity": held out clarity}', true]);
    const partly: LearnedJudge = { ...learned, heldOutAnswer: (id) => (id === 'tone' ? 'held out' : undefined) };
    expect(decided(partly)).toEqual(['{"tone": learned tone: seen, "clarity": learned clarity: seen}', undefined]);
  });

  it('is marked in a calibration where the reply is new and its dialogue was trained on', () => {
    const calibration = session({ learnedJudge: true }, { calibration: { name: 'gold.json' } });
    const marks = (run: RunSession, id: string, reply: string): readonly unknown[] => {
      const of = { ...item, sample: { id } } as unknown as WorkItem;
      const { heldOut, trainedDialogue } = decideOffline(run, of, task, reply, new Map([['mrbench', learned]]));
      return [heldOut, trainedDialogue];
    };
    expect(marks(calibration, 'known', 'new')).toEqual([undefined, true]);
    expect(marks(calibration, 'known', 'seen')).toEqual([true, undefined]);
    expect(marks(calibration, 'other', 'new')).toEqual([undefined, undefined]);
    expect(marks(session({ learnedJudge: true }), 'known', 'new')).toEqual([undefined, undefined]);
  });

  it('is an error where the learned judge was not read, never an answer by other means', () => {
    expect(() => decideOffline(session({ learnedJudge: true }), item, task, 'seen', new Map())).toThrow(
      /learned judge of MRBench could not be read/,
    );
  });
});
