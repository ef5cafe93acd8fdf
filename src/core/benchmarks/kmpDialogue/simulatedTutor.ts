import type { RuleId } from '../../prompt/rules';
import { quotable } from '../../simulation/quotable';
import { each, maybe, simulatedReply, type Slots, type Step } from '../../simulation/simulatedReply';
import { tutorPhrases } from '../../simulation/tutorPhrases';
import type { Random } from '../../statistics/random';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import type { Principle } from './criteria';
import { lastStudentWords, type KmpDialogueSample } from './samples';

/** `{task}`, `{result}`: a calculation with other numbers; `{left}`, `{number}`: one for the student, its result. */
const phrases = {
  ...tutorPhrases,
  openQuestion: ['Why do you think that “{said}” fits here?', 'How do you know that “{said}” is so?'],
  closedQuestion: ['Is that clear?', 'Which number comes first?'],
  extraQuestion: ['And what is the name for that?', 'Can you say that again?'],
  partly: [
    'Good start, the first part is correct. “{said}” does not fit yet.',
    'You have got the idea; only “{said}” is not quite right.',
  ],
  nextStep: ['Go back to “{said}” and check it, one number at a time.', 'Try it with a drawing next.'],
  reason: [
    'That is because every part has to count the same.',
    'It works because both sides stay in balance when you treat them alike.',
  ],
  example: [
    'Imagine you share a pizza with friends: what matters is how big each piece is.',
    'For example, {task} = {result}, and you can lay it out with counters.',
  ],
  rule: ['You just have to learn the steps and then do them.', 'This is how it is done in “{topic}”.'],
  modelling: [
    'Let me think aloud with another one, {task}. First I look at what the numbers count. Then I see that {task} = {result}. The same plan works for other problems too.',
  ],
  show: ['Here is one: {task} = {result}.', 'Look, {task} = {result}.'],
  handOver: ['Now you try it with your own numbers.', 'Your turn: do the same with yours.'],
  practice: ['Here is one for you: what is {left}?', 'Now you try: what is {left}, and can you make one of your own?'],
  vaguePractice: ['Do some more of these.', 'You should practise this at home.'],
  selfCheck: ['How can you check your result yourself?', 'Check it by going backwards: does your answer fit?'],
  challenge: [
    'Here is something harder: what if the numbers were twice as big, would “{said}” still work?',
    'What happens when you take {left} instead, and is it always like that?',
  ],
  same: ['Let us do one more of the same kind.', 'Good, then here is another one just like it.'],
  foothold: ['A drawing or a table may help you to start.', 'If you get stuck, start with a smaller number.'],
  reveal: ['So the answer is {number}.', 'The right answer is {number}.'],
  padding: [
    'In mathematics it is important that one proceeds in an orderly fashion, that one considers all of the quantities which are given, that one recalls the definitions which apply, and that one only afterwards carries out the computation.',
  ],
} as const;

type Steps = readonly Step<keyof typeof phrases>[];

const rulesOf: Readonly<Record<Principle, readonly RuleId[]>> = {
  challenge: ['deepenWhenRight'],
  explanation: ['explain', 'adaptWhenConfused'],
  modelling: ['modelThinking'],
  practice: ['practice'],
  questioning: ['askQuestions'],
  feedback: ['affirmCorrect', 'pointOutMistake', 'locateMistake'],
};

/** The instruction names the principle. A prompt that says how makes the tutor apply it more often. */
function often(principle: Principle, then: Steps, otherwise: Steps = []): Steps {
  return [maybe(0.3, each(0.61, ...rulesOf[principle]), then, otherwise)];
}

const handOver: Steps = [maybe(0.35, each(0.4, 'askQuestions', 'modelThinking'), ['handOver'])];

const table: Readonly<Record<Principle, Steps>> = {
  questioning: often('questioning', ['openQuestion'], ['closedQuestion']),
  // The tutor's comment on the student's words comes before these.
  feedback: [maybe(0.4, each(0.35, 'nextStep', ...rulesOf.feedback), ['nextStep'])],
  explanation: [
    ...often('explanation', ['reason'], ['rule']),
    ...often('explanation', ['example']),
    maybe(0.25, each(0.5, 'askQuestions'), ['handOver']),
  ],
  modelling: [...often('modelling', ['modelling'], ['show']), ...handOver],
  practice: [...often('practice', ['practice'], ['vaguePractice']), ...often('practice', ['selfCheck'])],
  challenge: [...often('challenge', ['challenge'], ['same']), ...often('challenge', ['foothold'])],
};

/** Reads what a tutor is given, including the targeted principles, but never the reference reply. */
export function simulateTutor(sample: KmpDialogueSample, rules: readonly RuleId[], random: Random): string {
  const quote: Steps = [
    maybe(0.3, each(0.5, 'classifyReply', 'askQuestions', 'affirmCorrect', 'encourage'), ['quoteStudent']),
  ];
  const judges = sample.principles.includes('feedback');
  const comment = often('feedback', [isRight(sample) ? 'confirm' : 'partly'], ['moveOn']);
  const given = { noFinalAnswer: -1, noSteps: -1, ...each(judges ? -0.2 : 0, ...rulesOf.feedback) };
  const steps: Steps = [
    maybe(0.3, { encourage: 0.55 }, ['praise']),
    ...(judges ? comment : quote),
    ...sample.principles.flatMap((principle) => table[principle]),
    maybe(0.35, given, ['reveal']),
    maybe(0.3, { concise: -1 }, ['padding']),
    maybe(0.4, { oneQuestion: -1 }, ['extraQuestion']),
  ];
  return simulatedReply(steps, { phrases, slots: slotsOf(sample, random) }, rules, random);
}

const toldWrong =
  /\b(?:wrong|mistakes?|errors?|slips?|misconception|believes?|overlooks?|insists?|leaves? out|mixes up|not right|guess(?:ed|es)?)\b/i;

function isRight(sample: KmpDialogueSample): boolean {
  const isBroken = equalitiesIn(lastStudentWords(sample)).some(({ holds }) => !holds);
  return !isBroken && !toldWrong.test(`${sample.instructions} ${sample.studentProfile}`);
}

function slotsOf(sample: KmpDialogueSample, random: Random): Slots {
  const factor = (): number => 3 + random.int(12);
  const [one, other, more, last] = [factor(), factor(), factor(), factor()];
  // An occasional slip, as models make them.
  const slip = random.next() < 0.06 ? 1 : 0;
  return {
    said: quotable(lastStudentWords(sample)) ?? 'your last step',
    topic: sample.domain ?? 'this topic',
    task: `${one} × ${other}`,
    result: String(one * other + slip),
    left: `${more} × ${last}`,
    number: String(more * last),
  };
}
