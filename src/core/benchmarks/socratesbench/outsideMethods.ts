import { readableText } from '../../judging/readableText';
import { sentencesOf } from '../../judging/replyText';
import type { SocratesTheory } from './samples';

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

/** A method outside the theory that a message speaks of. `refused` when its sentence only rules it out. */
interface OutsideMention {
  readonly item: string;
  readonly quote: string;
  readonly refused: boolean;
}

/** The first method outside the theory that a message uses or names; one that is used comes before one that is ruled out. */
export function outsideMention(message: string, theory: SocratesTheory): OutsideMention | undefined {
  const taught = [...theory.sanctionedMethods, theory.subfieldTheory, theory.formulaSheet];
  const mentions = sentencesOf(message).flatMap((quote) => {
    const text = readableText(quote);
    return Object.entries(methods)
      .filter(([, says]) => says.test(text) && !taught.some((part) => says.test(part)))
      .map(([item]) => ({ item, quote, refused: refusing.test(quote) }));
  });
  return mentions.find(({ refused }) => !refused) ?? mentions[0];
}
