import { numbersIn, sentencesOf } from '../../judging/replyText';
import type { PromptRule, RuleId } from '../../prompt/rules';
import type { Random } from '../../statistics/random';
import { pickOne } from '../pickOne';
import { phrases, type Move } from './offlinePhrases';
import { lastStudentWords, type MrSample } from './samples';

/**
 * The offline provider's tutor: a simulated reply of one to four sentences built from the sample's own words. Each rule that the
 * prompt states makes the behaviour it asks for more likely; chance keeps every dimension away from 0 and from 100 percent.
 */
export function simulateTutor(sample: MrSample, _turn: number, rules: readonly PromptRule[], random: Random): string {
  const stated = new Set(rules.map(({ id }) => id));
  const moves = chooseMoves(stated, random);
  const brief = stated.has('concise') ? shortened(moves, stated.has('encourage')) : moves;
  // A lone stock phrase would be the same for many samples; it is tied to what this student said.
  const kept: readonly Move[] = brief.length === 1 ? ['takeUp', ...brief] : brief;
  const fill = filler(sample, random);
  return kept.map((move) => fill(pickOne(phrases[move], random))).join(' ');
}

/** The chance of a behaviour with any of the rules that ask for it, and without. */
const chances = {
  notice: { rules: ['pointOutMistake', 'locateMistake', 'classifyReply'], with: 0.93, without: 0.45 },
  locate: { rules: ['locateMistake'], with: 0.9, without: 0.3 },
  praise: { rules: ['encourage', 'affirmCorrect'], with: 0.88, without: 0.25 },
  guide: { rules: ['explain', 'easierWhenWrong', 'adaptWhenConfused'], with: 0.9, without: 0.45 },
  ask: { rules: ['askQuestions', 'oneQuestion', 'nextStep'], with: 0.93, without: 0.35 },
} as const satisfies Record<string, { rules: readonly RuleId[]; with: number; without: number }>;

function chooseMoves(stated: ReadonlySet<RuleId>, random: Random): Move[] {
  const happens = (behaviour: keyof typeof chances): boolean => {
    const { rules, with: ruled, without } = chances[behaviour];
    return random.next() < (rules.some((rule) => stated.has(rule)) ? ruled : without);
  };
  const moves: Move[] = [];
  const natural = stated.size > 0 ? 0.95 : 0.9;
  if (random.next() > natural) moves.push('machine');
  if (happens('praise')) moves.push('encourage');
  if (happens('notice')) {
    moves.push(happens('locate') ? 'locate' : random.next() < 0.7 ? 'pointOut' : 'doubt');
  } else {
    moves.push(random.next() < 0.4 ? 'confirm' : 'moveOn');
  }
  if (happens('guide')) moves.push('hint');
  if (random.next() < revealChance(stated)) moves.push('reveal');
  else if (happens('ask')) moves.push(stated.has('nextStep') || random.next() < 0.75 ? 'ask' : 'vagueAsk');
  return moves;
}

function revealChance(stated: ReadonlySet<RuleId>): number {
  if (stated.has('noFinalAnswer')) return 0.03;
  return stated.has('askQuestions') ? 0.15 : 0.4;
}

/** What a tutor who is told to be brief leaves out: praise, unless the prompt asks for it, and whatever is too much. */
function shortened(moves: readonly Move[], praise: boolean): readonly Move[] {
  if (moves.length <= 3) return moves;
  return moves.filter((move) => move !== 'machine' && (praise || move !== 'encourage')).slice(0, praise ? 4 : 3);
}

/** Fills in a wording's places once; words of the sample are never looked at for places again. */
function filler(sample: MrSample, random: Random): (wording: string) => string {
  const quote = quoteOf(sample);
  const topic = sample.topic === undefined ? 'this problem' : uncapitalized(sample.topic);
  const hint = (): string =>
    hintOf(sample, random) ?? pickOne(phrases.plainHint, random).replace('<topic>', () => topic);
  const values: Readonly<Record<string, () => string>> = {
    quote: () => quote,
    topic: () => topic,
    answer: () => answerOf(sample, random),
    hint: () => uncapitalized(hint()),
    Hint: () => hint().replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
  };
  return (wording) =>
    wording.replace(/<(quote|topic|answer|hint|Hint)>/g, (_place, name: string) => values[name]?.() ?? '');
}

const plainStart =
  /^(?:The|In|One|Each|There|Trade|Cut|From|To|So|With|If|Take|First|Let|This|That|It|For|A|An|Half|All|She|He|They|We|\p{L}+ing)\b/u;

/** Lower-cases the first letter of a common opening word or of a topic's heading; names and initials keep theirs. */
function uncapitalized(text: string): string {
  return plainStart.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

const calculation =
  /[£€$]?\d(?<!\d[.,:/]*\d)[\d.,:/]*%?(?:\s?(?:[-+−–×x*÷/=]|is|and|plus|times|minus|take away|divided by)\s?[£€$]?\d[\d.,:/]*%?){1,2}/i;

/** A calculation of the student's last words, else their last clause with a number, else their last clause, eight words at most. */
function quoteOf(sample: MrSample): string {
  const words = lastStudentWords(sample).replace(/["“”]/g, '').slice(0, 2000);
  const clauses = sentencesOf(words).flatMap((sentence) =>
    sentence.split(/[,;:!?…]\s|\s(?:but|so|and|because|cos)\s/i),
  );
  const said = clauses
    .map((clause) => clause.replace(/^(?:but|so|and|because|cos|um|oh|ok|no|yes)\s/i, '').trim())
    .filter((clause) => clause !== '');
  const found = calculation.exec(words)?.[0] ?? said.findLast((clause) => /\d/.test(clause)) ?? said.at(-1);
  const spoken = (found ?? 'your last step').split(/\s+/);
  const short = spoken
    .slice(0, 8)
    .join(' ')
    .slice(0, 80)
    .replace(/(?<![.,;:!?\s])[.,;:!?\s]+$/, '');
  return spoken.length > 8 ? `${short} …` : short;
}

/** The final answer; one time in eight a wrong one, as models do. */
function answerOf({ answer, groundTruthSolution }: MrSample, random: Random): string {
  const right = answer ?? String(numbersIn(groundTruthSolution ?? '').at(-1) ?? '');
  if (right === '') return 'the one you started with';
  if (random.next() >= 0.125) return right;
  const number = numbersIn(right).at(-1);
  return number === undefined ? right : String(Math.round((number + 1 + random.int(5)) * 100) / 100);
}

/** A step of the worked solution that is not its last, so that a hint does not end in the answer. */
function hintOf({ groundTruthSolution }: MrSample, random: Random): string | undefined {
  const final = numbersIn(groundTruthSolution ?? '').at(-1);
  const steps = sentencesOf(groundTruthSolution ?? '')
    .slice(0, -1)
    .filter((step) => step.length < 160 && !numbersIn(step).some((value) => value === final));
  return steps.length === 0 || random.next() < 0.2 ? undefined : pickOne(steps.slice(0, 2), random);
}
