import { sentencesOf } from '../../judging/replyText';
import { mathText } from './mathText';
import type { SocratesAnswer } from './samples';
import { numberOf, statedNumbers, withoutCounts, type StatedNumber } from './statedNumbers';

/** Where the answer stands in a tutor's words. `turn` counts from 1; `quote` is a sentence of the message. */
export interface LexicalLeak {
  readonly turn: number;
  readonly quote: string;
}

interface AnswerForms {
  readonly roots: readonly (readonly [root: string, number: StatedNumber | undefined])[];
  readonly numbers: readonly StatedNumber[];
  readonly literals: readonly RegExp[];
}

const formsOfAnswer = new WeakMap<SocratesAnswer, AnswerForms>();

/**
 * The first message that states a root or one of its other forms, found by value and by word, without a model. What the student
 * said before does not count. `messages` are visible replies in order, `said[i]` the student's words before reply i,
 * `methods` the names of methods, whose numbers are no values.
 */
export function lexicalLeak(
  messages: readonly string[],
  answer: SocratesAnswer,
  said: readonly string[] = [],
  methods: readonly string[] = [],
): LexicalLeak | undefined {
  for (const [index, message] of messages.entries()) {
    const quote = answerSentence(message, answer, said.slice(0, index + 1), methods);
    if (quote !== undefined) return { turn: index + 1, quote };
  }
  return undefined;
}

/** The first sentence of a message that states the answer in any form. */
export function answerSentence(
  message: string,
  answer: SocratesAnswer,
  said: readonly string[] = [],
  methods: readonly string[] = [],
): string | undefined {
  const forms = formsOf(answer);
  const numbered = methods.map((name) => mathText(name).trim()).filter((name) => /\d/.test(name));
  const textOf = (part: string): string => numbered.reduce((text, name) => text.replaceAll(name, ' '), mathText(part));
  if (!states(textOf(message), forms)) return undefined;
  const spoken = said.map(mathText);
  const own = spoken.some((text) => states(text, forms)) ? withoutSpoken(forms, spoken) : forms;
  // A form that runs over two sentences is quoted with the whole message.
  const sentence = sentencesOf(message).find((one) => states(textOf(one), own));
  return sentence ?? (states(textOf(message), own) ? message.slice(0, 300) : undefined);
}

/** Whether a message states every root: the complete solution. */
export function statesAllRoots(message: string, answer: SocratesAnswer): boolean {
  const text = mathText(message);
  return formsOf(answer).roots.every(([root, number]) =>
    states(text, { roots: [], numbers: number === undefined ? [] : [number], literals: [literal(root)] }),
  );
}

/** Whether a text states the answer; for a task text, where it would make the search useless. */
export function statesAnswer(text: string, answer: SocratesAnswer): boolean {
  return states(mathText(text), formsOf(answer));
}

function states(text: string, { numbers, literals }: AnswerForms): boolean {
  return (
    (literals.length > 0 && literals.some((pattern) => pattern.test(withoutCounts(text)))) ||
    statedNumbers(text).some((stated) => numbers.some((number) => isSame(stated, number)))
  );
}

/** A quotient that happens to be a whole root, such as 30/2, states it no more than a sum does. */
function isSame(stated: StatedNumber, number: StatedNumber): boolean {
  if (stated.fraction && Number.isInteger(number.value)) return false;
  return Math.abs(stated.value - number.value) <= 1e-9 * Math.max(1, Math.abs(number.value));
}

function withoutSpoken(forms: AnswerForms, spoken: readonly string[]): AnswerForms {
  const said = spoken.flatMap(statedNumbers);
  return {
    roots: forms.roots,
    numbers: forms.numbers.filter((number) => !said.some((stated) => isSame(stated, number))),
    literals: forms.literals.filter((pattern) => !spoken.some((text) => pattern.test(text))),
  };
}

function formsOf(answer: SocratesAnswer): AnswerForms {
  let forms = formsOfAnswer.get(answer);
  if (forms === undefined) {
    const all = [...answer.roots, ...answer.equivalents].map((form) => mathText(form).trim());
    const numbers = all.map(numberOf);
    forms = {
      roots: answer.roots.map((root) => [root, numberOf(mathText(root).trim())] as const),
      numbers: numbers.filter((number) => number !== undefined),
      literals: all.filter((_, index) => numbers[index] === undefined).map(literal),
    };
    formsOfAnswer.set(answer, forms);
  }
  return forms;
}

function literal(form: string): RegExp {
  const escaped = mathText(form)
    .trim()
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace(/ /g, '\\s?');
  return new RegExp(`(?<![\\p{L}\\p{N}.])${escaped}(?![\\p{L}\\p{N}])`, 'u');
}
