import * as z from 'zod';
import { fenceMaterial } from '../../benchmark/judging/fence';
import type { JudgeReading, JudgeTask } from '../../benchmark/judging/judgeTask';
import { lastJsonObject } from '../../benchmark/judging/lastJsonObject';
import type { Verdict, VerdictSlot } from '../../benchmark/judging/verdict';
import { isRecord } from '../../benchmark/importing/readRecords';
import { dimensionsOf, dimensionTexts, generationJudgeIds } from './generationDimensions';
import { judgeForm, type JudgeForm, judgeTask } from './judgeForm';
import { requestsOf } from './prompts';
import type { GenSample } from './samples';
import { simulateGenerationJudge } from './simulatedGenerationJudge';

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

const forms: Readonly<Record<GenSample['task'], JudgeForm>> = {
  gen_followup: generationForm('gen_followup', 'Follow-up problem'),
  gen_similar: generationForm('gen_similar', 'Similar problem'),
};

export const generationJudges = [forms.gen_followup.info, forms.gen_similar.info];

function generationForm(task: GenSample['task'], title: string): JudgeForm {
  const dimensions = dimensionsOf(task);
  const verdicts = Object.fromEntries(dimensions.map((dimension) => [dimension, z.enum(['pass', 'fail'])]));
  const shape = dimensions.map((dimension) => `"${dimension}": "pass" or "fail"`).join(', ');
  return judgeForm({
    id: generationJudgeIds[task],
    title,
    question: 'Is the new problem well made, of the kind that was asked for, and rightly and clearly solved?',
    paragraphs: [
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
    schema: z.object({ reasoning: z.string(), ...verdicts }),
  });
}

/** `turn` is 1 or 2. */
export function judgeGeneration(sample: GenSample, replies: readonly string[], turn: number): JudgeTask {
  const form = forms[sample.task];
  const judge = form.info.id;
  const reply = replies[turn - 1] ?? '';
  const earlier = replies.slice(0, turn - 1);
  const slots = dimensionsOf(sample.task).map((criterionId): VerdictSlot => {
    return { judge, unit: 'criterion', turn, criterionId };
  });
  const material = fenceMaterial([
    { title: sections.seed, text: sample.seedProblem },
    { title: sections.solution, text: sample.seedSolution },
    ...earlier.map((text) => ({ title: sections.earlier, text })),
    { title: sections.request, text: requestsOf(sample)[turn - 1] ?? '' },
    { title: sections.reply, text: reply },
  ]);
  return judgeTask(form, {
    key: `${judge}@${turn}`,
    slots,
    material,
    read: (text, owed) => readGeneration(text, owed ?? slots, { fixed: form.fixed, material }),
    simulate: () => simulateGenerationJudge(sample, earlier, reply),
  });
}

function readGeneration(text: string, owed: readonly VerdictSlot[], prompt: JudgeTask['prompt']): JudgeReading {
  const search = lastJsonObject(text);
  if (search.kind === 'none') return { kind: 'unreadable', problem: search.problem };
  const answer = search.value;
  if (!isRecord(answer)) return { kind: 'unreadable', problem: 'The answer is not a JSON object.' };
  const reasoning = typeof answer.reasoning === 'string' && answer.reasoning !== '' ? answer.reasoning : undefined;
  const verdicts: Verdict[] = [];
  const open: string[] = [];
  for (const slot of owed) {
    const id = slot.criterionId ?? '';
    const label = Object.hasOwn(answer, id) ? passOrFail(answer[id]) : undefined;
    if (label === undefined) open.push(id);
    else verdicts.push({ ...slot, status: 'ok', label, ...(reasoning === undefined ? {} : { reasoning }) });
  }
  if (open.length === 0) return { kind: 'verdicts', verdicts };
  const problem = `No "pass" or "fail" was given for ${open.join(', ')}.`;
  if (verdicts.length === 0) return { kind: 'unreadable', problem };
  // The shape stays the same, so the other dimensions may be repeated; only those asked for are read.
  const material = `${prompt.material}\n\nStill without a verdict: ${open.join(', ')}. Judge these now.`;
  return { kind: 'partial', verdicts, problem, remaining: { fixed: prompt.fixed, material } };
}

function passOrFail(value: unknown): 'pass' | 'fail' | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  return word === 'pass' || word === 'fail' ? word : undefined;
}
