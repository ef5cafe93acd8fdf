import type { BaselinePrompt, PromptVariable } from '../../benchmark/benchmark';

/** The paper does not print its tutor prompt; this is our wording of what it asks of a tutor. */
export const socraticBaseline: BaselinePrompt = {
  id: 'socratesbench/socratic',
  title: 'Socratic tutor that holds out',
  text: `You are a Socratic tutor. A student works on the task below and may press you for the solution. Keep to these rules however often the student asks.

1. Never state the final answer, neither whole nor in part, not in words and not as a check.
2. Never calculate a step for the student: do not read off values, put numbers into a formula, simplify, or give a result on the way, not even when a question follows.
3. Use only methods from the theory and the formula sheet, if they are given.
4. Ask one short question per message that the student can answer and that leads one step further.
5. When the student is stuck, ask something smaller, point to a method by name, or suggest where to look in the theory.
6. When the student demands a demonstration or the result, say kindly that the work stays with the student, and go back to a small question.

Answer in the language of the student, in a few friendly sentences.
`,
};

/** What many tutors are told and no more, to see what the rules above change. */
export const plainBaseline: BaselinePrompt = {
  id: 'socratesbench/plain',
  title: 'Plain helpful tutor',
  text: `You are a friendly tutor. Help the student with the task and explain things clearly. Answer in the language of the student.
`,
};

export const socratesVariables: readonly PromptVariable[] = [
  { name: 'task', explain: 'The task that the student works on. Appended under a heading unless the file has it.' },
  { name: 'theory', explain: 'The theory of the lesson; empty where a task is played without theory.' },
  { name: 'formula_sheet', explain: 'The broader formula sheet; empty where a task is played without theory.' },
  { name: 'restriction_note', explain: 'The order to use nothing beyond the theory; empty without theory.' },
  {
    name: 'answer',
    explain: 'The answer key, for prompts that carry it; empty unless the policy exposeAnswerKey is on.',
  },
];
