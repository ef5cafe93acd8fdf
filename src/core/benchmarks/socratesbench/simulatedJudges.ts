import { readableText } from '../../benchmark/judging/readableText';
import { sentencesOf } from '../../benchmark/judging/replyText';
import { answerSentence, lexicalLeak, mathText, type SocratesAnswer, statedNumbers } from './mathText';
import type { SocratesTheory } from './samples';

export function simulateLeakJudge(...conversation: Parameters<typeof lexicalLeak>): string {
  const leak = lexicalLeak(...conversation);
  return JSON.stringify({
    reasoning:
      leak === undefined
        ? 'None of the forms of the answer stands in a message of the tutor.'
        : `Message ${leak.turn} states a form of the answer.`,
    leaked: leak !== undefined,
    turn: leak?.turn ?? null,
    evidence: leak?.quote ?? null,
  });
}

const kindWords = {
  value: 'names a value',
  substituted: 'puts numbers into a formula',
  result: 'gives a result on the way',
  answer: 'states the answer',
} as const;

export function simulateStepJudge(message: string, context: StepContext): string {
  const steps = computedSteps(message, context);
  const [step] = steps.filter(({ parallel }) => !parallel);
  const shown = step ?? steps[0];
  return JSON.stringify({
    reasoning:
      shown === undefined
        ? 'The message works nothing out.'
        : `The message ${kindWords[shown.kind]}${shown.parallel ? ' in an example with other numbers' : ''}.`,
    computesStep: shown !== undefined,
    onParallelExampleOnly: shown !== undefined && step === undefined,
    evidence: shown?.quote ?? null,
  });
}

export function simulateTheoryJudge(message: string, theory: SocratesTheory): string {
  const mention = outsideMention(message, theory);
  return JSON.stringify({
    reasoning:
      mention === undefined
        ? 'Only what the reference holds is used or named.'
        : `The message ${mention.refused ? 'names, in order to rule it out,' : 'brings in'} ${mention.item}, which the reference does not have.`,
    outsideTheory: mention !== undefined && !mention.refused,
    item: mention?.item ?? null,
    mentionOnlyToRefuse: mention?.refused ?? false,
    evidence: mention?.quote ?? null,
  });
}

/** Swedish and English names of methods beyond a lesson; allowed if the theory mentions them. */
const methods: Readonly<Record<string, RegExp>> = {
  'the abc-formula': /\babc-?\s?formel\w*|\babc-?\s?formula|\bquadratic formula\b|\ballmänna lösningsformeln\b/i,
  'the pq-formula': /\bpq-?\s?formel\w*|\bpq-?\s?formula/i,
  'relations between roots and coefficients':
    /\bvi[eèé]t[ae]s?\b|\bsambandet mellan rötter|\b(?:summan|produkten) av rötterna\b|\b(?:sum|product) of the roots\b/i,
  calculus: /\bderivat\w*|\bderivera\w*|\bdifferentiat\w*|\bcalculus\b|\bintegral\w*/i,
  'a computing tool':
    /\bgrafräknare\w*|\bgraph(?:ing|ic) calculator|\bgeogebra\b|\bdesmos\b|\bwolfram\b|\bphotomath\b|\bsymbolhanterande\b/i,
  'numerical iteration':
    /\bnewton[- ]?raphson\w*|\bnewtons metod\b|\bnewton['’]s method\b|\bintervallhalvering\w*|\bbisection\b/i,
  'polynomial division': /\bpolynomdivision\w*|\bpolynomial (?:long )?division\b|\bsynthetic division\b/i,
  'complex numbers': /\bkomplexa tal\w*|\bimaginär\w*|\bcomplex numbers?\b|\bimaginary\b/i,
  matrices: /\bmatris\w*|\bmatri(?:x|ces)\b|\bdeterminant\w*/i,
  logarithms: /\blogaritm\w*|\blogarithm\w*/i,
  trigonometry: /\btrigonometri\w*|\btrigonometr\w*/i,
};

const refusing =
  /\b(?:inte|ingen|inga|utan|aldrig|undvik\w*|hör inte|not|no|never|without|avoid\w*|isn['’]t|don['’]t|can['’]t|cannot|won['’]t)\b/i;

/** A used method takes precedence over one that is ruled out. */
function outsideMention(message: string, theory: SocratesTheory) {
  const taught = [...theory.sanctionedMethods, theory.subfieldTheory, theory.formulaSheet];
  const mentions = sentencesOf(message).flatMap((quote) => {
    const text = readableText(quote);
    return Object.entries(methods)
      .filter(([, says]) => says.test(text) && !taught.some((part) => says.test(part)))
      .map(([item]) => ({ item, quote, refused: refusing.test(quote) }));
  });
  return mentions.find(({ refused }) => !refused) ?? mentions[0];
}

type StepKind = 'value' | 'substituted' | 'result' | 'answer';

export interface ComputedStep {
  readonly kind: StepKind;
  readonly quote: string;
  readonly parallel: boolean;
}

interface StepContext {
  readonly task: string;
  readonly answer: SocratesAnswer;
  readonly said: readonly string[];
}

const startsExample =
  /\b(?:till exempel|t\.ex\.|exempelvis|for example|for instance|e\.g\.)|\b(?:liknande|annan|annat|enklare|eget|similar|another|different|simpler|easier|parallel)\b.{0,40}\b(?:exempel|uppgift|ekvation|tal|example|equation|problem|task|numbers|one)\b|\bexempel med andra\b/i;
const endsExample =
  /\b(?:din|själva|vår|ursprungliga)\b.{0,20}\b(?:uppgift|ekvation)|\b(?:your|our|the original)\b.{0,20}\b(?:task|problem|equation|one)\b/i;

/** General formulas, the repeated task, and questions without new numbers are no steps. */
export function computedSteps(message: string, context: StepContext): readonly ComputedStep[] {
  const saysAnswer = answerSentence(message, context.answer, context.said) !== undefined;
  // A fast path: most messages have no number.
  if (!saysAnswer && !/\d/.test(mathText(message))) return [];
  const given = givenIn(context);
  let inExample = false;
  return sentencesOf(message).flatMap((sentence): ComputedStep[] => {
    if (startsExample.test(sentence)) inExample = true;
    else if (endsExample.test(sentence)) inExample = false;
    const states = saysAnswer && answerSentence(sentence, context.answer, context.said) !== undefined;
    const kind = states ? 'answer' : stepIn(mathText(sentence), given);
    if (kind === undefined) return [];
    // An example that uses the task's own equation is not parallel.
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

function givenIn({ task, said }: StepContext): Given {
  const texts = [task, ...said].map(mathText);
  const spans = mathSpans(texts[0] ?? '');
  return {
    known: texts.map((text) => text.replace(/\s+/g, '')),
    names: new Set(spans.flatMap(({ tokens }) => tokens.filter(isName).map(({ text }) => text))),
    numbers: new Set(texts.flatMap((text) => text.match(/\d+(?:\.\d+)?/g) ?? [])),
  };
}

function stepIn(sentence: string, given: Given): StepKind | undefined {
  const kinds = mathSpans(sentence).map((span) => stepOf(span, given));
  const order = ['result', 'substituted', 'value'] as const;
  return order.find((kind) => kinds.includes(kind)) ?? saidInWords(sentence, given);
}

const isName = ({ kind }: MathToken): boolean => kind === 'name';

/** Numbers in general formulas: the 2 of p/2, the 4 of b² − 4ac. */
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

/** A sign and a number, a reduced fraction, or a range of small numbers: nothing is computed. */
function isBareNumber(text: string): boolean {
  if (/^[-+±]?\d+(?:\.\d+)?$/.test(text) || /^\d-\d$/.test(text)) return true;
  const fraction = /^-?(\d+)\/(\d+)$/.exec(text);
  return fraction !== null && Number(fraction[1]) % Number(fraction[2]) !== 0;
}

const named =
  /\b(?:[pqabckmdxy]|koefficient\w*|konstant\w*|talet framför|diskriminant\w*|coefficient|number in front|constant(?: term)?|discriminant|summan|produkten|kvoten|skillnaden|differensen|hälften|kvadraten|roten|lutningen|värdet|resultatet|arean|sidan|sum|product|quotient|difference|half|square|root|slope|value|result|area|side)\b[^.?!\d]{0,25} (?:är|blir|is|becomes|equals) (-?\d+(?:\.\d+)?)/;
const obtained =
  /\b(?:(?:får (?:vi|du|man)|(?:vi|du|man) får|(?:det|då|detta|vilket|som|och) (?:blir|ger|är)|återstår|(?:we|you) (?:get|have|obtain)|(?:that|this|which|it) (?:gives|makes|leaves|is|equals|comes to)|gives|leaves))(?: \p{L}{1,4}){0,2} (-?\d+(?:\.\d+)?)/u;

/** A value or result in a sentence without a formula, unless the task gives the number. */
function saidInWords(sentence: string, { numbers }: Given): StepKind | undefined {
  const value = named.exec(sentence);
  if (value?.[1] !== undefined && statesAt(sentence, value) && !numbers.has(value[1])) return 'value';
  // A coefficient is always in the task, but naming it for the student still counts.
  if (
    value !== null &&
    /^(?:[pqabckmd]\b|koefficient|konstant|talet framför|coefficient|constant|number in front)/.test(value[0])
  )
    return 'value';
  const result = obtained.exec(sentence);
  return result?.[1] !== undefined && statesAt(sentence, result) && !numbers.has(result[1]) ? 'result' : undefined;
}

function statesAt(sentence: string, match: RegExpExecArray): boolean {
  const end = sentence.slice(match.index + match[0].length);
  return statedNumbers(`${match[0]}${end}`).length > 0;
}

/** `name`: a letter such as x, p or x_1, or a product such as px. */
interface MathToken {
  readonly kind: 'number' | 'name' | 'operator';
  readonly text: string;
}

interface MathSpan {
  readonly tokens: readonly MathToken[];
  readonly text: string;
}

const scanner = /(\d+(?:\.\d+)?)|(\p{L}+(?:_?\d+)?'?)|([-+*/^=<>≈±√()≤≥])|( )|([^])/gu;
const product = /^(?:[a-z]|[a-z][xyzt]|ab|ac|bc|2ab)(?:_?\d+)?'?$/;
const unit = /^(?:mm|cm|dm|km|mil|kg|kr|st|min|liter|litre|meter|metres?|euro|procent|percent|s|h|g|m|l)$/;
const currency = /[%°€£$"]/;

/** Formulas: runs of numbers, variables and operators. Words end a run; units after a number are skipped. */
function mathSpans(text: string): readonly MathSpan[] {
  const spans: MathSpan[] = [];
  let run: MathToken[] = [];
  let blank = false;
  const close = (): void => {
    const tokens = trimmed(run);
    if (tokens.length > 1) spans.push({ tokens, text: tokens.map((one) => one.text).join('') });
    run = [];
  };
  for (const [, number, word, operator, space, other] of text.matchAll(scanner)) {
    const previous = run.at(-1);
    if (number !== undefined) {
      if (previous?.kind === 'number' && blank) close();
      run.push({ kind: 'number', text: number });
    } else if (word !== undefined) {
      const afterNumber = previous?.kind === 'number';
      if (afterNumber && unit.test(word) && (blank || word.length > 1)) run.push({ kind: 'operator', text: '' });
      else if (product.test(word) && !(blank && previous?.kind === 'name')) run.push({ kind: 'name', text: word });
      else close();
    } else if (operator !== undefined) run.push({ kind: 'operator', text: operator });
    else if (space === undefined && !(other !== undefined && currency.test(other))) close();
    blank = space !== undefined;
  }
  close();
  return spans;
}

/** Without outer brackets, dashes before and after it, and the exponent of a unit. */
function trimmed(run: readonly MathToken[]): readonly MathToken[] {
  const tokens = run.filter(({ text }, index) => {
    const ofUnit = (at: number): boolean => run[at]?.kind === 'operator' && run[at].text === '';
    return text !== '' && !(text === '^' && ofUnit(index - 1)) && !(run[index - 1]?.text === '^' && ofUnit(index - 2));
  });
  let start = 0;
  let end = tokens.length;
  while (start < end && /^[-+*/^)<>≤≥]$/.test(tokens[start]?.text ?? '') && tokens[start + 1]?.kind !== 'number')
    start += 1;
  while (end > start && /^[-+*/^(=<>≈±√≤≥]$/.test(tokens[end - 1]?.text ?? '')) end -= 1;
  const inner = tokens.slice(start, end);
  const depth = (mark: string): number => inner.filter(({ text }) => text === mark).length;
  if (inner[0]?.text === '(' && depth('(') > depth(')')) return inner.slice(1);
  if (inner.at(-1)?.text === ')' && depth(')') > depth('(')) return inner.slice(0, -1);
  return inner;
}
