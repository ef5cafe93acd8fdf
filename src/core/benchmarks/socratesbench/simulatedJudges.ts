import { readableReply } from '../../benchmark/judging/readableReply';
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
    const text = readableReply(quote);
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
export function computedSteps(message: string, { task, answer, said }: StepContext): readonly ComputedStep[] {
  const known = [task, ...said].map((text) => mathText(text).replace(/\s+/g, ''));
  const numbers = known.flatMap((text) => text.match(number) ?? []);
  let inExample = false;
  return sentencesOf(message).flatMap((quote): ComputedStep[] => {
    if (startsExample.test(quote)) inExample = true;
    else if (endsExample.test(quote)) inExample = false;
    if (answerSentence(quote, answer, said) !== undefined) return [{ kind: 'answer', quote, parallel: false }];
    const text = mathText(quote);
    const formulas = formulasIn(text);
    const kinds = formulas.filter((formula) => !known.some((one) => one.includes(formula))).map(stepOf);
    const result = obtained.exec(text)?.[1];
    if (named.test(text)) kinds.push('value');
    if (result !== undefined && !numbers.includes(result)) kinds.push('result');
    const kind = (['result', 'substituted', 'value'] as const).find((one) => kinds.includes(one));
    // An example that uses the task's own equation is not parallel.
    const sides = formulas.flatMap((formula) => formula.split('='));
    const ofTask = sides.some((side) => side.length > 3 && known[0]?.includes(side) === true);
    return kind === undefined ? [] : [{ kind, quote, parallel: inExample && !ofTask }];
  });
}

const number = /(?<![\d._^])\d+(?:\.\d+)?/g;
const named =
  /(?:\b[pqabckmd]|talet framför x|koefficienten|diskriminanten|coefficient|constant|discriminant) (?:är|blir|is|equals) -?\d/;
const obtained = /\b(?:får (?:vi|du|man)|(?:vi|du|man) får|(?:we|you) get|gives|leaves) (-?\d+(?:\.\d+)?)/;

/** Runs of figures, signs and names of one or two letters, with a sign between them; without blanks. */
function formulasIn(text: string): readonly string[] {
  const runs = text
    .replace(/\p{L}{3,}|\p{L}*[åäö]\p{L}*|(?<!\S)(?:i|\p{L}{2})(?!\S)|[,;:?!]|\.(?!\d)/gu, '|')
    .split('|');
  return runs.map((run) => run.replace(/\s+/g, '')).filter((run) => /[\w)][-+*/^=≈±√(]+[\w(]/.test(run));
}

function stepOf(formula: string): StepKind | undefined {
  const numbers = formula.match(number) ?? [];
  const right = formula.split(/[=≈]/).at(-1) ?? '';
  const isNumber = /^[^a-z±√]+$/.test(right) && right !== formula;
  if (isNumber && /^\(?(?:[a-z]\w*|\d+)=[^=]+$/.test(formula)) return 'value';
  if (isNumber && right !== '0') return 'result';
  // The 2 of p/2 and the 4 of b² − 4ac belong to the general formula. "1-2" is a range, and 3/4 a number.
  const isGeneral = /[a-w]/.test(formula) && numbers.every((one) => /^[0-4]$/.test(one));
  return numbers.length === 0 || isGeneral || /^\d-\d$|^-?\d+\/\d+$/.test(formula) ? undefined : 'substituted';
}
