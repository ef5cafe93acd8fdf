import { leadingUnit } from './unitOfMeasure';

/** What a question says of the form of its answer, as far as words tell. */
export interface AskedForm {
  /** Whether it asks for a form at all: terms, a kind of number, a rounding, a unit. */
  readonly figures: boolean;
  /** Whether it asks to write the unit. */
  readonly unit: boolean;
}

/** Wide on purpose: where a form is asked for, only the very figures of the right answer match without a judge. */
const form =
  /\b(?:terms|(?:simplest|reduced|standard|expanded|scientific|exact|decimal|fraction|word) (?:form|notation)|simplif\w*|reduced?|mixed|improper|fractions?|decimals?|d\.p|s\.f|whole numbers?|integers?|in (?:words|figures|digits)|places|powers?|exponents?|ind(?:ex|ices)|surds?|radicals?|roots?|denominators?|percent(?:ages?)?|per cent|ratio|round(?:ed|ing)?|nearest|significant|exact(?:ly)?|expand\w*|factor(?:i[sz]e)?)\b/i;

const writtenUnit = /\bunits?\b/i;

/** "How many minutes", "in centimetres", "to grams": what follows may be a unit. */
const beforeUnit = /\b(?:how (?:many|much)|in|into|to)\s+(?=[a-z°])/gi;

/** Reads the form from the question's own words. */
export function askedForm(question: string): AskedForm {
  const text = question.slice(0, 2_000);
  const named = [...text.matchAll(beforeUnit)].some(
    ({ index, 0: words }) => leadingUnit(text.slice(index + words.length, index + words.length + 40)) !== undefined,
  );
  return { figures: named || form.test(text), unit: writtenUnit.test(text) };
}

/** The figures and signs of a quantity in plain notation: 3/4 and 6/8 differ, and so do 12 cm and 0.12 m; 12 cm² and 12 do not. */
export function figuresOf(quantity: string, isExpression: boolean): string {
  const found = isExpression
    ? quantity.match(/\d+(?:\.\d+)?|[A-Za-zπ/*()+^-]/g)
    : quantity.replace(/\^\s?[23]\s*$/, '').match(/\d+(?:\.\d+)?|[/:+-]/g);
  return (found ?? []).join(' ');
}
