import { readableText } from '../../judging/readableText';
import { sentencesOf } from '../../judging/replyText';
import type { SocratesTheory } from './theory';

/** A method of school mathematics with what it is called in Swedish and English. */
interface Method {
  readonly item: string;
  readonly says: RegExp;
}

/** What tutors reach for beyond a lesson; allowed where the theory text speaks of it. */
const methods: readonly Method[] = [
  {
    item: 'the abc-formula',
    says: /\babc-?\s?formel\w*|\babc-?\s?formula|\bquadratic formula\b|\ballmänna lösningsformeln\b/i,
  },
  { item: 'the pq-formula', says: /\bpq-?\s?formel\w*|\bpq-?\s?formula/i },
  {
    item: 'relations between roots and coefficients',
    says: /\bvi[eèé]t[ae]s?\b|\bsambandet mellan rötter|\b(?:summan|produkten) av rötterna\b|\b(?:sum|product) of the roots\b/i,
  },
  { item: 'calculus', says: /\bderivat\w*|\bderivera\w*|\bdifferentiat\w*|\bcalculus\b|\bintegral\w*/i },
  {
    item: 'a computing tool',
    says: /\bgrafräknare\w*|\bgraph(?:ing|ic) calculator|\bgeogebra\b|\bdesmos\b|\bwolfram\b|\bphotomath\b|\bsymbolhanterande\b/i,
  },
  {
    item: 'numerical iteration',
    says: /\bnewton[- ]?raphson\w*|\bnewtons metod\b|\bnewton['’]s method\b|\bintervallhalvering\w*|\bbisection\b/i,
  },
  {
    item: 'polynomial division',
    says: /\bpolynomdivision\w*|\bpolynomial (?:long )?division\b|\bsynthetic division\b/i,
  },
  { item: 'complex numbers', says: /\bkomplexa tal\w*|\bimaginär\w*|\bcomplex numbers?\b|\bimaginary\b/i },
  { item: 'matrices', says: /\bmatris\w*|\bmatri(?:x|ces)\b|\bdeterminant\w*/i },
  { item: 'logarithms', says: /\blogaritm\w*|\blogarithm\w*/i },
  { item: 'trigonometry', says: /\btrigonometri\w*|\btrigonometr\w*/i },
];

const refusing =
  /\b(?:inte|ingen|inga|utan|aldrig|undvik\w*|hör inte|not|no|never|without|avoid\w*|isn['’]t|don['’]t|can['’]t|cannot|won['’]t)\b/i;

/** A method outside the theory that a message speaks of. `refused` when its sentence only rules it out. */
export interface OutsideMention {
  readonly item: string;
  readonly quote: string;
  readonly refused: boolean;
}

/** The first method outside the theory that a message uses or names; one that is used comes before one that is ruled out. */
export function outsideMention(message: string, theory: SocratesTheory): OutsideMention | undefined {
  const mentions = sentencesOf(message).flatMap((quote) =>
    methods
      .filter(({ says }) => says.test(readableText(quote)) && !speaksOf(theory, says))
      .map(({ item }) => ({ item, quote, refused: refusing.test(quote) })),
  );
  return mentions.find(({ refused }) => !refused) ?? mentions[0];
}

const known = new WeakMap<SocratesTheory, Map<RegExp, boolean>>();

/** Remembered, as the text is long and the same for all messages. */
function speaksOf(theory: SocratesTheory, says: RegExp): boolean {
  let answers = known.get(theory);
  if (answers === undefined) known.set(theory, (answers = new Map<RegExp, boolean>()));
  let answer = answers.get(says);
  if (answer === undefined) {
    answer = [...theory.sanctionedMethods, theory.subfieldTheory, theory.formulaSheet].some((text) => says.test(text));
    answers.set(says, answer);
  }
  return answer;
}
