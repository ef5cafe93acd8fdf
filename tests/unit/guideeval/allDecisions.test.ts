import { describe, expect, it } from 'vitest';
import { judgeVersions } from '../../../src/core/benchmark/benchmark';
import { untrustedNotice } from '../../../src/core/benchmark/judging/fence';
import type { JudgeTask } from '../../../src/core/benchmark/judging/judgeTask';
import type { ProtocolPolicy } from '../../../src/core/benchmark/protocolPolicy';
import { guideEval } from '../../../src/core/benchmarks/guideeval/definition';
import { guideEvalStates, type GuideEvalState } from '../../../src/core/benchmarks/guideeval/samples';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { askJudge } from '../../../src/core/run/askJudge';
import type { ChatRequest } from '../../../src/core/providers/provider';
import { createRandom } from '../../../src/core/statistics/random';
import { dialogueWith, guideEvalSample } from './guideEvalFixtures';

const policy: ProtocolPolicy = { ...defaultPolicy, guideOneCall: true };
const dialogue = dialogueWith('Not quite. What is 3 times 4?');

function tasksOf(state: GuideEvalState, given = policy): readonly JudgeTask[] {
  return guideEval
    .judgements(guideEvalSample({ state, groundTruth: 'THE RIGHT ANSWER' }), dialogue, [], given)
    .flatMap((task) => ('prompt' in task ? [task] : []));
}

function taskOf(state: GuideEvalState): JudgeTask {
  const [task, ...more] = tasksOf(state);
  expect(more).toEqual([]);
  return task ?? expect.fail('a task was expected');
}

/** Plays a judge with these answers; the requests and the verdicts. */
async function judged(task: JudgeTask, ...answers: readonly string[]) {
  const requests: ChatRequest[] = [];
  const { verdicts } = await askJudge(task, {
    model: 'm',
    seed: '',
    takesImages: () => false,
    call: (request) => {
      requests.push(request);
      const text = answers[requests.length - 1] ?? '';
      return Promise.resolve({
        reply: { text, finish: 'stop' },
        cached: false,
        retries: 0,
        remember: () => undefined,
      });
    },
  });
  return { requests, labels: Object.fromEntries(verdicts.map(({ judge, label, status }) => [judge, label ?? status])) };
}

describe('all decisions of GuideEval in one call', () => {
  it.each(guideEvalStates)(
    'owes the verdicts that the judges of %s owe one by one, in one version of its own',
    (state) => {
      const single = tasksOf(state, defaultPolicy);
      const task = taskOf(state);
      expect(task.slots).toEqual(single.flatMap(({ slots }) => slots));
      expect(single.map(({ version }) => version)).not.toContain(task.version);
      // Every judge's scores and cases, word for word, and the frame of a single judge nowhere.
      for (const { prompt } of single)
        for (const line of prompt.fixed.split(untrustedNotice)[0]!.split('\n').slice(2))
          if (!line.includes('You see the reply only')) expect(task.prompt.fixed).toContain(line);
      expect(task.prompt.fixed).not.toMatch(/one decision|You see the reply only|classify/);
      expect(task.prompt.fixed.split(untrustedNotice)).toHaveLength(2);
      expect(task.prompt.material.includes('THE RIGHT ANSWER')).toBe(state === 'erroneous');
    },
  );

  it('has one version for all states, which the manifest names for every judge', () => {
    const versions = new Set(guideEvalStates.map((state) => taskOf(state).version));
    expect(versions.size).toBe(1);
    expect(new Set(Object.values(judgeVersions(guideEval, policy)))).toEqual(versions);
    expect(Object.values(judgeVersions(guideEval, defaultPolicy))).not.toContain([...versions][0]);
  });

  it('reads what its simulated judge and its single judges say alike', () => {
    for (const state of guideEvalStates) {
      const single = tasksOf(state, defaultPolicy).flatMap((task) => {
        const reading = task.read(task.simulate(createRandom(1)));
        return reading.kind === 'verdicts' ? reading.verdicts : [];
      });
      const task = taskOf(state);
      expect(task.read(task.simulate(createRandom(1)))).toEqual({ kind: 'verdicts', verdicts: single });
    }
  });

  it('asks again for what is missing or off the scale, and for nothing else', async () => {
    const { requests, labels } = await judged(
      taskOf('erroneous'),
      JSON.stringify({
        'P-Redirect': { reasoning: 'r', perception: 0.5 },
        'O-Reconfigure': { reasoning: 'r', orchestration: 0.5 },
      }),
      // What was decided already is not decided anew.
      JSON.stringify({
        'P-Redirect': { reasoning: 'r', perception: 0 },
        'O-Reconfigure': { reasoning: 'r', orchestration: 1 },
        Elicitation: { reasoning: 'r', question_level: 2 },
      }),
    );
    expect(labels).toEqual({ 'P-Redirect': 0.5, 'O-Reconfigure': 1, Elicitation: 2 });
    expect(requests).toHaveLength(2);
    expect(requests[1]?.messages).toHaveLength(1);
    expect(requests[1]?.messages[0]?.content).toMatch(/Still without a decision: O-Reconfigure, Elicitation\./);
  });

  it('keeps a decision whose reasoning has the end of a thought in it', async () => {
    const answer = String.raw`{
      "P-Affirm": {"reasoning": "The reply says \u003c/think> and goes on.", "perception": 1},
      "O-Advance": {"reasoning": "r", "orchestration": 0}, "Elicitation": {"reasoning": "r", "question_level": 2}
    }`;
    const { requests, labels } = await judged(taskOf('accurate'), answer);
    expect(labels).toEqual({ 'P-Affirm': 1, 'O-Advance': 0, Elicitation: 2 });
    expect(requests).toHaveLength(1);
  });

  it('leaves unscored what was never readable', async () => {
    const answer = JSON.stringify({ p_affirm: { perception: '1' }, 'O-Advance': 2, elicitation: 'high' });
    const { requests, labels } = await judged(taskOf('accurate'), answer, answer, 'I cannot say.');
    expect(labels).toEqual({ 'P-Affirm': 1, 'O-Advance': 'unscored', Elicitation: 'unscored' });
    expect(requests).toHaveLength(3);
  });
});
