import { replyFeatures, type ReplyFeatures } from '../../../simulation/replyFeatures';
import { contentWords, numbersIn, plainMath } from '../../../benchmark/judging/replyText';
import type { MrTurn } from '../samples';

export interface ReplyMaterial {
  readonly history: readonly MrTurn[];
  readonly reply: string;
  readonly solution: string | undefined;
}

interface ReadText {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly numbers: readonly number[];
}

/** Read once for all features. Every part is cut to a length, so that hostile text costs little. */
export interface ReplyReading {
  /** With straight apostrophes and quotation marks. */
  readonly text: string;
  readonly lower: string;
  readonly tokens: readonly string[];
  readonly features: ReplyFeatures;
  readonly words: ReadonlySet<string>;
  readonly numbers: readonly number[];
  readonly equations: readonly { readonly result: number; readonly holds: boolean }[];
  readonly turns: readonly MrTurn[];
  /** The first turn. In most dialogues it states the problem. */
  readonly problem: ReadText;
  readonly lastStudent: ReadText;
  readonly lastTutor: ReadText;
  readonly student: ReadText;
  readonly tutor: ReadText;
  readonly solution: ReadText | undefined;
  readonly answer: number | undefined;
  /** The last number in the student's latest turn that has one. */
  readonly studentAnswer: number | undefined;
}

/** In characters: longer than any labelled reply or turn. */
const longestReply = 5000;
const longestTurn = 3000;
const mostTurns = 24;
const mostReplyNumbers = 60;
const mostNumbers = 200;

export function readReply({ history, reply, solution }: ReplyMaterial): ReplyReading {
  const text = plain(reply.trim().slice(0, longestReply));
  const kept = history.length <= mostTurns ? history : [...history.slice(0, 1), ...history.slice(1 - mostTurns)];
  const turns = kept.map(({ role, content }) => ({ role, content: plain(content.slice(0, longestTurn)) }));
  const of = (role: MrTurn['role']): string[] => turns.flatMap((turn) => (turn.role === role ? [turn.content] : []));
  const [student, tutor] = [of('student'), of('tutor')];
  const worked = solution === undefined ? undefined : readText(plain(solution.slice(0, longestTurn)));
  return {
    text,
    lower: text.toLowerCase(),
    tokens: replyTokens(text),
    features: replyFeatures(text),
    words: contentWords(text),
    numbers: numbersIn(text).slice(0, mostReplyNumbers),
    equations: equationsIn(text),
    turns,
    problem: readText(turns[0]?.content ?? ''),
    lastStudent: readText(student.at(-1) ?? ''),
    lastTutor: readText(tutor.at(-1) ?? ''),
    student: readText(student.join('\n')),
    tutor: readText(tutor.join('\n')),
    solution: worked,
    answer: worked?.numbers.at(-1),
    studentAnswer: student
      .map(numbersIn)
      .findLast((numbers) => numbers.length > 0)
      ?.at(-1),
  };
}

function readText(text: string): ReadText {
  return { text, words: contentWords(text), numbers: numbersIn(text).slice(-mostNumbers) };
}

function plain(text: string): string {
  return text
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\u00A0/g, ' ');
}

export function hasNumber(values: readonly number[], wanted: number | undefined): boolean {
  return (
    wanted !== undefined && values.some((value) => Math.abs(value - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted)))
  );
}

const mostTokens = 1000;

// Latin letters with an inner apostrophe, other letters, a number with separators, or a mark with a meaning.
const token = /[a-z]+(?:'[a-z]+)?|\p{L}+|\d+(?:[.,/:]\d+)*|[?!%=+*×÷"$]|\.{3}|…|\p{Extended_Pictographic}/gu;

function replyTokens(text: string): readonly string[] {
  return text.toLowerCase().match(token)?.slice(0, mostTokens) ?? [];
}

// Skips longer chains (2 + 3 × 4 = 14), because it would see only their last step.
const equation =
  /(?<![\d./]|[-+−–×x*÷/=(]\s?)(\d{1,9}(?:\.\d{1,6})?)\s?([-+−–×x*÷/])\s?(\d{1,9}(?:\.\d{1,6})?)\s?=\s?(-?\d{1,9}(?:\.\d{1,6})?)(?![\d/%]|\s?[-+×x*÷/])/g;

/** The equations of two numbers in a text, at most 20. Results may be rounded to the digits shown. */
export function equationsIn(text: string): ReplyReading['equations'] {
  const plain = plainMath(text)
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(/[$£€]/g, '');
  return [...plain.matchAll(equation)].slice(0, 20).map(([, left, sign = '', right, result = '']) => {
    const value = calculated(Number(left), sign, Number(right));
    const digits = result.split('.')[1]?.length ?? 0;
    return { result: Number(result), holds: Math.abs(value - Number(result)) <= 0.51 * 10 ** -digits + 1e-9 };
  });
}

export function calculated(left: number, sign: string, right: number): number {
  if (sign === '+') return left + right;
  if (/[-−–]/.test(sign)) return left - right;
  return /[÷/]/.test(sign) ? left / right : left * right;
}

/** A list counts as the logarithm of its length; anything else present counts as 1. */
export type Found = number | boolean | string | readonly unknown[] | null | undefined;

/** Features by their names in the weights file, in its order. Always finite. */
export type Measures = Readonly<Record<string, (reading: ReplyReading) => Found>>;

/** A count as its logarithm, so that the tenth question counts less than the first. */
export function logCount(count: number): number {
  return Math.log2(1 + count);
}
