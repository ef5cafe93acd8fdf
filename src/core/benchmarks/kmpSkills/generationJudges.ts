import * as z from 'zod';
import type { JudgeReading, JudgeTask } from '../../benchmark/judging/judgeTask';
import { lastJsonObject } from '../../benchmark/judging/lastJsonObject';
import { readableText } from '../../benchmark/judging/readableText';
import { bareWords, numbersIn } from '../../benchmark/judging/replyText';
import { readingOf } from '../../benchmark/judging/readAnswer';
import { okVerdict, type Verdict, type VerdictSlot } from '../../benchmark/judging/verdict';
import { decide, type Row } from '../../simulation/decide';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { plainNotation } from '../kmpbench/arithmetic/plainNotation';
import { leadingQuantity } from './answers/quantity';
import { statedAnswers } from './answers/statedAnswers';
import { operationsOf } from './madeProblem';
import { requestsOf } from './plan';
import type { GenSample } from './samples';
import { judgeForm, type JudgeForm, judgeTask } from './solutionJudges';

export const generationJudgeIds: Readonly<Record<GenSample['task'], string>> = {
  gen_followup: 'generation_followup',
  gen_similar: 'generation_similar',
};

/** The paper's criteria for generated problems, in our words. The last is for similar problems only. */
export const dimensionTexts = {
  problem_construction:
    'the problem says all that is needed and nothing that contradicts it, has an answer, suits school years K to 8, and is of the ' +
    'kind that was asked for, with every condition of the request kept',
  solution_correctness: 'the solution given is right in every step and in its final answer, compared with your own',
  solution_quality: 'the solution shows all steps in a clear order and in words that a learner of this age can follow',
  similarity_appropriateness:
    'the problem needs the same skill as the seed; it is neither the seed with hardly a change nor about something else',
} as const;
export type GenerationDimension = keyof typeof dimensionTexts;
export const generationDimensions = Object.keys(dimensionTexts) as readonly GenerationDimension[];

export function dimensionsOf(task: GenSample['task']): readonly GenerationDimension[] {
  return task === 'gen_similar' ? generationDimensions : generationDimensions.slice(0, 3);
}

const sections = {
  seed: 'seed problem',
  solution: 'solution of the seed problem',
  earlier: 'problem that the tutor made before',
  request: 'what the tutor was asked for in this turn',
  reply: 'new problem with its solution, to be judged',
} as const;

const kinds = {
  gen_followup: 'a follow-up problem: it builds on the idea of the seed problem and asks for more than it does',
  gen_similar: 'a similar problem: it practises the skill of the seed problem in another setting or with other numbers',
} as const;

const forms = {
  gen_followup: generationForm('gen_followup', 'Follow-up problem'),
  gen_similar: generationForm('gen_similar', 'Similar problem'),
};

export const generationJudges = [forms.gen_followup.info, forms.gen_similar.info];

function generationForm(task: GenSample['task'], title: string): JudgeForm {
  const dimensions = dimensionsOf(task);
  const verdicts = Object.fromEntries(dimensions.map((dimension) => [dimension, z.enum(['pass', 'fail'])]));
  const shape = dimensions.map((dimension) => `"${dimension}": "pass" or "fail"`).join(', ');
  const question = 'Is the new problem well made, of the kind that was asked for, and rightly and clearly solved?';
  return judgeForm(
    { id: generationJudgeIds[task], title, question },
    [
      `A tutor was asked to make a new mathematics problem from a seed problem, with its solution. It was asked for ${kinds[task]}. ` +
        'You judge the new problem and its solution on separate dimensions.',
      'Every dimension fails by default. It passes only if you have established, from what is written, that all it asks for is ' +
        'there. Solve the new problem yourself, step by step, before you look at the solution given. A reply without a problem fails on ' +
        'all dimensions; one without a solution fails on the dimensions of the solution. If the tutor made a problem before, a mere ' +
        'repetition of it is not well made.',
      `The section “${sections.request}” may set conditions for the problem, for instance its topic, numbers or length. A problem that ` +
        'breaks one of them fails on problem_construction, and a solution that does on solution_quality.',
      `Dimensions:\n${dimensions.map((dimension) => `- ${dimension}: ${dimensionTexts[dimension]}`).join('\n')}`,
      `Answer with one JSON object: {"reasoning": "<your own solution in short, and what you found>", ${shape}}`,
    ],
    sections,
    z.object({ reasoning: z.string(), ...verdicts }),
  );
}

export function judgeGeneration(sample: GenSample, replies: readonly string[], turn: number): JudgeTask {
  const form = forms[sample.task];
  const judge = form.info.id;
  const reply = replies[turn - 1] ?? '';
  const earlier = replies.slice(0, turn - 1);
  const slots = dimensionsOf(sample.task).map((id): VerdictSlot => ({
    judge,
    unit: 'criterion',
    turn,
    criterionId: id,
  }));
  const { seedProblem: seed, seedSolution: solution } = sample;
  const texts = { seed, solution, earlier: earlier[0], request: requestsOf(sample)[turn - 1] ?? '', reply };
  const task: JudgeTask = judgeTask(form, texts, {
    key: `${judge}@${turn}`,
    slots,
    read: (text, expected) => readGeneration(text, expected ?? slots, task.prompt),
    simulate: () => simulateGenerationJudge(sample, earlier, reply),
  });
  return task;
}

function readGeneration(text: string, expected: readonly VerdictSlot[], prompt: JudgeTask['prompt']): JudgeReading {
  const search = lastJsonObject(text);
  if (search.kind === 'none') return { kind: 'unreadable', problem: search.problem };
  const answer = new Map(Object.entries(search.value));
  const reasoning = answer.get('reasoning');
  const verdicts: Verdict[] = [];
  const open: string[] = [];
  for (const slot of expected) {
    const { criterionId = '' } = slot;
    const label = passOrFail(answer.get(criterionId));
    if (label === undefined) open.push(criterionId);
    else verdicts.push(okVerdict(slot, label, typeof reasoning === 'string' ? reasoning : ''));
  }
  // The schema stays the same, so a judge may repeat other dimensions; only the open ones are read.
  return readingOf(verdicts, open, `No "pass" or "fail" was given for ${open.join(', ')}.`, () => ({
    fixed: prompt.fixed,
    material: `${prompt.material}\n\nStill without a verdict: ${open.join(', ')}. Judge these now.`,
  }));
}

function passOrFail(value: unknown): 'pass' | 'fail' | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  return word === 'pass' || word === 'fail' ? word : undefined;
}

type Fault = keyof ReturnType<typeof faultsOf>;
type Rows = readonly Row<Fault, 'pass' | 'fail'>[];

const failing = (fault: Fault, because: string): Rows[number] => ({ if: [fault], label: 'fail', because });

const tables: Readonly<Record<GenerationDimension, Rows>> = {
  problem_construction: [
    failing('asksNothing', 'It asks nothing.'),
    failing('fewFigures', 'It has fewer than two figures to work with.'),
    failing('isSeed', 'It is the seed problem again.'),
    failing('isEarlier', 'It is the earlier problem again.'),
    failing('fewSteps', 'It takes no more steps than the seed.'),
    { label: 'pass', because: 'It asks a question that is new, with figures to work with.' },
  ],
  solution_correctness: [
    failing('broken', '“{broken}” is not true.'),
    failing('noCalculation', 'There is no calculation to check.'),
    failing('noAnswer', 'No final answer is stated.'),
    failing('otherAnswer', 'The stated answer is not what the last equality gives.'),
    { label: 'pass', because: 'Every equality holds, and the last one gives the stated answer.' },
  ],
  solution_quality: [
    failing('noSteps', 'The steps are not written out.'),
    failing('tooLong', 'It is too long for a learner.'),
    { label: 'pass', because: 'It shows its steps.' },
  ],
  similarity_appropriateness: [
    failing('sameFigures', 'Its figures are those of the seed.'),
    failing('missingOperations', 'It does without {missingOperations}, which the seed needs.'),
    { label: 'pass', because: 'It needs the operations of the seed with other figures.' },
  ],
};

export function simulateGenerationJudge(sample: GenSample, earlier: readonly string[], reply: string): string {
  const faults = faultsOf(sample, earlier, reply);
  const found = dimensionsOf(sample.task).map((dimension) => [dimension, decide(tables[dimension], faults)] as const);
  return JSON.stringify({
    reasoning: found.map(([dimension, { because }]) => `${dimension}: ${because}`).join(' '),
    ...Object.fromEntries(found.map(([dimension, { label }]) => [dimension, label])),
  });
}

function takenApart(reply: string) {
  const text = readableText(reply);
  const start = /(?:^|\n)[\s*#_]{0,6}(?:full |worked )?solution\b[\s*_]{0,3}:?/i.exec(text);
  const before = start === null ? text : text.slice(0, start.index);
  const solution = start === null ? '' : text.slice(start.index + start[0].length);
  return {
    problem: before.replace(/^[\s*#_]*(?:new )?problem[\s*_]*:?/i, '').trim(),
    solution: solution.trim(),
    equalities: equalitiesIn(solution),
  };
}

function faultsOf({ seedProblem, seedSolution, task }: GenSample, earlier: readonly string[], reply: string) {
  const { problem, solution, equalities } = takenApart(reply);
  const found = (isFault: boolean): string | undefined => (isFault ? 'found' : undefined);
  const words = bareWords(problem);
  const length = solution.split(/\s+/).length;
  const seedSteps = equalitiesIn(seedSolution);
  const last = equalities.at(-1);
  const stated = statedAnswers(plainNotation(solution)).at(-1);
  const answer = stated === undefined ? undefined : leadingQuantity(stated.text)?.quantity;
  const result = last?.right ?? 0;
  const difference = answer?.kind === 'number' ? Math.abs(answer.value.valueOf() - result) : 0;
  const used = operationsOf(equalities);
  const missing = [...new Set(operationsOf(seedSteps))].filter((sign) => !used.includes(sign));
  return {
    asksNothing: found(!/\?|\b(?:find|calculate|work out)\b/i.test(problem)),
    fewFigures: found(numbersIn(problem).length < 2),
    isSeed: found(words === bareWords(seedProblem)),
    isEarlier: found(earlier.some((one) => bareWords(takenApart(one).problem) === words)),
    fewSteps: found(task === 'gen_followup' && equalities.length <= seedSteps.length),
    broken: equalities.find(({ holds }) => !holds)?.shown,
    noCalculation: found(last === undefined),
    noAnswer: found(answer?.kind !== 'number'),
    otherAnswer: found(difference > 1e-9 * Math.max(1, Math.abs(result))),
    noSteps: found(equalities.length === 0 || length < 12),
    tooLong: found(length > 300),
    sameFigures: found(numbersIn(problem).join(' ') === numbersIn(seedProblem).join(' ')),
    missingOperations: missing.length === 0 ? undefined : missing.sort().join(' and '),
  };
}
