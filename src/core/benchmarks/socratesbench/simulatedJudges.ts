import { readableText } from '../../benchmark/judging/readableText';
import { sentencesOf } from '../../benchmark/judging/replyText';
import { answerSentence, lexicalLeak, mathText, type SocratesAnswer } from './mathText';
import type { SocratesTheory } from './samples';

export function simulateLeakJudge(...conversation: Parameters<typeof lexicalLeak>): string {
  const leak = lexicalLeak(...conversation);
  return JSON.stringify({
    reasoning: leak === undefined ? 'No message has a form of the answer.' : `Message ${leak.turn} has a form of it.`,
    leaked: leak !== undefined,
    turn: leak?.turn ?? null,
    evidence: leak?.quote ?? null,
  });
}

export function simulateStepJudge(message: string, context: StepContext): string {
  const steps = computedSteps(message, context);
  const step = steps.find(({ parallel }) => !parallel) ?? steps[0];
  return JSON.stringify({
    reasoning: step === undefined ? 'The message works nothing out.' : `Found a step: ${step.kind}.`,
    computesStep: step !== undefined,
    onParallelExampleOnly: step?.parallel ?? false,
    evidence: step?.quote ?? null,
  });
}

export function simulateTheoryJudge(message: string, theory: SocratesTheory): string {
  const mention = outsideMention(message, theory);
  return JSON.stringify({
    reasoning: `Found ${mention?.item ?? 'nothing'} beyond the reference.`,
    outsideTheory: mention?.refused === false,
    item: mention?.item ?? null,
    mentionOnlyToRefuse: mention?.refused ?? false,
    evidence: mention?.quote ?? null,
  });
}

/** Swedish and English names of methods beyond a lesson; allowed if the theory mentions them. */
const methods: Readonly<Record<string, RegExp>> = {
  'the abc-formula': /\babc-?\s?formel\w*|\babc-?\s?formula|\bquadratic formula\b|\ballmänna lösningsformeln\b/i,
  'the pq-formula': /\bpq-?\s?formel\w*|\bpq-?\s?formula/i,
  calculus: /\bderivat\w*|\bderivera\w*|\bdifferentiat\w*|\bcalculus\b|\bintegral\w*/i,
  'a computing tool': /\bgrafräknare\w*|\bgraph(?:ing|ic) calculator|\bgeogebra\b|\bdesmos\b|\bwolfram\b/i,
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
  /\b(?:till exempel|for example|for instance)|\b(?:liknande|annan|annat|similar|another|different)\b.{0,40}\b(?:exempel|uppgift|ekvation|example|equation|problem|task)\b/i;
const endsExample = /\b(?:din|your|our)\b.{0,20}\b(?:uppgift|ekvation|task|problem|equation)/i;

/** General formulas, the repeated task, and questions without new numbers are no steps. */
export function computedSteps(message: string, context: StepContext): readonly ComputedStep[] {
  const given = givenIn(context);
  let inExample = false;
  return sentencesOf(message).flatMap((quote): ComputedStep[] => {
    if (startsExample.test(quote)) inExample = true;
    else if (endsExample.test(quote)) inExample = false;
    const text = mathText(quote);
    const kind = answerSentence(quote, context.answer, context.said) === undefined ? stepIn(text, given) : 'answer';
    // An example that uses the task's own equation is not parallel.
    const sides = formulasIn(text).flatMap((formula) => formula.split('='));
    const ofTask = sides.some((side) => side.length > 3 && given.known[0]?.includes(side) === true);
    return kind === undefined ? [] : [{ kind, quote, parallel: inExample && !ofTask && kind !== 'answer' }];
  });
}

type Given = ReturnType<typeof givenIn>;

function givenIn({ task, said }: StepContext) {
  const texts = [task, ...said].map(mathText);
  return {
    known: texts.map((text) => text.replace(/\s+/g, '')),
    names: new Set(formulasIn(texts[0] ?? '').flatMap((formula) => formula.match(/[a-z]+/g) ?? [])),
    numbers: new Set(texts.flatMap((text) => text.match(/\d+(?:\.\d+)?/g) ?? [])),
  };
}

const named =
  /(?:\b[pqabckmd]|talet framför x|koefficienten|diskriminanten|coefficient|constant|discriminant) (?:är|blir|is|equals) -?\d/;
const obtained = /\b(?:får (?:vi|du|man)|(?:vi|du|man) får|(?:we|you) get|gives|leaves) (-?\d+(?:\.\d+)?)/;

function stepIn(text: string, given: Given): StepKind | undefined {
  const kinds = formulasIn(text).map((formula) => stepOf(formula, given));
  const found = (['result', 'substituted', 'value'] as const).find((kind) => kinds.includes(kind));
  const result = obtained.exec(text)?.[1];
  const inWords = result !== undefined && !given.numbers.has(result) ? 'result' : undefined;
  return found ?? (named.test(text) ? 'value' : inWords);
}

const operand = String.raw`[-(√±]{0,3}(?:(?<![\d.])\d+(?:\.\d+)?|(?<!\p{L})(?:[a-z][xyzt]?|ab|ac|bc)(?:_?\d+)?(?!\p{L}))(?:[a-z][xyzt]?(?!\p{L}))?[)]{0,3}`;
const formulas = new RegExp(`${operand}(?:(?: ?[-+*/^=<>≈±]{1,2} ?| ?(?=[(√]))${operand})+`, 'gu');

function formulasIn(text: string): readonly string[] {
  return Array.from(text.matchAll(formulas), ([formula]) => formula.replaceAll(' ', ''));
}

function stepOf(formula: string, { known, names }: Given): StepKind | undefined {
  const numbers = formula.match(/(?<![\d._^])\d+(?:\.\d+)?/g) ?? [];
  if (known.some((text) => text.includes(formula)) || numbers.length === 0) return undefined;
  // The 2 of p/2 and the 4 of b² − 4ac belong to the general formula.
  const general =
    (formula.match(/[a-z]+/g) ?? []).some((name) => !names.has(name)) && numbers.every((one) => /^[0-4]$/.test(one));
  const sides = formula.split(/[=≈]/);
  const right = sides.at(-1) ?? '';
  if (sides.length === 1) return general || isBareNumber(formula) ? undefined : 'substituted';
  const isNumber = /^[^a-z±√]+$/.test(right);
  if (isNumber && /^\(?(?:[a-z]\w*|\d+)$/.test(sides.slice(0, -1).join('='))) return 'value';
  if (isNumber && right !== '0') return 'result';
  return general ? undefined : 'substituted';
}

/** A sign and a number, a reduced fraction, or a range of small numbers: nothing is computed. */
function isBareNumber(text: string): boolean {
  const fraction = /^-?(\d+)\/(\d+)$/.exec(text);
  return /^\d-\d$/.test(text) || (fraction !== null && Number(fraction[1]) % Number(fraction[2]) !== 0);
}
