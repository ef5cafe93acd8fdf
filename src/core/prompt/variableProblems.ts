import { boundedText } from '../text/boundedText';
import type { PromptProblem, PromptTemplate } from './promptTemplate';

/** What a benchmark offers to a prompt file, as far as checking names needs it. */
export interface VariableOffer {
  readonly title: string;
  readonly variables: readonly { readonly name: string }[];
}

/** So many are named; a file with more has one mistake in many places. */
const mostNamed = 20;

/**
 * Variables that none of the chosen benchmarks fills in. They block a run, since an unfilled placeholder would be sent
 * to the tutor. `all` names the benchmark that would fill it, or a name that is spelt nearly the same.
 */
export function variableProblems(
  template: PromptTemplate,
  chosen: readonly VariableOffer[],
  all: readonly VariableOffer[],
): readonly PromptProblem[] {
  const known = new Set(chosen.flatMap((offer) => offer.variables.map((variable) => variable.name)));
  const unknown = template.segments.flatMap((segment) =>
    segment.kind === 'text' || known.has(segment.name) ? [] : [segment],
  );
  const problems = unknown.slice(0, mostNamed).map(({ name, range }): PromptProblem => {
    return { severity: 'error', message: describe(name, chosen, all, known), range };
  });
  const next = unknown[mostNamed];
  if (next !== undefined) {
    const message = `${(unknown.length - mostNamed).toLocaleString('en')} more variables are unknown.`;
    problems.push({ severity: 'error', message, range: next.range });
  }
  return problems;
}

function describe(
  name: string,
  chosen: readonly VariableOffer[],
  all: readonly VariableOffer[],
  known: ReadonlySet<string>,
): string {
  const titles = chosen.map((offer) => offer.title).join(' or ');
  const elsewhere = all.find((offer) => offer.variables.some((variable) => variable.name === name));
  if (elsewhere !== undefined) {
    return `{{${name}}} is filled in by ${elsewhere.title}, not by ${titles}. Remove it or choose that benchmark.`;
  }
  const [near] = [...known]
    .map((candidate) => ({ candidate, edits: editsBetween(candidate.toLowerCase(), name.toLowerCase()) }))
    .filter(({ edits }) => edits <= 2)
    .sort((left, right) => left.edits - right.edits)
    .map(({ candidate }) => candidate);
  const list = [...known].map((candidate) => `{{${candidate}}}`).join(', ');
  const hint =
    near === undefined ? `${titles} knows ${list === '' ? 'no variables' : list}.` : `Did you mean {{${near}}}?`;
  return `Unknown variable {{${boundedText(name, 60)}}}. ${hint} Write \\{{ for literal braces.`;
}

/** Edits that turn one name into the other; names are short, so the plain table is enough. */
function editsBetween(left: string, right: string): number {
  // A difference in length alone needs as many edits; hostile names are long.
  if (Math.abs(left.length - right.length) > 2) return Number.POSITIVE_INFINITY;
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1] ? 0 : 1;
      current.push(
        Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + same),
      );
    }
    previous = current;
  }
  return previous[right.length] ?? Number.POSITIVE_INFINITY;
}
