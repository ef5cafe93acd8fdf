import type { PromptRule, RuleId } from '../../prompt/rules';
import { quotable } from '../../simulation/quotable';
import { each, simulatedReply, type Slots, type Step } from '../../simulation/simulatedReply';
import { tutorPhrases } from '../../simulation/tutorPhrases';
import type { Random } from '../../statistics/random';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import type { Principle } from './criteria';
import { lastStudentWords, type KmpDialogueSample } from './samples';

/** `{task}`, `{result}`: a calculation with other numbers; `{left}`, `{number}`: one for the student, its result. */
const phrases = {
  ...tutorPhrases,
  openQuestion: [
    'Why do you think that “{said}” fits here?',
    'How do you know that “{said}” is so?',
    'How did you get to “{said}”, and what would change with other numbers?',
  ],
  closedQuestion: ['Is that clear?', 'Do you remember the rule?', 'Which number comes first?'],
  extraQuestion: ['And what is the name for that?', 'Do you see what I mean?', 'Can you say that again?'],
  partly: [
    'Good start, the first part is correct. “{said}” does not fit yet.',
    'That is right up to the last step. In “{said}” something slipped, though.',
    'You have got the idea; only “{said}” is not quite right.',
  ],
  nextStep: [
    'Go back to “{said}” and check it against the problem, one number at a time.',
    'Try it with a drawing next, and look at each part.',
    'Now write down what you know, and check which number belongs where.',
  ],
  reason: [
    'That is because every part has to count the same.',
    'It works because both sides stay in balance when you treat them alike.',
    'Since each piece has a fixed size, moving it about cannot change the whole.',
  ],
  example: [
    'Imagine you share a pizza with friends: what matters is how big each piece is.',
    'For example, {task} = {result}, and you can lay it out with counters.',
    'Picture bags of marbles with the same number in each.',
  ],
  rule: ['You just have to learn the steps and then do them.', 'This is how it is done in “{topic}”.'],
  modelling: [
    'Let me think aloud with another one, {task}. First I ask myself what is asked. Then I look at the numbers one by one, and I get {task} = {result}.',
    'Watch how I do {task}: first I look at what the numbers count. Next I start with the one I know, and I see that {task} = {result}. The same plan works for other problems too.',
  ],
  show: ['Here is one: {task} = {result}.', 'Look, {task} = {result}.'],
  handOver: [
    'Now you try it with your own numbers.',
    'Your turn: do the same with yours.',
    'Can you do the same with your problem?',
  ],
  practice: [
    'Try {left} in the same way.',
    'Here is one for you: what is {left}?',
    'Now you try: solve {left} and one of your own.',
  ],
  vaguePractice: ['Do some more of these.', 'You should practise this at home.'],
  selfCheck: ['How can you check your result yourself?', 'Check it by going backwards: does your answer fit?'],
  challenge: [
    'Here is something harder: what if the numbers were twice as big, would “{said}” still work?',
    'What happens when you take {left} instead, and is it always like that?',
    'Could you make up a harder one with {left} in it and explain why it works?',
  ],
  same: ['Let us do one more of the same kind.', 'Good, then here is another one just like it.'],
  foothold: ['A drawing or a table may help you to start.', 'If you get stuck, start with a smaller number.'],
  reveal: ['So the answer is {number}.', 'The right answer is {number}.', 'If you do it properly, you get {number}.'],
  padding: [
    'In mathematics it is generally important that one proceeds carefully and in an orderly fashion, that one considers all of the quantities which are given, that one recalls the definitions which apply to them, and that one only afterwards carries out the computation which is required by the problem that has been stated.',
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
  return [{ chance: 0.3, rules: each(0.61, ...rulesOf[principle]), then, else: otherwise }];
}

const handOver: Steps = [{ chance: 0.35, rules: each(0.4, 'askQuestions', 'modelThinking'), then: ['handOver'] }];

const table: Readonly<Record<Principle, Steps>> = {
  questioning: often('questioning', ['openQuestion'], ['closedQuestion']),
  // The tutor's comment on the student's words comes before these.
  feedback: [{ chance: 0.4, rules: each(0.35, 'nextStep', ...rulesOf.feedback), then: ['nextStep'] }],
  explanation: [
    ...often('explanation', ['reason'], ['rule']),
    ...often('explanation', ['example']),
    { chance: 0.25, rules: each(0.5, 'askQuestions'), then: ['handOver'] },
  ],
  modelling: [...often('modelling', ['modelling'], ['show']), ...handOver],
  practice: [...often('practice', ['practice'], ['vaguePractice']), ...often('practice', ['selfCheck'])],
  challenge: [...often('challenge', ['challenge'], ['same']), ...often('challenge', ['foothold'])],
};

/** Reads what a tutor is given, including the targeted principles, but never the reference reply. */
export function simulateTutor(sample: KmpDialogueSample, rules: readonly PromptRule[], random: Random): string {
  const judges = sample.principles.includes('feedback');
  const steps: Steps = [
    { chance: 0.3, rules: { encourage: 0.55 }, then: ['praise'] },
    ...(judges ? often('feedback', [isRight(sample) ? 'confirm' : 'partly'], ['moveOn']) : takeUp),
    ...sample.principles.flatMap((principle) => table[principle]),
    {
      chance: 0.35,
      rules: { noFinalAnswer: -1, noSteps: -1, ...each(judges ? -0.2 : 0, ...rulesOf.feedback) },
      then: ['reveal'],
    },
    { chance: 0.3, rules: { concise: -1 }, then: ['padding'] },
    { chance: 0.4, rules: { oneQuestion: -1 }, then: ['extraQuestion'] },
  ];
  return simulatedReply(steps, { phrases, slots: slotsOf(sample, random) }, rules, random);
}

const takeUp: Steps = [
  { chance: 0.3, rules: each(0.5, 'classifyReply', 'askQuestions', 'affirmCorrect', 'encourage'), then: ['takeUp'] },
];

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
