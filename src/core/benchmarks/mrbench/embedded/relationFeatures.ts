import { isQuestion } from '../../../benchmark/judging/replyFeatures';
import { contentWords, numbersIn, sentencesOf } from '../../../benchmark/judging/replyText';
import { feature, hasNumber, logCount, ofSolution, type ReplyFeature, type ReplyReading } from './replyReading';

/** What the reply makes of the student's work: whether it confirms, doubts or praises it, and how it ends. */
export const relationFeatures: readonly ReplyFeature[] = [
  ofSolution(
    'studentsOwnNumbers',
    'follows a student with numbers that the solution has not',
    'follows a student with no number of their own',
    ({ student, problem, solution }) =>
      solution === undefined
        ? 0
        : logCount(
            student.numbers.filter((value) => !hasNumber([...problem.numbers, ...solution.numbers], value)).length,
          ),
  ),
  ofSolution(
    'stepsMissing',
    'follows turns that lack results of the worked solution',
    'follows turns that have the results of the worked solution',
    ({ student, tutor, problem, solution }) =>
      logCount(
        (solution?.numbers ?? []).filter(
          (value) => !hasNumber([...problem.numbers, ...student.numbers, ...tutor.numbers], value),
        ).length,
      ),
  ),
  feature(
    'partsOfStudent',
    'takes up a whole sentence of the student',
    'takes up no sentence of the student',
    ({ words, student }) => likestSentence(words, student.text),
  ),
  feature('confirmsOnly', 'confirms and adds no doubt', 'does not simply confirm', (reading) =>
    Number(confirmsOnly(reading)),
  ),
  feature('turnsAround', 'never turns to a “but” or “let’s”', 'turns to a “but” or “let’s” early', ({ lower }) => {
    const at = lower.search(/\b(?:but|however|actually|although|instead|let's|remember)\b/);
    return at === -1 ? 1.5 : at / Math.max(1, lower.length);
  }),
  feature(
    'askedMissed',
    'follows a wrong answer to a calculation that was asked for',
    'follows no wrong answer to a calculation',
    (reading) => Number(missesAsked(reading)),
  ),
  feature(
    'askedNamed',
    'names the result of the calculation that was asked for',
    'does not name the result of a calculation that was asked for',
    (reading) => {
      const value = askedResult(reading);
      return Number(value !== undefined && hasNumber(reading.numbers, value));
    },
  ),
  feature(
    'confirmsMissed',
    'confirms a wrong answer to a calculation',
    'confirms no wrong answer to a calculation',
    (reading) => Number(missesAsked(reading) && confirmsOnly(reading)),
  ),
  feature(
    'questionShare',
    'consists of questions',
    'consists of statements',
    ({ features, text }) => features.sentences.filter(isQuestion).join(' ').length / Math.max(1, text.length),
  ),
  feature(
    'praisesWork',
    'praises the student’s try or work',
    'does not praise the student’s try or work',
    ({ lower }) =>
      Number(
        /\b(?:great|good|nice|excellent|wonderful|fantastic|awesome|amazing|solid|brilliant|super|perfect) (?:try|effort|start|attempt|job|work|guess|thinking|question|observation|progress|idea|point|explanation|reasoning|understanding|thought|approach|going)/.test(
          lower,
        ),
      ),
  ),
  feature('softens', 'softens what it says', 'does not soften what it says', ({ lower }) =>
    Number(
      /\b(?:it (?:seems|looks like)|there (?:seems|might|may)|i see (?:where|what|you)|i think|a (?:bit|little|small|slight|minor))\b/.test(
        lower,
      ),
    ),
  ),
  feature(
    'callsToWork',
    'calls the student to something of the conversation',
    'does not call the student to anything of the conversation',
    ({ features, student, tutor }) => {
      const calls = features.sentences.flatMap((sentence) => call.exec(sentence)?.[0] ?? []).join(' ');
      return logCount(
        [...contentWords(calls)].filter((word) => student.words.has(word) || tutor.words.has(word)).length,
      );
    },
  ),
  feature('endsStating', 'ends by stating a number', 'does not end by stating a number', ({ features }) => {
    const last = features.sentences.at(-1) ?? '';
    return Number(!isQuestion(last) && numbersIn(last).length > 0);
  }),
  feature('endsPraising', 'ends with praise', 'does not end with praise', ({ features }) =>
    Number(/\b(?:great|good|nice|excellent|keep|well done|awesome|proud)\b/i.test(features.sentences.at(-1) ?? '')),
  ),
  feature(
    'longerThanStudent',
    'is longer than the student’s turn',
    'is shorter than the student’s turn',
    ({ text, lastStudent }) => logCount(text.length) - logCount(lastStudent.text.length),
  ),
];

const call = /\b(?:let's|try|check|look|think|remember|recall|consider|find|calculate|re-?\w+|need to|should)\b.*/i;

function confirmsOnly({ features: { affirmation, denial, doubt }, lower }: ReplyReading): boolean {
  const confirms =
    affirmation !== undefined ||
    /^\W*(?:great|good|nice|excellent|perfect|awesome|well done|fantastic|yes|correct|exactly|that's right)\b/.test(
      lower,
    );
  const turns = /\b(?:but|however|actually|although|let's|remember|instead|try|close|almost)\b/.test(lower);
  return confirms && denial === undefined && doubt === undefined && !turns;
}

const mostSentences = 60;

/** The greatest share of one sentence's words that are among these. */
function likestSentence(words: ReadonlySet<string>, text: string): number {
  let most = 0;
  for (const sentence of sentencesOf(text).slice(0, mostSentences)) {
    const other = contentWords(sentence);
    if (other.size < 2) continue;
    most = Math.max(most, [...other].filter((word) => words.has(word)).length / other.size);
  }
  return most;
}

// A stroke between blanks divides; one without is a fraction's. Longer chains are left alone.
const calculation =
  /(?<![\d./]|[-+−–×x*÷/]\s{0,3})(\d{1,9}(?:\.\d{1,6})?)(\s{0,3}[-+−–×x*÷]\s{0,3}|\s{1,3}\/\s{1,3})(\d{1,9}(?:\.\d{1,6})?)(?![\d./]*\s{0,3}[-+−–×x*÷/=\d])/g;
const spoken: readonly (readonly [RegExp, string])[] = [
  [/\b(?:times|multiplied by)\b/gi, '*'],
  [/\bdivided by\b/gi, '÷'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
];

/** The value of the last calculation of two numbers that the tutor's latest turn leaves open. */
function askedResult({ lastTutor }: ReplyReading): number | undefined {
  const text = spoken.reduce(
    (read, [words, sign]) => read.replace(words, sign),
    lastTutor.text.replace(/(\d),(?=\d{3})/g, '$1'),
  );
  const [, left, sign = '', right] = [...text.matchAll(calculation)].at(-1) ?? [];
  if (left === undefined) return undefined;
  const [first, second] = [Number(left), Number(right)];
  if (sign.includes('+')) return first + second;
  if (/[-−–]/.test(sign)) return first - second;
  return /[÷/]/.test(sign) ? first / second : first * second;
}

function missesAsked(reading: ReplyReading): boolean {
  const value = askedResult(reading);
  return (
    value !== undefined && reading.lastStudent.numbers.length > 0 && !hasNumber(reading.lastStudent.numbers, value)
  );
}
