import type { Random } from '../../statistics/random';
import { equalitiesIn, type Equality } from '../kmpbench/arithmetic/equalities';

export interface MadeProblem {
  readonly problem: string;
  readonly steps: readonly string[];
  readonly answer: number;
}

const operations = {
  '+': { shown: '+', result: (value: number, by: number) => value + by, story: 'Then {by} more are put in.' },
  '-': { shown: '−', result: (value: number, by: number) => value - by, story: 'Then {by} are taken out.' },
  '*': {
    shown: '×',
    result: (value: number, by: number) => value * by,
    story: 'There are {by} such boxes, and all of them are emptied onto one heap.',
  },
  '/': {
    shown: '÷',
    result: (value: number, by: number) => value / by,
    story: 'They are shared equally among {by} children, and from now on it is about one share.',
  },
} as const;

type Operation = keyof typeof operations;

export function operationsOf(equalities: readonly Equality[]): readonly Operation[] {
  return equalities.flatMap(
    ({ text }) => (text.split('=')[0]?.match(/[+*/]|(?<=\d\s?)-/g) ?? []) as readonly Operation[],
  );
}

/** Defaults to an addition. */
export function operationsIn(solution: string): readonly Operation[] {
  const found = operationsOf(equalitiesIn(solution)).slice(0, 6);
  return found.length === 0 ? ['+'] : found;
}

/** Random small numbers. Sums and differences use multiples of the later divisor, so divisions come out whole. */
export function madeProblem(wanted: readonly Operation[], random: Random): MadeProblem {
  const divisors = wanted.map((sign) => (sign === '/' ? 2 + random.int(4) : 1));
  const grain = (from: number): number => divisors.slice(from).reduce((product, one) => product * one, 1);
  let value = grain(0) * (3 * wanted.length + 4 + random.int(9));
  const story = [`A box holds ${value} marbles.`];
  const steps: string[] = [];
  for (const [index, sign] of wanted.entries()) {
    const { shown, result, story: words } = operations[sign];
    const factor = sign === '/' ? (divisors[index] ?? 1) : 2 + random.int(5);
    const by = sign === '+' || sign === '-' ? grain(index) * (1 + random.int(3)) : factor;
    story.push(words.replace('{by}', String(by)));
    steps.push(`${value} ${shown} ${by} = ${result(value, by)}`);
    value = result(value, by);
  }
  return { problem: `${story.join(' ')} How many are there in the end?`, steps, answer: value };
}
