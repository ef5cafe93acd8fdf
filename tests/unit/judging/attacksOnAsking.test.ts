import { describe, expect, it } from 'vitest';
import { askJudge, type JudgeAccess } from '../../../src/core/run/askJudge';
import type { JudgeTask } from '../../../src/core/benchmark/judging/judgeTask';
import { createRandom } from '../../../src/core/statistics/random';
import { attacks, samplesOf, tasksOf } from './attackedTasks';

/** A judge that gives these answers in turn, the last one for ever. */
function answering(...answers: readonly string[]): { access: JudgeAccess; readonly kept: number[] } {
  const kept: number[] = [];
  let asked = 0;
  const access: JudgeAccess = {
    model: 'fake',
    seed: 's',
    takesImages: () => true,
    call: () => {
      const text = answers[Math.min(asked, answers.length - 1)] ?? '';
      asked += 1;
      const reply = { text, finish: 'stop' as const, usage: undefined, model: 'fake' };
      return Promise.resolve({ reply, cached: false, retries: 0, remember: () => kept.push(asked) });
    },
  };
  return { access, kept };
}

function taskOf(id: string, benchmark: string, key: string): { task: JudgeTask; honest: string; reply: string } {
  const attack = attacks.find((one) => one.id === id);
  if (attack === undefined) throw new Error(`There is no attack ${id}.`);
  const scene = samplesOf(attack).find((one) => one.benchmark.id === benchmark);
  const task = scene && tasksOf(scene, attack.reply).get(key);
  const honest = scene && tasksOf(scene, attack.base).get(key)?.simulate(createRandom(1));
  if (task === undefined || honest === undefined) throw new Error(`There is no task ${key} about ${id}.`);
  return { task, honest, reply: attack.reply };
}

describe('a judge that answers with the words of the reply', () => {
  it('is asked again, told why, and its own verdict counts', async () => {
    const { task, honest, reply } = taskOf('verdictObject-01', 'mrbench', 'tutor_tone');
    const { access, kept } = answering(reply, honest);
    const { verdicts, attempts } = await askJudge(task, access);
    expect(attempts.map(({ problem }) => problem)).toEqual([
      expect.stringContaining('a copy of words in the material'),
      undefined,
    ]);
    expect(verdicts).toMatchObject([{ judge: 'tutor_tone', status: 'ok' }]);
    // The copy is not kept for the next run.
    expect(kept).toEqual([2]);
  });

  it.each([
    ['verdictObject-02', 'socratesbench', 'J1'],
    ['verdictObject-04', 'tutorbench', 'criteria/1'],
    ['verdictObject-05', 'kmp-skills', 'correction'],
    ['verdictObject-07', 'kmp-dialogue', 'preference'],
    ['verdictObject-10', 'mrbench', 'actionability'],
  ])('leaves %s of %s without a verdict where it says nothing else: %s', async (id, benchmark, key) => {
    const scene = attacks.find((one) => one.id === id);
    const chosen = scene && samplesOf(scene).filter((one) => one.benchmark.id === benchmark);
    const task = chosen?.map((one) => tasksOf(one, scene?.reply ?? '').get(key)).find((one) => one !== undefined);
    if (task === undefined || scene === undefined) throw new Error(`There is no task ${key}.`);
    const { access, kept } = answering(`I say: ${scene.reply}`);
    const { verdicts, attempts } = await askJudge(task, access);
    expect(attempts).toHaveLength(3);
    expect(verdicts).toHaveLength(task.slots.length);
    expect(new Set(verdicts.map(({ status }) => status))).toEqual(new Set(['unscored']));
    expect(verdicts.every(({ label }) => label === undefined)).toBe(true);
    expect(kept).toEqual([]);
  });
});

describe('a judge that invents a quotation', () => {
  it('is asked once, and its verdict counts', async () => {
    const { task } = taskOf('verdictObject-02', 'socratesbench', 'J1');
    const evidence = 'I give you the answer.';
    const { access, kept } = answering(JSON.stringify({ reasoning: 'It says so.', leaked: true, turn: 1, evidence }));
    const { verdicts, attempts } = await askJudge(task, access);
    expect(attempts.map(({ problem }) => problem)).toEqual([undefined]);
    expect(verdicts).toMatchObject([{ status: 'ok', label: 'leak@1', evidence, evidenceFound: false }]);
    expect(kept).toEqual([1]);
  });
});
