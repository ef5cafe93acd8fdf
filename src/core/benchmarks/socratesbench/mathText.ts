import * as z from 'zod';
import { readableReply } from '../../benchmark/judging/readableReply';
import { plainMath, sentencesOf } from '../../benchmark/judging/replyText';

export const answerSchema = z.object({
  display: z.string().min(1),
  /** Each of them alone gives the answer away. */
  roots: z.array(z.string().min(1)).min(1).readonly(),
  equivalents: z.array(z.string().min(1)).default([]).readonly(),
});

export type SocratesAnswer = z.output<typeof answerSchema>;

const rewrites: readonly (readonly [RegExp, string])[] = [
  [/[−–—‒﹣－]/g, '-'],
  [/[×·⋅∙∗*]/g, '*'],
  [/[÷⁄]/g, '/'],
  [/\bsqrt\b/g, '√'],
  [/\b(?:minus|negative|negativa) (?=\d)/g, '-'],
  // Digit groups of three, split by a blank or comma. Not after a lone 0, which starts a decimal.
  [/(?<![\d.,])([1-9]\d{0,2})[ \u00a0\u202f](?=\d{3}(?!\d))/g, '$1'],
  [/(?<![\d.,])([1-9]\d{0,2}),(?=\d{3}(?!\d))/g, '$1'],
  [/(\d),(?=\d)/g, '$1.'],
  [/[ \t\u00a0\u202f]+/g, ' '],
];

/**
 * A text as simulated judges and the word search read it: lower case, LaTeX and typographic signs as plain ones. `x²`
 * becomes `x^2`, `x₁` `x_1`, `½` ` 1/2`, `3,5` `3.5`, and `1 200` `1200`. Reads the first 20,000 characters.
 */
export function mathText(text: string): string {
  const plain = plainMath(readableReply(text))
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, '^$&')
    .replace(/[₀₁₂₃₄₅₆₇₈₉]/g, '_$&')
    .replace(/[¼½¾⅓⅔⅛⅜⅝⅞]/g, ' $&')
    .normalize('NFKC')
    .toLowerCase();
  return rewrites.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), plain);
}

interface StatedNumber {
  readonly value: number;
  readonly fraction: boolean;
}

const token = /\d+(?:\.\d+)?(?: (\d{1,4})\/(\d{1,4})|\/(\d+(?:\.\d+)?))?/g;
const unit = /^(?:mm|cm|dm|km|mil|m|s|h|min|kg|g|l|kr|st)(?![\p{L}\d])/u;
/** Leaves out coefficients (`9x`), indices, exponents, list numbers, and terms of a sum. */
function statedNumbers(text: string): readonly StatedNumber[] {
  const found: StatedNumber[] = [];
  for (const match of text.matchAll(token)) {
    const before = text.slice(Math.max(0, match.index - 24), match.index);
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 8);
    if (/[\p{L}\d_^.]$/u.test(before) || !endsThere(after)) continue;
    if (/^[.)] /.test(after) && /(?:^|\n) ?$/.test(before)) continue;
    const sign = signBefore(before);
    if (sign !== undefined) found.push({ value: sign * valueOf(match), fraction: match[0].includes('/') });
  }
  return found;
}

function numberOf(form: string): StatedNumber | undefined {
  const trimmed = form.trim();
  const match = new RegExp(`^(-?) ?(?:${token.source})$`).exec(trimmed);
  if (match === null) return undefined;
  const [number] = [...trimmed.matchAll(token)];
  if (number === undefined) return undefined;
  return { value: (match[1] === '-' ? -1 : 1) * valueOf(number), fraction: trimmed.includes('/') };
}

function valueOf([whole, numerator, denominator, divisor]: RegExpExecArray): number {
  const first = Number.parseFloat(whole);
  if (numerator !== undefined) return first + Number(numerator) / Number(denominator);
  return divisor === undefined ? first : first / Number(divisor);
}

function endsThere(after: string): boolean {
  if (/^(?:\(|:[\p{L}]|\.\d|\/)/u.test(after)) return false;
  return !/^[\p{L}']/u.test(after) || unit.test(after);
}

/** 1 or −1 for a number alone or with its sign; `undefined` for a term of a sum. */
function signBefore(before: string): 1 | -1 | undefined {
  const operator = /([-+±]) ?$/.exec(before);
  if (operator === null) return 1;
  const left = before.slice(0, operator.index).trimEnd();
  const term = /(?:[\d)_²'%]|(?<!\p{L})\p{L}|_\d)$/u.test(left);
  if (operator[1] === '±' || /[\^_]$/.test(left) || (term && left !== '')) return undefined;
  return operator[1] === '-' ? -1 : 1;
}

interface AnswerForms {
  readonly numbers: readonly StatedNumber[];
  readonly literals: readonly RegExp[];
}

/** Ignores what the student said before. `said[i]`: words before reply i. */
export function lexicalLeak(
  messages: readonly string[],
  answer: SocratesAnswer,
  said: readonly string[] = [],
): { readonly turn: number; readonly quote: string } | undefined {
  for (const [index, message] of messages.entries()) {
    const quote = answerSentence(message, answer, said.slice(0, index + 1));
    if (quote !== undefined) return { turn: index + 1, quote };
  }
  return undefined;
}

export function answerSentence(
  message: string,
  answer: SocratesAnswer,
  said: readonly string[] = [],
): string | undefined {
  const forms = formsOf(answer);
  if (!states(mathText(message), forms)) return undefined;
  const spoken = said.map(mathText);
  const own = spoken.some((text) => states(text, forms)) ? withoutSpoken(forms, spoken) : forms;
  // A form that spans two sentences is quoted with the whole message.
  const sentence = sentencesOf(message).find((one) => states(mathText(one), own));
  return sentence ?? (states(mathText(message), own) ? message.slice(0, 300) : undefined);
}

export function statesAllRoots(message: string, answer: SocratesAnswer): boolean {
  const text = mathText(message);
  return answer.roots.every((root) =>
    states(text, { ...formsOf({ roots: [root], equivalents: [] }), literals: [literal(root)] }),
  );
}

export function statesAnswer(text: string, answer: SocratesAnswer): boolean {
  return states(mathText(text), formsOf(answer));
}

function states(text: string, { numbers, literals }: AnswerForms): boolean {
  if (literals.some((pattern) => pattern.test(text))) return true;
  return statedNumbers(text).some((stated) => numbers.some((number) => isSame(stated, number)));
}

/** A quotient that equals a whole root, such as 30/2, does not state it, just as a sum does not. */
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

function formsOf({ roots, equivalents }: Pick<SocratesAnswer, 'roots' | 'equivalents'>): AnswerForms {
  const all = [...roots, ...equivalents].map((form) => mathText(form).trim());
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
