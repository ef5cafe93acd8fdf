import type { BaselinePrompt, PromptVariable } from '../../benchmark/benchmark';
import { asChat, type DialoguePlan, type DialogueTurn, systemPrompt, transcriptOf } from '../../benchmark/dialogue';
import { parseTemplate, type TutorPrompt } from '../../prompt/promptTemplate';
import type { GenSample, KmpSkillsSample, SkillTask } from './samples';

/** In our words; the paper gives no prompt. */
export const instructionsOf: Readonly<Record<SkillTask, string>> = {
  fqa:
    'In this conversation your mathematics is tested. You are given a problem and then two further questions that build on it. ' +
    'Solve each one yourself: show the steps briefly, then state the final answer in a last line that begins with “Answer:”.',
  ec:
    'In this conversation your assessment of a student’s work is tested. You are shown a problem and a student’s solution in ' +
    'numbered steps. Say plainly whether the solution is right; if it is not, name the first wrong step by its number and say ' +
    'what is wrong with it. When you are asked for the corrected solution, write it out in full.',
  gen_followup:
    'In this conversation you make new problems for the student. You have just solved a problem together. When you are asked, ' +
    'write one problem that takes its idea further, and below it a complete solution that the student can learn from.',
  gen_similar:
    'In this conversation you make new problems for the student. You have just solved a problem together. When you are asked, ' +
    'write one problem that practises the same skill in another setting or with other numbers, and below it a complete solution ' +
    'that the student can learn from.',
};

const defaultRequests: Readonly<Record<GenSample['task'], readonly [string, string]>> = {
  gen_followup: [
    'Now make a new problem that builds on this one and is one step harder. Give its full solution as well.',
    'Make another one that goes further still, again with its full solution.',
  ],
  gen_similar: [
    'Now make a new problem like this one, to practise the same skill. Give its full solution as well.',
    'Make one more of the same kind that differs from both, again with its full solution.',
  ],
};

export function requestsOf({ requests, task }: GenSample): readonly string[] {
  return requests ?? defaultRequests[task];
}

/** The second message, the same for every sample and every first reply. */
export const correctionRequest =
  'Now write the complete corrected solution of the problem, from the beginning to the final answer. ' +
  'If there was nothing to correct, write the complete solution all the same.';

export function numbered(steps: readonly string[]): string {
  return steps.map((step, index) => `Step ${index + 1}: ${step.trim()}`).join('\n');
}

export const taskBaseline: BaselinePrompt = {
  id: 'kmp-skills/task',
  title: 'KMP-Bench Skills: task statement only',
  text: '{{instructions}}',
};

const dialogueOnly = 'Has a value in KMP-Bench Dialogue only; empty here.';

export const skillVariables: readonly PromptVariable[] = [
  { name: 'instructions', explain: 'The task statement: to solve, to assess or to make problems.' },
  { name: 'grade', explain: 'The school grade, K to 8, where the sample has one.' },
  { name: 'domain', explain: 'The field of mathematics, for instance “fractions”, where the sample has one.' },
  {
    name: 'history',
    explain: 'For problem generation: the seed problem and its solution. Not sent as chat turns then.',
  },
  { name: 'persona', explain: dialogueOnly },
  { name: 'student_profile', explain: dialogueOnly },
  { name: 'objective', explain: dialogueOnly },
  { name: 'principles', explain: dialogueOnly },
];

/** The paper does not state its decoding; this project chose both numbers. */
const decoding = { temperature: 0, maxOutputTokens: 4_096 };

const baseline = parseTemplate(taskBaseline.text);

/** Later turns see the tutor's own earlier replies. Must read only the sample's visible texts. */
export function planKmpSkills(sample: KmpSkillsSample, prompt: TutorPrompt): DialoguePlan {
  const { opening, studentTurns } = turnsOf(sample);
  const { used, ...rendered } = systemPrompt(prompt, baseline, {
    instructions: instructionsOf[sample.task],
    grade: sample.grade,
    domain: sample.domain,
    history: transcriptOf(opening),
  });
  return {
    ...rendered,
    opening: used.has('history') ? [] : asChat(opening),
    studentTurns: studentTurns.map((content) => ({ role: 'user', content })),
    decoding,
  };
}

function turnsOf(sample: KmpSkillsSample): {
  readonly opening: readonly DialogueTurn[];
  readonly studentTurns: readonly string[];
} {
  if (sample.task === 'fqa') return { opening: [], studentTurns: sample.questions.map(({ question }) => question) };
  if (sample.task === 'ec') {
    const assessmentRequest = [
      `Problem:\n${sample.problem}`,
      `A student’s solution:\n${numbered(sample.studentSteps)}`,
      'Is this solution correct? If it is not, which step is the first wrong one, and what is wrong with it?',
    ].join('\n\n');
    return { opening: [], studentTurns: [assessmentRequest, correctionRequest] };
  }
  // The seed's solution comes from the data, so the first of the paper's three turns is given.
  return {
    opening: [
      { role: 'student', content: sample.seedProblem },
      { role: 'tutor', content: sample.seedSolution },
    ],
    studentTurns: requestsOf(sample),
  };
}
