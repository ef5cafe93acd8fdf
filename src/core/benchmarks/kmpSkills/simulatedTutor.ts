import { numbersIn, sentencesOf } from '../../benchmark/judging/replyText';
import type { RuleId } from '../../prompt/rules';
import { each, maybe, simulatedReply, type Slots, type Step } from '../../simulation/simulatedReply';
import type { Random } from '../../statistics/random';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { numbered } from './plan';
import { isErroneous, type EcSample, type FqaSample, type GenSample, type KmpSkillsSample } from './samples';

const phrases = {
  withhold: [
    'I would like you to find this yourself. Which numbers in “{question}” do you need for it?',
    'Before anything else: what would be your first step towards “{question}”?',
  ],
  working: ['Let us work it out. {working}\n', 'Step by step: {working}\n'],
  right: ['Answer: {answer}', 'The answer is {answer}.'],
  slip: ['Answer: {slipped}', 'The answer is {slipped}.'],
  allRight: ['I checked all {steps} steps. The solution is correct.', 'Yes, the whole solution is correct.'],
  wrongStep: [
    'The solution is not correct. The first wrong step is step {step}: {reason}',
    'Not quite. Step {step} is wrong because {reason}',
  ],
  whole: ['Here is the complete solution.\n{kept}\n'],
  problem: ['Problem: {problem}\n\n'],
  plan: ['Try it on your own first. What is your plan?', 'How would you begin?'],
  solution: ['Solution: Take one step at a time. {worked}. That is what was asked for.\nAnswer: {answer}'],
} as const;

type Steps = readonly Step<keyof typeof phrases>[];

const wayOfWorking = ['explain', 'modelThinking', 'nextStep'] as const;

/** A prompt that forbids answers or steps gets questions instead, and lower solving scores, as it asks for. */
const unlessWithheld = (otherwise: Steps): Steps => [
  maybe(0, each(0.85, 'noFinalAnswer', 'noSteps'), ['withhold'], otherwise),
];

const worked: Steps = [maybe(1, { concise: -1 }, ['working']), 'right'];
const solving: readonly Steps[] = [0.78, 0.68, 0.58].map((chance) =>
  unlessWithheld([maybe(chance, each(0.18, ...wayOfWorking), worked, ['slip'])]),
);

/** Uses the sample's own answer, with random slips; fewer if the prompt asks for the skill. */
export function simulateTutor(sample: KmpSkillsSample, turn: number, rules: readonly RuleId[], random: Random): string {
  const reply = (steps: Steps, slots: Slots): string => simulatedReply(steps, { phrases, slots }, rules, random);
  if (sample.task === 'fqa') return reply(solving[turn - 1] ?? [], solvingSlots(sample, turn, random));
  if (sample.task !== 'ec') return reply(making(sample, turn, random), {});
  if (turn > 1) return reply(correcting, correctionSlots(sample, random));
  const slots = { question: asked(sample.problem), steps: String(sample.studentSteps.length) };
  return reply(assessing(sample, random), slots);
}

function solvingSlots({ questions }: FqaSample, turn: number, random: Random): Slots {
  const { question = '', answer = '', solution = '' } = questions[turn - 1] ?? {};
  const working = sentencesOf(solution).slice(0, -1).slice(0, 3).join(' ');
  return {
    question: asked(question),
    answer: bare(answer),
    slipped: slipped(bare(answer), random),
    working: working === '' ? undefined : working,
  };
}

function assessing(sample: EcSample, random: Random): Steps {
  const { studentSteps, firstErrorStep, errorReason } = sample;
  const naming = (step: number, reason = 'the numbers do not fit the problem.'): Steps => [
    { say: 'wrongStep', slots: { step: String(step), reason } },
  ];
  const anyStep = naming(1 + random.int(studentSteps.length));
  const careful = each(0.25, 'explain', 'locateMistake', 'pointOutMistake');
  const named = maybe(0.6, careful, naming(firstErrorStep, errorReason), naming(firstErrorStep));
  const located = maybe(0.72, { locateMistake: 0.2 }, [named], anyStep);
  const watchful = (more: number) => each(more, 'pointOutMistake', 'locateMistake', 'classifyReply');
  const assessment = isErroneous(sample)
    ? maybe(0.68, watchful(0.25), [located], ['allRight'])
    : maybe(0.8, watchful(0.1), ['allRight'], anyStep);
  const rules = { ...each(0.5, 'noFinalAnswer', 'noSteps'), ...each(-1, 'pointOutMistake', 'locateMistake') };
  return [maybe(0, rules, ['withhold'], [assessment])];
}

const correcting = unlessWithheld(['whole', maybe(0.75, each(0.15, ...wayOfWorking), ['right'], ['slip'])]);

function correctionSlots(sample: EcSample, random: Random): Slots {
  const { problem, answer, studentSteps, firstErrorStep, errorReason = 'the step after this one.' } = sample;
  // If the data has no answer, uses the end of the student's last step.
  const known = bare(answer ?? String(numbersIn(studentSteps.at(-1) ?? '').at(-1) ?? 1));
  const kept = isErroneous(sample)
    ? `${numbered(studentSteps.slice(0, firstErrorStep - 1))}\nFrom here on it has to go differently: ${errorReason}`
    : numbered(studentSteps);
  return { question: asked(problem), answer: known, slipped: slipped(known, random), kept };
}

function making({ seedSolution, task }: GenSample, turn: number, random: Random): Steps {
  const steps = Math.min(6, Math.max(1, equalitiesIn(seedSolution).length));
  const similar = madeProblem(steps, random);
  if (task === 'gen_similar') return similar;
  return [maybe(0.6, each(0.32, 'deepenWhenRight', 'practice'), madeProblem(steps + turn, random), similar)];
}

/** A problem of so many additions, with its solution. */
function madeProblem(count: number, random: Random): Steps {
  let answer = 5 + random.int(20);
  const story = [`A box holds ${answer} marbles.`];
  const steps = Array.from({ length: count }, () => {
    const [before, by] = [answer, 2 + random.int(9)];
    answer += by;
    story.push(`Then ${by} more are put in.`);
    return `${before} + ${by} = ${answer}`;
  });
  const problem = `${story.join(' ')} How many are there in the end?`;
  const solved = (shown: readonly string[], result: number): Steps => {
    const words = shown.map((step, index) => `${index === 0 ? 'First' : 'then'} calculate ${step}`).join(', ');
    return [{ say: 'solution', slots: { worked: words, answer: String(result) } }];
  };
  const slip = [...steps.slice(0, -1), (steps.at(-1) ?? '').replace(/= [^=]*$/, `= ${answer + 1}`)];
  const solution = maybe(0.4, each(-0.3, 'practice', ...wayOfWorking), solved(slip, answer + 1), solved(steps, answer));
  return [
    { say: 'problem', slots: { problem } },
    maybe(0, each(0.7, 'noFinalAnswer', 'noSteps'), ['plan'], [solution]),
  ];
}

function asked(question: string): string {
  return (sentencesOf(question).at(-1) ?? question).slice(0, 160);
}

/** Strips full stops at the end, because the phrases add them. */
function bare(answer: string): string {
  return answer.replace(/(?<![.\s])[.\s]+$/, '');
}

/** The answer with its last number changed, as by a slip. Words get a "not". */
function slipped(answer: string, random: Random): string {
  const last = [...answer.matchAll(/\d+/g)].at(-1);
  if (last === undefined) return `not ${answer}`;
  const end = last.index + last[0].length;
  return `${answer.slice(0, last.index)}${Number(last[0]) + 1 + random.int(3)}${answer.slice(end)}`;
}
