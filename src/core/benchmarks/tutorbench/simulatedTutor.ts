import type { RuleId } from '../../prompt/rules';
import { quotable } from '../../simulation/quotable';
import { each, maybe, simulatedReply, type Step } from '../../simulation/simulatedReply';
import { tutorPhrases } from '../../simulation/tutorPhrases';
import type { Random } from '../../statistics/random';
import { readCriterion } from './criterionReading';
import { studentWords, type TbCriterion, type TbSkill, type TbUseCase, type TutorBenchSample } from './samples';

const phrases = {
  ...tutorPhrases,
  opening: ['Let’s look at “{said}” together.', 'About “{said}”:', 'Back to “{said}” for a moment.'],
  point: ['Keep this in mind: {core}.', 'The point here is this: {core}.', 'Remember: {core}.'],
  correct: ['There is a mistake here: {core}.', 'Check this again: {core}.'],
  affirm: ['This part is right: {core}.', 'Correct so far: {core}.'],
  guide: ['What do you notice when you think about {core}?', 'How could this help you here: {core}?'],
  giveAway: ['The answer in full is this: {core}.', 'So the solution is: {core}.'],
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
export function simulateTutor(sample: TutorBenchSample, rules: readonly RuleId[], random: Random): string {
  const { useCase } = sample;
  const criteria = random.shuffle(sample.criteria);
  const often = useCase === 'active_learning' ? 0.45 : 0.3;
  const steps: Steps = [
    'opening',
    maybe(0.25, each(0.67, 'encourage', 'adaptWhenConfused'), ['comfort', 'praise']),
    ...criteria.flatMap((criterion) => stepsFor(criterion, useCase)),
    maybe(often, { noFinalAnswer: -1, noSteps: -1, askQuestions: -0.2 }, criteria.flatMap(givingAway)),
  ];
  const said = quotable(studentWords(sample)) ?? 'your work';
  return simulatedReply(steps, { phrases, slots: { said } }, rules, random);
}

function stepsFor(criterion: TbCriterion, useCase: TbUseCase): Steps {
  const { text, skill } = criterion;
  const { demand } = readCriterion(criterion);
  if (demand === 'guide') {
    const chance = useCase === 'active_learning' ? 0.45 : 0.25;
    return [maybe(chance, each(0.6, ...rulesOfSkill.guiding_questions), [saying('guide', criterion)])];
  }
  if (demand === 'feeling') return [maybe(0.2, each(0.7, 'encourage', 'adaptWhenConfused'), ['comfort'])];
  if (demand !== 'content') return [];
  const asked = skill === undefined ? (['explain', 'nextStep', 'locateMistake'] as const) : rulesOfSkill[skill];
  // A tutor that withholds the answer also omits it where it was wanted. A brief one omits other things too.
  const held = /\b(?:final|correct (?:answer|value|result))\b/i.test(text) ? { noFinalAnswer: -1 } : {};
  const move = (skill && moveOfSkill[skill]) ?? 'point';
  return [maybe(0.32, { ...each(0.6, ...asked), ...held, concise: -0.25 }, [saying(move, criterion)])];
}

function givingAway(criterion: TbCriterion): Steps {
  const { demand } = readCriterion(criterion);
  return demand === 'secret' || demand === 'absence' ? [maybe(0.75, {}, [saying('giveAway', criterion)])] : [];
}

function saying(move: Move, criterion: TbCriterion): Step<Move> {
  const core = readCriterion(criterion)
    .core.replace(/\bthe (student|learner)['’]s\b/gi, 'your')
    .replace(/(?<![\s.,:;])[\s.,:;]+$/, '');
  return { say: move, slots: { core: core.replace(/\bthe (?:student|learner)\b/gi, 'you') } };
}
