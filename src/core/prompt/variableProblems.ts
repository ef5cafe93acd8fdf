import { boundedText } from '../text/readableText';
import { t, wholeNumber } from '../text/countWords';
import type { PromptProblem, PromptTemplate } from './promptTemplate';

export interface VariableOffer {
  readonly title: string;
  readonly variables: readonly { readonly name: string }[];
}

/** So many are named; a file with more has one mistake in many places. */
const mostNamed = 20;

/** Variables that no chosen benchmark fills in, which block a run. `all` names the benchmark that would fill one. */
export function variableProblems(
  template: PromptTemplate,
  chosen: readonly VariableOffer[],
  all: readonly VariableOffer[],
): readonly PromptProblem[] {
  const inBraces = (name: string): string => `{{${name}}}`;
  const known = new Set(chosen.flatMap(({ variables }) => variables.map(({ name }) => name)));
  const titles = chosen.map(({ title }) => title).join(' or ');
  const describe = (name: string, near: string | undefined): string => {
    const elsewhere = all.find(({ variables }) => variables.some((variable) => variable.name === name));
    if (elsewhere !== undefined)
      return t`${inBraces(name)} is filled in by ${elsewhere.title}, not by ${titles}. Remove it or choose that benchmark.`;
    const list = [...known].map(inBraces).join(', ') || t`no variables`;
    const hint = near === undefined ? t`${titles} knows ${list}.` : t`Did you mean ${inBraces(near)}?`;
    return t`Unknown variable ${inBraces(boundedText(name, 60))}. ${hint} Write \\{{ for literal braces.`;
  };
  const unknown = template.segments.flatMap((segment) =>
    segment.kind === 'text' || known.has(segment.name) ? [] : [segment],
  );
  return unknown.slice(0, mostNamed + 1).map(({ name, range }, index) => {
    const more = t`${wholeNumber(unknown.length - mostNamed)} more variables are unknown.`;
    if (index === mostNamed) return { severity: 'error', message: more, range };
    const near = nearest(name, [...known]);
    const fix = near === undefined ? undefined : { range, text: inBraces(near) };
    return { severity: 'error', message: describe(name, near), range, ...(fix && { fix }) };
  });
}

/** The name that takes the fewest edits, two at the most. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  return [0, 1, 2].flatMap((edits) => known.filter((one) => isNear(one, name, edits)))[0];
}

/** Whether at most `edits` edits turn one name into the other. */
function isNear(left: string, right: string, edits: number): boolean {
  if (Math.abs(left.length - right.length) > edits) return false;
  const start = Array.from(left).findIndex(
    (letter, index) => letter.toLowerCase() !== right.charAt(index).toLowerCase(),
  );
  if (start === -1) return true;
  const [one, other] = [left.slice(start), right.slice(start)];
  const shorter = [one.slice(1), other.slice(1)] as const;
  return (
    edits > 0 &&
    (isNear(shorter[0], shorter[1], edits - 1) ||
      isNear(one, shorter[1], edits - 1) ||
      isNear(shorter[0], other, edits - 1))
  );
}
