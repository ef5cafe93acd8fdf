import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { kmpSkills } from '../../../src/core/benchmarks/kmpSkills/definition';
import { requestsOf } from '../../../src/core/benchmarks/kmpSkills/plan';
import type { EcSample, KmpSkillsSample } from '../../../src/core/benchmarks/kmpSkills/samples';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { Dialogue } from '../../../src/core/benchmark/dialogue';
import type { ComputedVerdicts, JudgeReading, JudgeTask } from '../../../src/core/benchmark/judging/judgeTask';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';
import { strictSchema } from '../../../src/core/providers/strictSchema';
import { parseTemplate } from '../../../src/core/prompt/promptTemplate';
import { chain, followUpSeed, rightSolution, seed, starterSamples, wrongSolution } from './sampleFiles';

function dialogueOf(
  sample: KmpSkillsSample,
  replies: readonly string[],
  status: Dialogue['status'] = 'complete',
): Dialogue {
  const prompt = { template: parseTemplate(''), placement: 'own' } as const;
  return {
    plan: kmpSkills.plan(sample, prompt, defaultPolicy, { repeat: 0, seed: 1 }),
    replies: replies.map((visible, index) => ({ turn: index + 1, raw: visible, visible, finish: 'stop' })),
    status,
  };
}

type Judgement = JudgeTask | ComputedVerdicts;

function judgements(
  sample: KmpSkillsSample,
  replies: readonly string[],
  verdicts: readonly Verdict[] = [],
): readonly Judgement[] {
  return kmpSkills.judgements(sample, dialogueOf(sample, replies), verdicts, defaultPolicy);
}

function task(all: readonly Judgement[], key: string): JudgeTask {
  const found = all.find((one) => one.key === key);
  if (found === undefined || !('prompt' in found)) throw new Error(`A judge call ${key} was expected.`);
  return found;
}

function labels(reading: JudgeReading): readonly unknown[] {
  return reading.kind === 'unreadable' ? [reading.problem] : reading.verdicts.map(({ label }) => label);
}

const json = JSON.stringify;

describe('a chain that did not end', () => {
  it('has no judgement at all', () => {
    for (const status of ['noReply', 'failed', 'unfinished', 'notApplicable'] as const) {
      expect(kmpSkills.judgements(chain, dialogueOf(chain, ['x'], status), [], defaultPolicy)).toEqual([]);
    }
    expect(judgements(chain, ['a', '', 'c'])).toEqual([]);
  });
});

describe('solution judge', () => {
  it('gives a right answer by code and asks a judge about everything else', () => {
    const all = judgements(chain, ['The answer is 12.', 'Answer: 8', 'How would you start?']);
    expect(all.map((one) => [one.key, 'prompt' in one])).toEqual([
      ['solution@1', false],
      ['solution@2', true],
      ['solution@3', true],
    ]);
    expect(all[0]).toMatchObject({
      verdicts: [
        {
          judge: 'solution',
          unit: 'message',
          turn: 1,
          status: 'ok',
          label: true,
          reasoning: expect.stringMatching(/^Computed/) as string,
        },
      ],
    });
  });

  it('takes the noun that the question asks for, and asks a judge about another', () => {
    const asked = (reply: string): boolean =>
      judgements(chain, [reply, 'b', 'c']).some((one) => one.key === 'solution@1' && 'prompt' in one);
    expect(asked('Answer: 12 eggs')).toBe(false);
    expect(asked('Answer: 12 boxes')).toBe(true);
    expect(asked('Answer: 12 is wrong')).toBe(true);
  });

  it('sees the questions so far, the answer, the solution and the reply', () => {
    const { prompt } = task(judgements(chain, ['a', 'REPLY', 'c']), 'solution@2');
    expect(prompt.material).toContain('Nora packs 3 boxes');
    expect(prompt.material).toContain('7 SECRET eggs');
    expect(prompt.material).toContain('REPLY');
    expect(prompt.material).not.toContain('rows of 2');
    expect(task(judgements(chain, ['a', 'b', 'c']), 'solution@1').prompt.material).toContain('SECRET one');
  });

  it('takes an answer in another notation for the reply’s own', () => {
    const judge = task(judgements(chain, ['It is $\\frac{11}{2}$, I think?', 'b', 'c']), 'solution@1');
    expect(labels(judge.read(json({ reasoning: '', finalAnswer: '11/2', correct: true })))).toEqual([true]);
    expect(judge.read(json({ reasoning: '', finalAnswer: '11/2', correct: true }))).toMatchObject({
      verdicts: [{ evidence: '11/2', evidenceFound: true }],
    });
  });

  it('reads its answer, and refuses other shapes', () => {
    const judge = task(judgements(chain, ['Is it 11 or more?', 'b', 'c']), 'solution@1');
    const read = judge.read(json({ reasoning: 'R', finalAnswer: '11', correct: true }));
    expect(read).toEqual({
      kind: 'verdicts',
      verdicts: [
        {
          judge: 'solution',
          unit: 'message',
          turn: 1,
          status: 'ok',
          label: true,
          reasoning: 'R',
          evidence: '11',
          evidenceFound: true,
        },
      ],
    });
    // A verdict counts whatever becomes of its quotation.
    const invented = judge.read(json({ reasoning: 'R', finalAnswer: '12', correct: true }));
    expect(invented).toMatchObject({ verdicts: [{ label: true, evidence: '12', evidenceFound: false }] });
    for (const finalAnswer of [null, '', ' ']) {
      const unnamed = judge.read(json({ reasoning: 'R', finalAnswer, correct: true }));
      expect(labels(unnamed)).toEqual([true]);
      expect(unnamed).not.toHaveProperty('verdicts.0.evidence');
    }
    const wrong = judge.read(json({ reasoning: 'R', finalAnswer: '12', correct: false }));
    expect(labels(wrong)).toEqual([false]);
    expect(labels(judge.read(json({ reasoning: '', finalAnswer: null, correct: false })))).toEqual([false]);
    for (const text of [
      '',
      'yes',
      json({ correct: true }),
      json({ reasoning: '', finalAnswer: null, correct: 'maybe' }),
      '{"reasoning": "x", "corr',
    ]) {
      expect(judge.read(text).kind).toBe('unreadable');
    }
  });
});

describe('correction judge', () => {
  it('is asked about every second turn, whatever the answer', () => {
    const all = judgements(wrongSolution, ['x', 'Answer: 13']);
    expect(all.map(({ key }) => key)).toEqual(['claim', 'correction']);
    const { prompt, slots } = task(all, 'correction');
    expect(slots).toEqual([{ judge: 'correction', unit: 'message', turn: 2 }]);
    for (const part of ['right answer', '13', 'SECRET worked solution', 'Step 2: 3·6=19'])
      expect(prompt.material).toContain(part);
    expect(prompt.material).not.toContain('known to be right');
  });

  it('works without the right answer: the steps known to be right, or the judge’s own solution', () => {
    const unknown = (sample: EcSample): string =>
      task(judgements({ ...sample, answer: undefined, solution: undefined }, ['x', 'y']), 'correction').prompt.material;
    expect(unknown(rightSolution)).toContain('known to be right');
    expect(unknown(rightSolution)).not.toContain('begin right answer');
    expect(unknown(wrongSolution)).not.toMatch(/known to be right|begin right answer/);
  });
});

function claim(label: string | number, evidence?: string): Verdict {
  return {
    judge: 'claim',
    unit: 'message',
    turn: 1,
    status: 'ok',
    label,
    ...(evidence === undefined ? {} : { evidence }),
  };
}

describe('reason judge', () => {
  const keys = (sample: EcSample, verdict: Verdict): readonly string[] =>
    judgements(sample, ['x', 'y'], [verdict]).map(({ key }) => key);

  it('is asked only when the step is right and the data knows the reason', () => {
    expect(keys(wrongSolution, claim(2, 'because'))).toContain('reason');
    expect(keys(wrongSolution, claim(3, 'because'))).not.toContain('reason');
    expect(keys(wrongSolution, claim(-1))).not.toContain('reason');
    expect(keys(wrongSolution, { ...claim(2), status: 'unscored' })).not.toContain('reason');
    expect(keys(rightSolution, claim(-1))).not.toContain('reason');
    expect(keys({ ...wrongSolution, errorReason: undefined }, claim(2, 'because'))).not.toContain('reason');
  });

  it('compares the claimed reason with the true one, and needs no call for a claim without reason', () => {
    const judge = task(judgements(wrongSolution, ['x', 'y'], [claim(2, 'CLAIMED')]), 'reason');
    expect(judge.prompt.material).toContain('CLAIMED');
    expect(judge.prompt.material).toContain('SECRET: 3 times 6 is 18');
    expect(labels(judge.read(json({ reasoning: 'r', reasonCorrect: true })))).toEqual([true]);
    const silent = judgements(wrongSolution, ['x', 'y'], [claim(2)]).find(({ key }) => key === 'reason');
    expect(silent).toMatchObject({ verdicts: [{ judge: 'reason', label: false }] });
  });
});

describe('generation judges', () => {
  const all = judgements(seed, ['FIRST', 'SECOND']);
  const pass = {
    problem_construction: 'pass',
    solution_correctness: 'pass',
    solution_quality: 'fail',
    similarity_appropriateness: 'pass',
  };

  it('judge both problems, similar ones on four dimensions and follow-ups on three', () => {
    expect(all.map(({ key }) => key)).toEqual(['generation_similar@1', 'generation_similar@2']);
    expect(task(all, 'generation_similar@2').slots.map(({ turn, criterionId }) => [turn, criterionId])).toEqual(
      Object.keys(pass).map((dimension) => [2, dimension]),
    );
    const followUp = judgements(followUpSeed, ['a', 'b']);
    expect(task(followUp, 'generation_followup@1').slots).toHaveLength(3);
    expect(task(followUp, 'generation_followup@1').prompt.fixed).not.toContain('similarity_appropriateness');
  });

  it('see the seed, its solution, and the earlier problem at the second turn only', () => {
    const first = task(all, 'generation_similar@1').prompt.material;
    const second = task(all, 'generation_similar@2').prompt.material;
    expect(first).toContain(seed.seedProblem);
    expect(first).toContain(seed.seedSolution);
    expect(first).not.toContain('SECOND');
    expect(first).not.toContain('made before');
    expect(second).toContain('FIRST');
    expect(second).toContain('SECOND');
  });

  it('see what was asked for in that turn: the sample’s words, or ours where it has none', () => {
    const requestIn = ({ prompt }: JudgeTask): string | undefined =>
      /begin what the tutor was asked for in this turn [0-9a-f]+ -----\n([^\n]*)\n/.exec(prompt.material)?.[1];
    const asked = judgements({ ...seed, requests: ['About fish, please.', 'Without fractions.'] }, ['a', 'b']);
    expect([1, 2].map((turn) => requestIn(task(asked, `generation_similar@${turn}`)))).toEqual([
      'About fish, please.',
      'Without fractions.',
    ]);
    expect([1, 2].map((turn) => requestIn(task(all, `generation_similar@${turn}`)))).toEqual(requestsOf(seed));
    expect(task(all, 'generation_similar@1').prompt.fixed).toMatch(/conditions? .*breaks/s);
  });

  it('read all dimensions, ask again for those that are missing, and fail nothing silently', () => {
    const judge = task(all, 'generation_similar@2');
    expect(labels(judge.read(json({ reasoning: 'r', ...pass })))).toEqual(['pass', 'pass', 'fail', 'pass']);
    const reading = judge.read(
      json({ reasoning: 'r', ...pass, solution_quality: 'perhaps', similarity_appropriateness: undefined }),
    );
    if (reading.kind !== 'partial') throw new Error('A partial reading was expected.');
    expect(reading.verdicts.map(({ criterionId }) => criterionId)).toEqual([
      'problem_construction',
      'solution_correctness',
    ]);
    expect(reading.remaining.fixed).toBe(judge.prompt.fixed);
    expect(reading.remaining.material).toContain('solution_quality, similarity_appropriateness');
    const expected = judge.slots.slice(2);
    const second = judge.read(json({ reasoning: 'r', ...pass }), expected);
    expect(second).toMatchObject({ kind: 'verdicts', verdicts: [{ label: 'fail' }, { label: 'pass' }] });
    for (const text of ['', '{}', '[]', json({ reasoning: 'x' }), '{"problem_construction": "pass"']) {
      expect(judge.read(text).kind).toBe('unreadable');
    }
  });
});

describe('all judges', () => {
  it('have one fixed prompt over all samples, the listed version, and untrusted text in fences only', () => {
    const fixed = new Map<string, string>();
    for (const sample of starterSamples()) {
      const count = sample.task === 'fqa' ? 3 : 2;
      const replies = Array.from({ length: count }, (_, index) => `HOSTILE ${index}`);
      const found =
        sample.task === 'ec' && sample.firstErrorStep !== -1 ? [claim(sample.firstErrorStep, 'HOSTILE reason')] : [];
      for (const one of judgements(sample, replies, found)) {
        if (!('prompt' in one)) continue;
        expect(one.prompt.fixed).toBe(fixed.get(one.judge) ?? one.prompt.fixed);
        fixed.set(one.judge, one.prompt.fixed);
        expect(one.prompt.fixed).not.toContain('HOSTILE');
        expect(one.prompt.material).toMatch(/^----- begin /);
        expect(one.version).toBe(kmpSkills.judges.find(({ id }) => id === one.judge)?.version);
      }
    }
    expect([...fixed.keys()].sort()).toEqual(kmpSkills.judges.map(({ id }) => id).sort());
    for (const { id, version } of kmpSkills.judges) expect(version).toMatch(new RegExp(`^${id}@[0-9a-f]{8}$`));
  });

  it('have answers that strict structured output takes', () => {
    const every = [
      ...judgements(chain, ['a', 'b', 'c']),
      ...judgements(wrongSolution, ['a', 'b'], [claim(2, 'r')]),
      ...judgements(seed, ['a', 'b']),
    ];
    for (const one of every) {
      if (!('prompt' in one)) continue;
      const json = z.toJSONSchema(one.schema.zod, { io: 'input' });
      for (const keep of ['bounds', 'structureOnly'] as const) expect(strictSchema(json, keep)).toBeDefined();
    }
  });

  it('never throw on hostile answers', () => {
    const hostile = [
      '{"reasoning":' + '['.repeat(10_000),
      '\u0000',
      '{"__proto__": {"correct": true}}',
      '{}'.repeat(5_000),
      'null',
    ];
    const every = [
      ...judgements(chain, ['a', 'b', 'c']),
      ...judgements(wrongSolution, ['a', 'b'], [claim(2, 'r')]),
      ...judgements(seed, ['a', 'b']),
    ];
    for (const one of every) {
      if (!('prompt' in one)) continue;
      for (const text of hostile) expect(one.read(text).kind).toBe('unreadable');
    }
  });
});
