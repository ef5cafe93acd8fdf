import { bareWords, numbersIn } from '../../benchmark/judging/replyText';
import { readableText } from '../../benchmark/judging/readableText';
import { decide, type Row } from '../../simulation/decide';
import { equalitiesIn, type Equality } from '../kmpbench/arithmetic/equalities';
import { plainNotation } from '../kmpbench/arithmetic/plainNotation';
import { leadingQuantity } from './answers/quantity';
import { statedAnswers } from './answers/statedAnswers';
import { dimensionsOf, type GenerationDimension } from './generationDimensions';
import { operationsOf } from './madeProblem';
import type { GenSample } from './samples';

type Fault = keyof ReturnType<typeof faultsOf>;
type Rows = readonly Row<Fault, 'pass' | 'fail'>[];

const failing = (fault: Fault, because: string): Rows[number] => ({ if: [fault], label: 'fail', because });

/** Each dimension fails by the first fault that is found. */
const tables: Readonly<Record<GenerationDimension, Rows>> = {
  problem_construction: [
    failing('asksNothing', 'It asks nothing.'),
    failing('fewFigures', 'It has fewer than two figures to work with.'),
    failing('isSeed', 'It is the seed problem again.'),
    failing('isEarlier', 'It is the earlier problem again.'),
    failing('fewSteps', 'It takes no more steps than the seed.'),
    { label: 'pass', because: 'It asks a question that is new, with figures to work with.' },
  ],
  solution_correctness: [
    failing('broken', '“{broken}” is not true.'),
    failing('noCalculation', 'There is no calculation to check.'),
    failing('noAnswer', 'No final answer is stated.'),
    failing('otherAnswer', 'The stated answer is not what the last equality gives.'),
    { label: 'pass', because: 'Every equality holds, and the last one gives the stated answer.' },
  ],
  solution_quality: [
    failing('noSteps', 'The steps are not written out.'),
    failing('tooLong', 'It is too long for a learner.'),
    { label: 'pass', because: 'It shows its steps.' },
  ],
  similarity_appropriateness: [
    failing('sameFigures', 'Its figures are those of the seed.'),
    failing('missingOperations', 'It does without {missingOperations}, which the seed needs.'),
    { label: 'pass', because: 'It needs the operations of the seed with other figures.' },
  ],
};

export function simulateGenerationJudge(sample: GenSample, earlier: readonly string[], reply: string): string {
  const faults = faultsOf(sample, earlier, takenApart(reply));
  const found = dimensionsOf(sample.task).map((dimension) => [dimension, decide(tables[dimension], faults)] as const);
  return JSON.stringify({
    reasoning: found.map(([dimension, { because }]) => `${dimension}: ${because}`).join(' '),
    ...Object.fromEntries(found.map(([dimension, { label }]) => [dimension, label])),
  });
}

/** A reply taken apart at the word that begins its solution. */
interface NewProblem {
  readonly problem: string;
  readonly solution: string;
  readonly equalities: readonly Equality[];
}

function takenApart(reply: string): NewProblem {
  const text = readableText(reply);
  const start = /(?:^|\n)[\s*#_]{0,6}(?:full |worked )?solution\b[\s*_]{0,3}:?/i.exec(text);
  const before = start === null ? text : text.slice(0, start.index);
  const solution = start === null ? '' : text.slice(start.index + start[0].length);
  return {
    problem: before.replace(/^[\s*#_]*(?:new )?problem[\s*_]*:?/i, '').trim(),
    solution: solution.trim(),
    equalities: equalitiesIn(solution),
  };
}

function faultsOf({ seedProblem, seedSolution, task }: GenSample, earlier: readonly string[], made: NewProblem) {
  const { problem, solution, equalities } = made;
  const found = (isFault: boolean): string | undefined => (isFault ? 'found' : undefined);
  const words = bareWords(problem);
  const length = solution.split(/\s+/).length;
  const seedSteps = equalitiesIn(seedSolution);
  const last = equalities.at(-1);
  const stated = statedAnswers(plainNotation(solution)).at(-1);
  const answer = stated === undefined ? undefined : leadingQuantity(stated.text)?.quantity;
  const difference = answer?.kind === 'number' ? Math.abs(answer.value.valueOf() - (last?.right ?? 0)) : 0;
  const used = operationsOf(equalities);
  const missing = [...new Set(operationsOf(seedSteps))].filter((sign) => !used.includes(sign));
  return {
    asksNothing: found(!/\?|\b(?:find|calculate|work out)\b/i.test(problem)),
    fewFigures: found(numbersIn(problem).length < 2),
    isSeed: found(words === bareWords(seedProblem)),
    isEarlier: found(earlier.some((one) => bareWords(takenApart(one).problem) === words)),
    fewSteps: found(task === 'gen_followup' && equalities.length <= seedSteps.length),
    broken: equalities.find(({ holds }) => !holds)?.shown,
    noCalculation: found(last === undefined),
    noAnswer: found(answer?.kind !== 'number'),
    otherAnswer: found(difference > 1e-9 * Math.max(1, Math.abs(last?.right ?? 0))),
    noSteps: found(equalities.length === 0 || length < 12),
    tooLong: found(length > 300),
    sameFigures: found(numbersIn(problem).join(' ') === numbersIn(seedProblem).join(' ')),
    missingOperations: missing.length === 0 ? undefined : missing.sort().join(' and '),
  };
}
