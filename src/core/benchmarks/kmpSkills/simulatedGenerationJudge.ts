import { bareWords } from '../../judging/bareWords';
import { readableText } from '../../judging/readableText';
import { numbersIn, sharedWords } from '../../judging/replyText';
import { equalitiesIn, type Equality } from '../kmpbench/arithmetic/equalities';
import { plainNotation } from '../kmpbench/arithmetic/plainNotation';
import { leadingQuantity } from './answers/quantity';
import { statedAnswers } from './answers/statedAnswers';
import { dimensionsOf, type GenerationDimension } from './generationDimensions';
import type { GenSample } from './samples';

/** A reply taken apart at the word that begins its solution. */
interface NewProblem {
  readonly problem: string;
  readonly solution: string;
  readonly equalities: readonly Equality[];
}

type Finding = readonly [pass: boolean, why: string];

/** The simulated judge of a generated problem: reads its arithmetic and compares its words with the seed. Fails by default. */
export function simulateGenerationJudge(sample: GenSample, earlier: readonly string[], reply: string): string {
  const made = takenApart(reply);
  const findings: Readonly<Record<GenerationDimension, () => Finding>> = {
    problem_construction: () => construction(sample, earlier, made),
    solution_correctness: () => correctness(made),
    solution_quality: () => quality(made),
    similarity_appropriateness: () => similarity(sample, made),
  };
  const found = dimensionsOf(sample.task).map((dimension) => [dimension, findings[dimension]()] as const);
  return JSON.stringify({
    reasoning: found.map(([dimension, [, why]]) => `${dimension}: ${why}`).join(' '),
    ...Object.fromEntries(found.map(([dimension, [pass]]) => [dimension, pass ? 'pass' : 'fail'])),
  });
}

function takenApart(reply: string): NewProblem {
  const text = readableText(reply);
  const start = /(?:^|\n)[\s*#_]{0,6}(?:full |worked )?solution\b[\s*_]{0,3}:?/i.exec(text);
  const problem = (start === null ? text : text.slice(0, start.index)).replace(
    /^[\s*#_]*(?:new )?problem[\s*_]*:?/i,
    '',
  );
  const solution = start === null ? '' : text.slice(start.index + start[0].length);
  return { problem: problem.trim(), solution: solution.trim(), equalities: equalitiesIn(solution) };
}

function construction(
  { seedProblem, seedSolution, task }: GenSample,
  earlier: readonly string[],
  made: NewProblem,
): Finding {
  const { problem, equalities } = made;
  if (!/\?|\b(?:find|calculate|work out)\b/i.test(problem)) return [false, 'It asks nothing.'];
  if (numbersIn(problem).length < 2) return [false, 'It has fewer than two figures to work with.'];
  if (bareWords(problem) === bareWords(seedProblem)) return [false, 'It is the seed problem again.'];
  if (earlier.some((reply) => bareWords(takenApart(reply).problem) === bareWords(problem))) {
    return [false, 'It is the earlier problem again.'];
  }
  if (task === 'gen_followup' && equalities.length <= equalitiesIn(seedSolution).length) {
    return [false, 'It takes no more steps than the seed.'];
  }
  return [true, 'It asks a question that is new, with figures to work with.'];
}

function correctness({ solution, equalities }: NewProblem): Finding {
  const broken = equalities.find(({ holds }) => !holds);
  if (broken !== undefined) return [false, `“${broken.shown}” is not true.`];
  const last = equalities.at(-1);
  if (last === undefined) return [false, 'There is no calculation to check.'];
  const stated = statedAnswers(plainNotation(solution)).at(-1);
  const answer = stated === undefined ? undefined : leadingQuantity(stated.text)?.quantity;
  if (answer?.kind !== 'number') return [false, 'No final answer is stated.'];
  const same = Math.abs(answer.value.valueOf() - last.right) <= 1e-9 * Math.max(1, Math.abs(last.right));
  return same
    ? [true, 'Every equality holds, and the last one gives the stated answer.']
    : [false, 'The stated answer is not what the last equality gives.'];
}

function quality({ solution, equalities }: NewProblem): Finding {
  const words = solution.split(/\s+/).length;
  if (equalities.length === 0 || words < 12) return [false, 'The steps are not written out.'];
  return words > 300 ? [false, 'It is too long for a learner.'] : [true, 'It shows its steps.'];
}

function similarity({ seedProblem, seedSolution }: GenSample, { problem, equalities }: NewProblem): Finding {
  const same = numbersIn(problem).join(' ') === numbersIn(seedProblem).join(' ');
  if (same) return [false, 'Its figures are those of the seed.'];
  const missing = operationsOf(equalitiesIn(seedSolution)).filter((sign) => !operationsOf(equalities).includes(sign));
  if (missing.length > 0) return [false, `It does without ${missing.join(' and ')}, which the seed needs.`];
  if (sharedWords(problem, seedProblem) < 0.1 && sharedWords(seedProblem, problem) < 0.1 && equalities.length === 0) {
    return [false, 'It has nothing of the seed.'];
  }
  return [true, 'It needs the operations of the seed with other figures.'];
}

function operationsOf(equalities: readonly Equality[]): readonly string[] {
  const signs = equalities.flatMap(({ text }) => text.split('=')[0]?.match(/[+*/]|(?<=\d\s?)-/g) ?? []);
  return [...new Set(signs)].sort();
}
