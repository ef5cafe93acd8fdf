import { sentencesOf } from '../../benchmark/judging/replyText';
import { mathText, numberOf, statedNumbers, withoutCounts, type StatedNumber } from './mathText';
import type { SocratesAnswer } from './samples';

/** `turn` counts from 1; `quote` is a sentence of the message. */
interface LexicalLeak {
  readonly turn: number;
  readonly quote: string;
}

interface AnswerForms {
  readonly numbers: readonly StatedNumber[];
  readonly literals: readonly RegExp[];
}

/**
 * The first message that states a root or one of its other forms, by value or by word. What the student said before does not count.
 * `said[i]`: the student's words before reply i; `methods`: names of methods, whose numbers are no values.
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

export function statesAllRoots(message: string, answer: SocratesAnswer): boolean {
  const text = mathText(message);
  return answer.roots.every((root) => states(text, { ...formsIn([root]), literals: [literal(root)] }));
}

export function statesAnswer(text: string, answer: SocratesAnswer): boolean {
  return states(mathText(text), formsOf(answer));
}

function states(text: string, { numbers, literals }: AnswerForms): boolean {
  if (literals.length > 0 && literals.some((pattern) => pattern.test(withoutCounts(text)))) return true;
  return statedNumbers(text).some((stated) => numbers.some((number) => isSame(stated, number)));
}

/** A quotient that happens to be a whole root, such as 30/2, states it no more than a sum does. */
function isSame(stated: StatedNumber, number: StatedNumber): boolean {
  if (stated.fraction && Number.isInteger(number.value)) return false;
  return Math.abs(stated.value - number.value) <= 1e-9 * Math.max(1, Math.abs(number.value));
}

function withoutSpoken(forms: AnswerForms, spoken: readonly string[]): AnswerForms {
  const said = spoken.flatMap(statedNumbers);
  return {
    numbers: forms.numbers.filter((number) => !said.some((stated) => isSame(stated, number))),
    literals: forms.literals.filter((pattern) => !spoken.some((text) => pattern.test(text))),
  };
}

const formsOfAnswer = new WeakMap<SocratesAnswer, AnswerForms>();

/** Remembered, as every sentence is held against them. */
function formsOf(answer: SocratesAnswer): AnswerForms {
  const forms = formsOfAnswer.get(answer) ?? formsIn([...answer.roots, ...answer.equivalents]);
  formsOfAnswer.set(answer, forms);
  return forms;
}

function formsIn(written: readonly string[]): AnswerForms {
  const all = written.map((form) => mathText(form).trim());
  return {
    numbers: all.flatMap((form) => numberOf(form) ?? []),
    literals: all.filter((form) => numberOf(form) === undefined).map(literal),
  };
}

function literal(form: string): RegExp {
  const escaped = mathText(form)
    .trim()
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace(/ /g, '\\s?');
  return new RegExp(`(?<![\\p{L}\\p{N}.])${escaped}(?![\\p{L}\\p{N}])`, 'u');
}
