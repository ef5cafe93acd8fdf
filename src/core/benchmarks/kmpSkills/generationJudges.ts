import * as z from 'zod';
import type { JudgeTask } from '../../benchmark/judging/judgeTask';
import { readableText } from '../../benchmark/judging/readableText';
import { bareWords, numbersIn } from '../../benchmark/judging/replyText';
import { readVerdicts } from '../../benchmark/judging/readAnswer';
import { okVerdict, type VerdictSlot } from '../../benchmark/judging/verdict';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { plainNotation } from '../kmpbench/arithmetic/plainNotation';
import { leadingNumber } from './answers/answersMatch';
import { statedAnswer } from './answers/statedAnswers';
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
    read: readVerdicts({
      slots,
      verdictsIn: ({ reasoning, ...answer }) => {
        const why = typeof reasoning === 'string' ? reasoning : '';
        return (slot) => {
          const label = passOrFail(answer[slot.criterionId ?? '']);
          return label && okVerdict(slot, label, why);
        };
      },
      problem: 'No "pass" or "fail" was given for',
      // The schema stays the same, so a judge may repeat other dimensions; only the open ones are read.
      remaining: (_open, names) => ({
        fixed: task.prompt.fixed,
        material: `${task.prompt.material}\n\nStill without a verdict: ${names}. Judge these now.`,
      }),
    }),
    simulate: () => simulateGenerationJudge(sample, earlier, reply),
  });
  return task;
}

function passOrFail(value: unknown): 'pass' | 'fail' | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  return word === 'pass' || word === 'fail' ? word : undefined;
}

export function simulateGenerationJudge(sample: GenSample, earlier: readonly string[], reply: string): string {
  const faults = faultsOf(sample, earlier, reply);
  const found = dimensionsOf(sample.task).map((dimension) => {
    const fault = faults[dimension].find(([, isFault]) => isFault)?.[0];
    return { dimension, label: fault === undefined ? 'pass' : 'fail', because: fault ?? 'Found no fault.' };
  });
  return JSON.stringify({
    reasoning: found.map(({ dimension, because }) => `${dimension}: ${because}`).join(' '),
    ...Object.fromEntries(found.map(({ dimension, label }) => [dimension, label])),
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

function faultsOf(
  { seedProblem, seedSolution, task }: GenSample,
  earlier: readonly string[],
  reply: string,
): Readonly<Record<GenerationDimension, readonly (readonly [because: string, isFault: boolean])[]>> {
  const { problem, solution, equalities } = takenApart(reply);
  const [words, figures] = [bareWords(problem), numbersIn(problem)];
  const length = solution.split(/\s+/).length;
  const seedSteps = equalitiesIn(seedSolution);
  const result = equalities.at(-1)?.right ?? 0;
  const answer = leadingNumber(statedAnswer(plainNotation(solution)) ?? '')?.value ?? Number.NaN;
  const isResult = Math.abs(answer - result) <= 1e-9 * Math.max(1, Math.abs(result));
  return {
    problem_construction: [
      ['It asks nothing.', !/\?|\b(?:find|calculate|work out)\b/i.test(problem)],
      ['It has fewer than two figures to work with.', figures.length < 2],
      ['It is the seed problem again.', words === bareWords(seedProblem)],
      ['It is the earlier problem again.', earlier.some((one) => bareWords(takenApart(one).problem) === words)],
      ['It takes no more steps than the seed.', task === 'gen_followup' && equalities.length <= seedSteps.length],
    ],
    solution_correctness: [
      ['An equality is not true.', equalities.some(({ holds }) => !holds)],
      ['There is no calculation to check.', equalities.length === 0],
      ['The stated answer is not what the last equality gives.', !isResult],
    ],
    solution_quality: [
      ['The steps are not written out.', equalities.length === 0 || length < 12],
      ['It is too long for a learner.', length > 300],
    ],
    similarity_appropriateness: [
      ['It has fewer than two figures to work with.', figures.length < 2],
      ['Its figures are those of the seed.', figures.join(' ') === numbersIn(seedProblem).join(' ')],
    ],
  };
}
