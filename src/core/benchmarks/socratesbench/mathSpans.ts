/** One piece of a formula. `name` is a letter such as x, p or x_1, or a product of two such as px. */
export interface MathToken {
  readonly kind: 'number' | 'name' | 'operator';
  readonly text: string;
}

/** A formula inside running text. */
export interface MathSpan {
  readonly tokens: readonly MathToken[];
  /** Without blanks. */
  readonly text: string;
}

const scanner = /(\d+(?:\.\d+)?)|(\p{L}+(?:_?\d+)?'?)|([-+*/^=<>≈±√()≤≥])|( )|([^])/gu;
const product = /^(?:[a-z]|[a-z][xyzt]|ab|ac|bc|2ab)(?:_?\d+)?'?$/;
const unit = /^(?:mm|cm|dm|km|mil|kg|kr|st|min|liter|litre|meter|metres?|euro|procent|percent|s|h|g|m|l)$/;
const currency = /[%°€£$"]/;

/**
 * The formulas of a text that went through `mathText`: runs of numbers, letters that stand for numbers, and operators. Words end
 * a run; units after a number are passed over.
 */
export function mathSpans(text: string): readonly MathSpan[] {
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

/** Without what belongs to the sentence: brackets around the formula, dashes before and after it, an exponent of a unit. */
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
