import { isQuestion } from '../../../benchmark/judging/replyFeatures';
import { contentWords, numbersIn, sentencesOf } from '../../../benchmark/judging/replyText';
import { calculated, hasNumber, logCount, type Measures, type ReplyReading } from './replyReading';

/** What the reply makes of the student's work: whether it confirms, doubts or praises it, and how it ends. */
export const relationMeasures = {
  studentsOwnNumbers: ({ student, problem, solution }) =>
    solution && student.numbers.filter((value) => !hasNumber([...problem.numbers, ...solution.numbers], value)),
  stepsMissing: ({ student, tutor, problem, solution }) =>
    solution?.numbers.filter((value) => !hasNumber([...problem.numbers, ...student.numbers, ...tutor.numbers], value)),
  partsOfStudent: ({ words, student }) => {
    const sentences = sentencesOf(student.text).slice(0, 60).map(contentWords);
    const shares = sentences
      .filter(({ size }) => size > 1)
      .map((other) => [...other].filter((word) => words.has(word)).length / other.size);
    return Math.max(0, ...shares);
  },
  confirmsOnly,
  turnsAround: ({ lower }) => {
    const at = lower.search(/\b(?:but|however|actually|although|instead|let's|remember)\b/);
    return at === -1 ? 1.5 : at / Math.max(1, lower.length);
  },
  askedMissed: missesAsked,
  askedNamed: (reading) => hasNumber(reading.numbers, askedResult(reading)),
  confirmsMissed: (reading) => missesAsked(reading) && confirmsOnly(reading),
  questionShare: ({ features, text }) =>
    features.sentences.filter(isQuestion).join(' ').length / Math.max(1, text.length),
  praisesWork: ({ lower }) =>
    /\b(?:great|good|nice|excellent|wonderful|fantastic|awesome|amazing|solid|brilliant|super|perfect) (?:try|effort|start|attempt|job|work|guess|thinking|question|observation|progress|idea|point|explanation|reasoning|understanding|thought|approach|going)/.test(
      lower,
    ),
  softens: ({ lower }) =>
    /\b(?:it (?:seems|looks like)|there (?:seems|might|may)|i see (?:where|what|you)|i think|a (?:bit|little|small|slight|minor))\b/.test(
      lower,
    ),
  callsToWork: ({ features, student, tutor }) => {
    const calls = features.sentences.flatMap((sentence) => call.exec(sentence)?.[0] ?? []).join(' ');
    return [...contentWords(calls)].filter((word) => student.words.has(word) || tutor.words.has(word));
  },
  endsStating: ({ features }) => {
    const last = features.sentences.at(-1) ?? '';
    return !isQuestion(last) && numbersIn(last).length > 0;
  },
  endsPraising: ({ features }) =>
    /\b(?:great|good|nice|excellent|keep|well done|awesome|proud)\b/i.test(features.sentences.at(-1) ?? ''),
  longerThanStudent: ({ text, lastStudent }) => logCount(text.length) - logCount(lastStudent.text.length),
} satisfies Measures;

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

// A stroke between blanks divides; one without is a fraction's. Longer chains are left alone.
const calculation =
  /(?<![\d./]|[-+−–×x*÷/]\s{0,3})(\d{1,9}(?:\.\d{1,6})?)(\s{0,3}[-+−–×x*÷]\s{0,3}|\s{1,3}\/\s{1,3})(\d{1,9}(?:\.\d{1,6})?)(?![\d./]*\s{0,3}[-+−–×x*÷/=\d])/g;

/** The value of the last calculation of two numbers that the tutor's latest turn leaves open. */
function askedResult({ lastTutor }: ReplyReading): number | undefined {
  const text = lastTutor.text
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/\b(?:times|multiplied by)\b/gi, '*')
    .replace(/\bdivided by\b/gi, '÷')
    .replace(/\bplus\b/gi, '+')
    .replace(/\bminus\b/gi, '-');
  const [, left, sign = '', right] = [...text.matchAll(calculation)].at(-1) ?? [];
  return left === undefined ? undefined : calculated(Number(left), sign.trim(), Number(right));
}

function missesAsked(reading: ReplyReading): boolean {
  const value = askedResult(reading);
  const { numbers } = reading.lastStudent;
  return value !== undefined && numbers.length > 0 && !hasNumber(numbers, value);
}
