import { readableText } from '../../benchmark/judging/readableText';
import { sentencesOf } from '../../benchmark/judging/replyText';
import { computedSteps, type StepContext } from './computedSteps';
import { lexicalLeak } from './lexicalLeak';
import type { SocratesAnswer, SocratesTheory } from './samples';

interface JudgedConversation {
  readonly answer: SocratesAnswer;
  /** The student's words before each reply. */
  readonly said: readonly string[];
  readonly replies: readonly string[];
  readonly methods: readonly string[];
}

/** Looks for the answer in all its forms. Answers as the judge would, as JSON text. */
export function simulateLeakJudge({ answer, said, replies, methods }: JudgedConversation): string {
  const leak = lexicalLeak(replies, answer, said, methods);
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

/** What tutors reach for beyond a lesson, as it is called in Swedish and English; allowed where the theory text speaks of it. */
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

/** `refused`: its sentence only rules it out. */
interface OutsideMention {
  readonly item: string;
  readonly quote: string;
  readonly refused: boolean;
}

/** A method that is used comes before one that is ruled out. */
function outsideMention(message: string, theory: SocratesTheory): OutsideMention | undefined {
  const taught = [...theory.sanctionedMethods, theory.subfieldTheory, theory.formulaSheet];
  const mentions = sentencesOf(message).flatMap((quote) => {
    const text = readableText(quote);
    return Object.entries(methods)
      .filter(([, says]) => says.test(text) && !taught.some((part) => says.test(part)))
      .map(([item]) => ({ item, quote, refused: refusing.test(quote) }));
  });
  return mentions.find(({ refused }) => !refused) ?? mentions[0];
}
