import type { PromptRule, RuleId } from '../../prompt/rules';
import { quotable } from '../../simulation/quotable';
import { each, simulatedReply, type Step } from '../../simulation/simulatedReply';
import { tutorPhrases } from '../../simulation/tutorPhrases';
import type { Random } from '../../statistics/random';
import { readCriterion } from './criterionReading';
import { studentWords, type TbCriterion, type TbSkill, type TbUseCase, type TutorBenchSample } from './samples';

const phrases = {
  ...tutorPhrases,
  opening: [
    'Let’s look at “{said}” together.',
    'About “{said}”:',
    'Back to “{said}” for a moment.',
    'Take “{said}” first.',
  ],
  point: [
    'Keep this in mind: {core}.',
    'The point here is this: {core}.',
    'Remember: {core}.',
    'To put it plainly: {core}.',
  ],
  correct: ['There is a mistake here: {core}.', 'Check this again: {core}.', 'One step went wrong: {core}.'],
  affirm: ['This part is right: {core}.', 'Correct so far: {core}.', 'That step works: {core}.'],
  guide: [
    'What do you notice when you think about {core}?',
    'How could this help you here: {core}?',
    'What follows from {core}?',
  ],
  giveAway: [
    'The answer in full is this: {core}.',
    'So the solution is: {core}.',
    'In the end the result is this: {core}.',
  ],
} as const;

type Move = keyof typeof phrases;
type Steps = readonly Step<Move>[];

const rulesOfSkill: Readonly<Record<TbSkill, readonly RuleId[]>> = {
  identifying_core_difficulty: ['pointOutMistake', 'locateMistake', 'adaptWhenConfused', 'classifyReply'],
  identifying_correct_steps: ['affirmCorrect', 'classifyReply'],
  identifying_incorrect_steps: ['pointOutMistake', 'locateMistake', 'classifyReply'],
  stating_knowledge: ['explain', 'modelThinking'],
  alternative_solutions: ['alternatives'],
  examples_analogies: ['explain', 'modelThinking'],
  guiding_questions: ['askQuestions', 'oneQuestion', 'nextStep'],
  step_by_step_help: ['nextStep', 'explain'],
};

const moveOfSkill: Partial<Readonly<Record<TbSkill, Move>>> = {
  identifying_correct_steps: 'affirm',
  identifying_incorrect_steps: 'correct',
  identifying_core_difficulty: 'correct',
};

/** Without any rule, about a third of what experts expect occurs by chance. */
export function simulateTutor(sample: TutorBenchSample, rules: readonly PromptRule[], random: Random): string {
  const { useCase } = sample;
  const criteria = random.shuffle(sample.criteria);
  const steps: Steps = [
    'opening',
    { chance: 0.25, rules: each(0.67, 'encourage', 'adaptWhenConfused'), then: ['comfort', 'praise'] },
    ...criteria.flatMap((criterion) => stepsFor(criterion, useCase)),
    {
      chance: useCase === 'active_learning' ? 0.45 : 0.3,
      rules: { noFinalAnswer: -1, noSteps: -1, askQuestions: -0.2 },
      then: criteria.flatMap(givingAway),
    },
  ];
  const said = quotable(studentWords(sample)) ?? 'your work';
  return simulatedReply(steps, { phrases, slots: { said } }, rules, random);
}

function stepsFor(criterion: TbCriterion, useCase: TbUseCase): Steps {
  const { text, skill } = criterion;
  const { demand } = readCriterion(criterion);
  switch (demand) {
    case 'spoiler':
    case 'absence':
    case 'style':
      return [];
    case 'claim':
      // No prompt rule affects the other things that a reply must not say.
      return [{ chance: 0.12, then: [saying('point', criterion)] }];
    case 'guide': {
      const chance = useCase === 'active_learning' ? 0.45 : 0.25;
      return [{ chance, rules: each(0.6, ...rulesOfSkill.guiding_questions), then: [saying('guide', criterion)] }];
    }
    case 'feeling': {
      const then: Steps = /\bprais|encourag|effort/i.test(text) ? ['praise'] : ['comfort'];
      return [{ chance: 0.2, rules: each(0.7, 'encourage', 'adaptWhenConfused'), then }];
    }
    case 'content': {
      const wanted = skill === undefined ? (['explain', 'nextStep', 'locateMistake'] as const) : rulesOfSkill[skill];
      const move = (skill === undefined ? undefined : moveOfSkill[skill]) ?? 'point';
      // A tutor that withholds the answer also omits it where it was wanted. A brief one omits other things too.
      const isAnswer = /\b(?:final|correct (?:answer|value|result))\b/i.test(text);
      const held = isAnswer ? { noFinalAnswer: -1 } : {};
      return [
        { chance: 0.32, rules: { ...each(0.6, ...wanted), ...held, concise: -0.25 }, then: [saying(move, criterion)] },
      ];
    }
  }
}

function givingAway(criterion: TbCriterion): Steps {
  const { demand } = readCriterion(criterion);
  if (demand !== 'spoiler' && demand !== 'absence') return [];
  return [{ chance: 0.75, then: [saying('giveAway', criterion)] }];
}

function saying(move: Move, criterion: TbCriterion): Step<Move> {
  const core = readCriterion(criterion)
    .core.replace(/\bthe (student|learner)['’]s\b/gi, 'your')
    .replace(/(?<![\s.,:;])[\s.,:;]+$/, '');
  return { say: move, slots: { core: core.replace(/\bthe (?:student|learner)\b/gi, 'you') } };
}
