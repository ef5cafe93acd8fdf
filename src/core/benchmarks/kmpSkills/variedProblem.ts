import type { Random } from '../../statistics/random';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { exactValue } from '../kmpbench/arithmetic/expression';
import { plainNotation } from '../kmpbench/arithmetic/plainNotation';

/** A problem with its calculation, every step of which was computed. */
export interface MadeProblem {
  readonly problem: string;
  /** Equalities such as "12 × 9 = 108", in order. */
  readonly steps: readonly string[];
  readonly answer: number;
}

/** Numbers of a text that can be exchanged: whole ones from 2 to 999 that stand alone. */
const exchangeable = /(?<![\d.,:/^])(?:[2-9]|[1-9]\d{1,2})(?![\d.:/^%]|,\d)/g;

/**
 * The seed problem with other figures and its calculation done anew: numbers that stand in the problem and are calculated with are
 * changed, and results carry over to later steps. Undefined where the seed's calculation cannot be read or the figures do not work out.
 */
export function variedProblem(seedProblem: string, seedSolution: string, random: Random): MadeProblem | undefined {
  const chain = equalitiesIn(seedSolution).filter(({ holds }) => holds);
  const plain = plainNotation(seedProblem);
  const given = [...new Set(plain.match(exchangeable) ?? [])].filter((figure) =>
    chain.some(({ text }) => figuresOf(text.split('=')[0] ?? '').includes(figure)),
  );
  if (chain.length === 0 || given.length === 0) return undefined;
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const exchanged = new Map(given.map((figure) => [figure, String(otherFigure(Number(figure), random))]));
    const steps = recomputed(
      chain.map(({ text }) => text),
      exchanged,
    );
    if (steps === undefined) continue;
    const problem = plain.replace(exchangeable, (figure) => exchanged.get(figure) ?? figure);
    return { problem, steps: steps.texts, answer: steps.answer };
  }
  return undefined;
}

/** Keeps the kind of number: a round one stays round, a small one small, an even one even. */
function otherFigure(figure: number, random: Random): number {
  const grain = figure % 100 === 0 ? 100 : figure % 10 === 0 ? 10 : figure % 2 === 0 && figure > 6 ? 2 : 1;
  return figure + grain * (1 + random.int(figure > 20 ? 4 : 2));
}

function recomputed(
  equalities: readonly string[],
  exchanged: ReadonlyMap<string, string>,
): { readonly texts: readonly string[]; readonly answer: number } | undefined {
  const results = new Map<string, string>();
  const texts: string[] = [];
  let answer: number | undefined;
  for (const equality of equalities) {
    const [left = '', right = ''] = equality.split('=').map((side) => side.trim());
    // "43" on its own, as in "so 43 = 43", is no calculation.
    if (!/[+*/-]/.test(left)) continue;
    const fresh = left.replace(/\d+(?:\.\d+)?/g, (figure) => results.get(figure) ?? exchanged.get(figure) ?? figure);
    const value = exactValue(fresh)?.valueOf();
    // A result that is negative or needs more than two places would not be a problem for these years.
    if (value === undefined || value < 0 || Math.abs(value * 100 - Math.round(value * 100)) > 1e-9) return undefined;
    answer = Math.round(value * 100) / 100;
    results.set(right, String(answer));
    texts.push(`${fresh.replaceAll('*', '×').replaceAll('/', '÷')} = ${answer}`);
  }
  return answer === undefined ? undefined : { texts, answer };
}

function figuresOf(text: string): readonly string[] {
  return text.match(/\d+(?:\.\d+)?/g) ?? [];
}

/** A small problem of our own for seeds that cannot be varied, with the operation that the seed uses most. */
export function plainProblem(seedSolution: string, random: Random): MadeProblem {
  const [small, large] = [2 + random.int(7), 12 + 2 * random.int(19)];
  const calculation = equalitiesIn(seedSolution)
    .map(({ text }) => text.split('=')[0] ?? '')
    .join(' ');
  if (calculation.includes('/')) {
    const total = small * large;
    return {
      problem: `${total} stickers are shared equally among ${small} children. How many does each child get?`,
      steps: [`${total} ÷ ${small} = ${large}`],
      answer: large,
    };
  }
  if (calculation.includes('*')) {
    return {
      problem: `A shelf holds ${large} books, and there are ${small} such shelves. How many books are there?`,
      steps: [`${large} × ${small} = ${large * small}`],
      answer: large * small,
    };
  }
  return {
    problem: `There are ${large} shells in a bucket, and ${small} more are found. How many shells are there then?`,
    steps: [`${large} + ${small} = ${large + small}`],
    answer: large + small,
  };
}
