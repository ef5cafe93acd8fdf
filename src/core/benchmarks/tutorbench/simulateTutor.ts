import { sentencesOf } from '../../judging/replyText';
import type { PromptRule, RuleId } from '../../prompt/rules';
import type { Random } from '../../statistics/random';
import { pickOne } from '../pickOne';
import { readCriterion, type CriterionReading } from './criterionReading';
import type { TbSkill, TbUseCase } from './labels';
import { phrases, type Move } from './offlinePhrases';
import { shortened, spokenCriterion } from './spokenCriterion';
import { studentWords, type TbCriterion, type TutorBenchSample } from './samples';

/**
 * The offline provider's tutor: a simulated reply put together from the student's words and, as a simulation may, from what the
 * criteria speak of. Each rule that the prompt states makes the behaviour it asks for more likely; without any, a third or so
 * of what experts look for comes up by chance.
 */
export function simulateTutor(sample: TutorBenchSample, rules: readonly PromptRule[], random: Random): string {
  const stated = new Set(rules.map(({ id }) => id));
  const fill = filler(sample, random);
  const gives = random.next() < leakChance(sample.useCase, stated);
  const parts = [fill('opening')];
  if (random.next() < chance(stated, ['encourage', 'adaptWhenConfused'], 0.25)) {
    parts.push(fill(random.next() < 0.5 ? 'sympathy' : 'praise'));
    if (random.next() < 0.5) parts.push(fill('sympathy'));
  }
  const said = random
    .shuffle(sample.criteria)
    .flatMap((criterion) => sentenceFor(criterion, sample.useCase, stated, gives, fill, random));
  // Told to be brief, a tutor leaves things out.
  parts.push(...(stated.has('concise') ? said.slice(0, longestBrief) : said));
  if (random.next() < 0.4) parts.push(fill('closing'));
  const gap = random.next() < 0.6 ? '\n\n' : ' ';
  return paragraphs(parts, gap);
}

/** Sentences on the matter that a brief reply has room for. */
const longestBrief = 6;

/** Rules that make a tutor do what a criterion of this skill looks for. */
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

const moveOfSkill: Partial<Record<TbSkill, Move>> = {
  identifying_correct_steps: 'affirm',
  identifying_incorrect_steps: 'correct',
  identifying_core_difficulty: 'correct',
};

/** The chance of a behaviour with any of the rules that ask for it, and without. */
function chance(stated: ReadonlySet<RuleId>, rules: readonly RuleId[], without: number): number {
  return rules.some((rule) => stated.has(rule)) ? 0.92 : without;
}

function leakChance(useCase: TbUseCase, stated: ReadonlySet<RuleId>): number {
  if (stated.has('noFinalAnswer') || stated.has('noSteps')) return 0.04;
  if (stated.has('askQuestions')) return 0.15;
  return useCase === 'active_learning' ? 0.45 : 0.3;
}

/** The chance of any other unwanted behaviour; a prompt's rules do not touch it. */
const slipChance = 0.12;

type Fill = (move: Move, core?: string) => string;

function sentenceFor(
  criterion: TbCriterion,
  useCase: TbUseCase,
  stated: ReadonlySet<RuleId>,
  gives: boolean,
  fill: Fill,
  random: Random,
): readonly string[] {
  const reading = readCriterion(criterion);
  switch (reading.demand) {
    case 'spoiler':
    case 'absence':
      return gives && random.next() < 0.75 ? sayings('reveal', reading, fill, random) : [];
    case 'claim':
      return random.next() < slipChance ? sayings('state', reading, fill, random) : [];
    case 'guide':
      return random.next() < chance(stated, ['askQuestions', 'oneQuestion', 'nextStep'], guideBase(useCase))
        ? sayings('guide', reading, fill, random)
        : [];
    case 'feeling':
      return random.next() < chance(stated, ['encourage', 'adaptWhenConfused'], 0.2)
        ? [fill(/\bprais|encourag|effort/i.test(criterion.text) ? 'praise' : 'sympathy')]
        : [];
    case 'style':
      return [];
    case 'content': {
      const { skill } = criterion;
      const rules = skill === undefined ? (['explain', 'nextStep', 'locateMistake'] as const) : rulesOfSkill[skill];
      // A tutor that holds the answer back leaves it out where it was wanted, too.
      const held = stated.has('noFinalAnswer') && /\b(?:final|correct (?:answer|value|result))\b/i.test(criterion.text);
      if (random.next() >= (held ? 0.15 : chance(stated, rules, 0.32))) return [];
      return sayings((skill === undefined ? undefined : moveOfSkill[skill]) ?? 'state', reading, fill, random);
    }
  }
}

function guideBase(useCase: TbUseCase): number {
  return useCase === 'active_learning' ? 0.45 : 0.25;
}

/** Moves that have other words for a thing to look at than for a sentence. */
const ofNoun: Partial<Record<Move, Move>> = { state: 'lookAt', correct: 'lookAgain', affirm: 'keep' };
const ofClause: Partial<Record<Move, Move>> = { guide: 'wonder' };

/** The matter in a sentence of the tutor’s, one time in six only its beginning, as explanations stop short; none where it makes no sentence. */
function sayings(move: Move, reading: CriterionReading, fill: Fill, random: Random): readonly string[] {
  const spoken = spokenCriterion(reading);
  if (spoken === undefined) return [];
  const stopsShort = move !== 'reveal' && random.next() < 1 / 6;
  const { kind, text } = stopsShort ? shortened(spoken) : spoken;
  return [fill((kind === 'noun' ? ofNoun : ofClause)[move] ?? move, text)];
}

/** Makes sentences; words of the sample are put in once and never looked at for places again. */
function filler(sample: TutorBenchSample, random: Random): Fill {
  const values: Readonly<Record<string, string>> = { quote: quoteOf(sample), subject: sample.subject };
  const used = new Set<string>();
  return (move, core = '') => {
    const unused = phrases[move].filter((wording) => !used.has(wording));
    const wordings = unused.length === 0 ? phrases[move] : unused;
    const wording = pickOne(wordings, random);
    used.add(wording);
    return wording.replace(/<(quote|subject|core)>/g, (_place, name: string) =>
      name === 'core' ? core : (values[name] ?? ''),
    );
  };
}

/** The last clause of the student's own words that is short enough to quote. */
function quoteOf(sample: TutorBenchSample): string {
  const clauses = sentencesOf(studentWords(sample).slice(0, 4_000)).map((sentence) =>
    sentence.replace(/["“”]/g, '').replace(/(?<![.,;:!?\s])[.,;:!?\s]+$/, ''),
  );
  const clause = clauses.findLast((one) => one.length >= 4 && one.length <= 60) ?? clauses.at(-1) ?? 'your work';
  const words = clause.split(/\s+/);
  return words.length > 9 ? `${words.slice(0, 9).join(' ')} …` : clause;
}

function paragraphs(parts: readonly string[], gap: string): string {
  const [opening = '', ...rest] = parts;
  const middle = Math.ceil(rest.length / 2);
  return [opening, rest.slice(0, middle).join(' '), rest.slice(middle).join(' ')]
    .filter((part) => part !== '')
    .join(gap);
}
