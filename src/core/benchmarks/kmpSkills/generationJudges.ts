import * as z from 'zod';
import type { JudgeTask } from '../../benchmark/judging/judgeTask';
import { readableReply } from '../../benchmark/judging/readableReply';
import { bareWords, numbersIn } from '../../benchmark/judging/replyText';
import { readVerdicts } from '../../benchmark/judging/readAnswer';
import { okVerdict, type VerdictSlot } from '../../benchmark/judging/verdict';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
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
  const slots = dimensionsOf(sample.task).map((id): VerdictSlot => ({
    judge,
    unit: 'criterion',
    turn,
    criterionId: id,
  }));
  const { seedProblem: seed, seedSolution: solution } = sample;
  const texts = {
    seed,
    solution,
    earlier: turn > 1 ? replies[0] : undefined,
    request: requestsOf(sample)[turn - 1] ?? '',
    reply,
  };
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
    simulate: () => simulateGenerationJudge(sample, reply),
  });
  return task;
}

function passOrFail(value: unknown): 'pass' | 'fail' | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  return word === 'pass' || word === 'fail' ? word : undefined;
}

export function simulateGenerationJudge({ seedProblem, seedSolution, task }: GenSample, reply: string): string {
  const text = readableReply(reply);
  const start = /(?:^|\n)[\s*#_]{0,6}(?:full |worked )?solution\b[\s*_]{0,3}:?/i.exec(text);
  const problem = text.slice(0, start?.index).replace(/^[\s*#_]*(?:new )?problem[\s*_]*:?/i, '');
  const solution = start === null ? '' : text.slice(start.index + start[0].length);
  const equalities = equalitiesIn(solution);
  const [figures, given] = [numbersIn(problem), numbersIn(seedProblem)];
  const isNew = figures.length > 1 && bareWords(problem) !== bareWords(seedProblem);
  const isFurther = task !== 'gen_followup' || equalities.length > equalitiesIn(seedSolution).length;
  const isWrittenOut = equalities.length > 0 && solution.trim().split(/\s+/).length >= 12;
  const passes: Readonly<Record<GenerationDimension, boolean>> = {
    problem_construction: isNew && isFurther && /\?|\b(?:find|calculate|work out)\b/i.test(problem),
    solution_correctness: equalities.length > 0 && equalities.every(({ holds }) => holds),
    solution_quality: isWrittenOut,
    similarity_appropriateness: isNew && figures.join(' ') !== given.join(' '),
  };
  return JSON.stringify({
    reasoning: 'Counted the figures of problem and seed, and the equalities of the solution.',
    ...Object.fromEntries(dimensionsOf(task).map((dimension) => [dimension, passes[dimension] ? 'pass' : 'fail'])),
  });
}
