import { sentencesOf } from '../../judging/replyText';
import { answerSentence } from './lexicalLeak';
import { mathSpans, type MathSpan, type MathToken } from './mathSpans';
import { mathText } from './mathText';
import type { SocratesAnswer } from './samples';
import { statedNumbers } from './statedNumbers';

/** What a sentence works out: a value named, numbers put into a formula, a result on the way, the answer itself. */
type StepKind = 'value' | 'substituted' | 'result' | 'answer';

/** One computed step. `quote` is the sentence it stands in; `parallel` when it belongs to an example with other numbers. */
export interface ComputedStep {
  readonly kind: StepKind;
  readonly quote: string;
  readonly parallel: boolean;
}

/** What a message is held against: formulas of the task and of the student may be said again. */
export interface StepContext {
  readonly task: string;
  readonly answer: SocratesAnswer;
  /** What the student wrote up to the message. */
  readonly said: readonly string[];
}

const startsExample =
  /\b(?:till exempel|t\.ex\.|exempelvis|for example|for instance|e\.g\.)|\b(?:liknande|annan|annat|enklare|eget|similar|another|different|simpler|easier|parallel)\b.{0,40}\b(?:exempel|uppgift|ekvation|tal|example|equation|problem|task|numbers|one)\b|\bexempel med andra\b/i;
const endsExample =
  /\b(?:din|själva|vår|ursprungliga)\b.{0,20}\b(?:uppgift|ekvation)|\b(?:your|our|the original)\b.{0,20}\b(?:task|problem|equation|one)\b/i;

/**
 * The steps that a message works out for the student, found by reading its arithmetic: a rule-based stand-in for a judge.
 * General formulas in letters, the given task said again, and questions without numbers of their own are no steps.
 */
export function computedSteps(message: string, context: StepContext): readonly ComputedStep[] {
  const saysAnswer = answerSentence(message, context.answer, context.said) !== undefined;
  // Most messages hold no number at all, and then nothing is worked out.
  if (!saysAnswer && !/\d/.test(mathText(message))) return [];
  const given = givenIn(context);
  let inExample = false;
  return sentencesOf(message).flatMap((sentence): ComputedStep[] => {
    if (startsExample.test(sentence)) inExample = true;
    else if (endsExample.test(sentence)) inExample = false;
    const states = saysAnswer && answerSentence(sentence, context.answer, context.said) !== undefined;
    const kind = states ? 'answer' : stepIn(mathText(sentence), given);
    if (kind === undefined) return [];
    // An example that works on the task's own equation is none.
    const sides = mathSpans(mathText(sentence)).flatMap(({ text }) => text.split('='));
    const ofTask = sides.some((side) => side.length > 3 && given.known[0]?.includes(side) === true);
    return [{ kind, quote: sentence, parallel: inExample && !ofTask && kind !== 'answer' }];
  });
}

interface Given {
  readonly known: readonly string[];
  readonly names: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
}

/** What may be said again: the task’s formula first, then the student’s. */
function givenIn({ task, said }: StepContext): Given {
  const texts = [task, ...said].map(mathText);
  const spans = mathSpans(texts[0] ?? '');
  return {
    known: texts.map((text) => text.replace(/\s+/g, '')),
    names: new Set(spans.flatMap(({ tokens }) => tokens.filter(isName).map(({ text }) => text))),
    numbers: new Set(texts.flatMap((text) => text.match(/\d+(?:\.\d+)?/g) ?? [])),
  };
}

/** The most telling step of a sentence. */
function stepIn(sentence: string, given: Given): StepKind | undefined {
  const kinds = mathSpans(sentence).map((span) => stepOf(span, given));
  const order = ['result', 'substituted', 'value'] as const;
  return order.find((kind) => kinds.includes(kind)) ?? saidInWords(sentence, given);
}

const isName = ({ kind }: MathToken): boolean => kind === 'name';

/** Numbers that general formulas are written with: the 2 of p/2, the 4 of b² − 4ac. */
const structural = /^[0-4]$/;

function stepOf({ tokens, text }: MathSpan, { known, names }: Given): StepKind | undefined {
  if (known.some((one) => one.includes(text))) return undefined;
  const numbers = tokens.filter(({ kind }, index) => kind === 'number' && tokens[index - 1]?.text !== '^');
  const operators = tokens.filter(({ kind, text: sign }) => kind === 'operator' && !/^[()]$/.test(sign));
  if (numbers.length === 0 || operators.length === 0) return undefined;
  const letters = tokens.filter(isName);
  const general =
    letters.some((name) => !names.has(name.text)) && numbers.every((number) => structural.test(number.text));
  const equals = tokens.findLastIndex(({ text: sign }) => sign === '=' || sign === '≈');
  if (equals === -1) {
    if (general || isBareNumber(text)) return undefined;
    return 'substituted';
  }
  const right = tokens.slice(equals + 1);
  const rightIsNumber =
    right.length > 0 && right.every(({ kind, text: sign }) => kind !== 'name' && sign !== '±' && sign !== '√');
  const left = tokens.slice(0, equals);
  if (rightIsNumber && left.length <= 1) return 'value';
  const isZero = right.length === 1 && right[0]?.text === '0';
  if (general && (isZero || !rightIsNumber)) return undefined;
  return rightIsNumber && !isZero ? 'result' : 'substituted';
}

/** A sign and a number, a fraction in lowest form, a range of small numbers: nothing is worked out. */
function isBareNumber(text: string): boolean {
  if (/^[-+±]?\d+(?:\.\d+)?$/.test(text) || /^\d-\d$/.test(text)) return true;
  const fraction = /^-?(\d+)\/(\d+)$/.exec(text);
  return fraction !== null && Number(fraction[1]) % Number(fraction[2]) !== 0;
}

const named =
  /\b(?:[pqabckmdxy]|koefficient\w*|konstant\w*|talet framför|diskriminant\w*|coefficient|number in front|constant(?: term)?|discriminant|summan|produkten|kvoten|skillnaden|differensen|hälften|kvadraten|roten|lutningen|värdet|resultatet|arean|sidan|sum|product|quotient|difference|half|square|root|slope|value|result|area|side)\b[^.?!\d]{0,25} (?:är|blir|is|becomes|equals) (-?\d+(?:\.\d+)?)/;
const obtained =
  /\b(?:(?:får (?:vi|du|man)|(?:vi|du|man) får|(?:det|då|detta|vilket|som|och) (?:blir|ger|är)|återstår|(?:we|you) (?:get|have|obtain)|(?:that|this|which|it) (?:gives|makes|leaves|is|equals|comes to)|gives|leaves))(?: \p{L}{1,4}){0,2} (-?\d+(?:\.\d+)?)/u;

/** A value or a result in a sentence without a formula, unless the task gives the number. */
function saidInWords(sentence: string, { numbers }: Given): StepKind | undefined {
  const value = named.exec(sentence);
  if (value?.[1] !== undefined && statesAt(sentence, value) && !numbers.has(value[1])) return 'value';
  // A coefficient is read off the task, so its number is always there; naming it for the student counts all the same.
  if (
    value !== null &&
    /^(?:[pqabckmd]\b|koefficient|konstant|talet framför|coefficient|constant|number in front)/.test(value[0])
  )
    return 'value';
  const result = obtained.exec(sentence);
  return result?.[1] !== undefined && statesAt(sentence, result) && !numbers.has(result[1]) ? 'result' : undefined;
}

/** Whether the number at the end of a match states a value, as against a coefficient or the number of a step. */
function statesAt(sentence: string, match: RegExpExecArray): boolean {
  const end = sentence.slice(match.index + match[0].length);
  return statedNumbers(`${match[0]}${end}`).length > 0;
}
