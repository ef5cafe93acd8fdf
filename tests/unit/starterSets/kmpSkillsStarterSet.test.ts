import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isSameAnswer } from '../../../src/core/benchmarks/kmpSkills/answers/answersMatch';
import { plainNotation } from '../../../src/core/benchmarks/kmpbench/arithmetic/plainNotation';
import { checkKmpSkills, kmpSkillsSampleSchema } from '../../../src/core/benchmarks/kmpSkills/samples';
import { equalitiesIn, withValue } from './arithmetic';
import { chainAnswers as firstChainAnswers, dec, seedAnswers, solutionAnswers } from './kmpSkillsAnswers';
import {
  chains,
  raw,
  rightSolutions,
  samples,
  seeds,
  solutions,
  wrongSolutions,
  type Chain,
  type Sample,
  type StudentSolution,
} from './kmpSkillsFile';
import { lowerChainAnswers } from './kmpSkillsLowerChains';
import { upperChainAnswers } from './kmpSkillsUpperChains';

const chainAnswers = { ...firstChainAnswers, ...lowerChainAnswers, ...upperChainAnswers };

function ids(task: 'f' | 'e' | 'g', numbers: string): readonly string[] {
  return numbers.split(' ').map((number) => `kmp-${task}-${number}`);
}

/** Unknowns of the equations: the value that solves them, and the one that a wrong solution arrives at. */
const unknowns: Readonly<
  Record<string, { readonly name: string; readonly solves: string; readonly arrivesAt: string }>
> = {
  'kmp-e-27': { name: 'k', solves: '11', arrivesAt: '11' },
};
/** The first wrong step calculates rightly, or not at all: what is wrong is the choice of what to do. */
const wrongChoiceIds = ids('e', '03 07 17 18 22 25 31 33 34 35 36 37 38');
/** In the end the right answer comes out in spite of the wrong step. */
const luckyIds = ids('e', '18 21 25 34 39');
/** A second slip follows the first; in all other solutions the rest follows from the first wrong step. */
const secondSlipIds = ['kmp-e-21', 'kmp-e-39'];

/** What was written to be harder for a strong model, by the words of the README. */
const hardIds: Readonly<Record<string, readonly string[]>> = {
  'a chain with an unusual condition': ids('f', '25 26 27 29 30 31 32 33 34 35 40 49 51 54 62 72 73 105 114'),
  'a chain with answers in a set form': ids('f', '13 28 97 110'),
  'a chain with a tempting shortcut': ids('f', '44 47 55 58 60 66 70 83 85 90 92 103 106 112'),
  'a chain in which cases have to be searched': ids('f', '56 61 64 74 77 78 80 88 89 91 93 95 102 109 119 120 121 130'),
  'the right answer through a wrong step': luckyIds,
  'a wrong step that calculates rightly': ids('e', '33 35 36 37 38'),
  'a right solution that looks wrong': ids('e', '40 41 42 43 44 45 46'),
  'a request with conditions that are easily broken': ids('g', '05 06 12 13 15'),
};

const readme = readFileSync(new URL('../../../starter-sets/README.md', import.meta.url), 'utf8').replaceAll(
  / {2,}/g,
  ' ',
);

/** True when both say the same; units must be there on both sides or on neither. */
function equal(answer: string, computed: string): boolean {
  const hasUnit = (value: string): boolean => /[^\d\s.,:/−-]/.test(value);
  if (hasUnit(answer) !== hasUnit(computed)) return false;
  if (/[ap]\.m\.$/.test(computed)) return answer === computed;
  const [equality, ...more] = equalitiesIn(`${answer} = ${computed}`);
  return equality !== undefined && more.length === 0 && equality.holds;
}

/** The equalities of a text; an equals sign that cannot be read fails the test, so that none goes unchecked. */
function allEqualities(written: string): ReturnType<typeof equalitiesIn> {
  const found = equalitiesIn(written);
  expect(found.length, written).toBe(written.split('=').length - 1);
  return found;
}

function falseEqualities(...texts: readonly string[]): readonly string[] {
  return texts.flatMap((written) => allEqualities(written).flatMap(({ text, holds }) => (holds ? [] : [text])));
}

function numbersIn(written: string): readonly string[] {
  return written.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(/\d+(?:[./]\d+)?/g) ?? [];
}

function problemOf(sample: Sample): string {
  if (sample.task === 'fqa') return sample.questions.map(({ question }) => question).join(' ');
  return sample.task === 'ec' ? sample.problem : sample.seedProblem;
}

function contentWords(written: string): ReadonlySet<string> {
  return new Set(written.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
}

/** Shared words over all words, 0 to 1. */
function jaccard(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared / (left.size + right.size - shared);
}

/** The steps as equalities of numbers, with `value` for the unknown if there is one. */
function stepsWith({ id, studentSteps }: StudentSolution, value: 'solves' | 'arrivesAt'): readonly string[] {
  const unknown = unknowns[id];
  if (unknown === undefined) return studentSteps;
  return studentSteps.map((step) => withValue(step, unknown.name, unknown[value]));
}

describe('KMP-Skills starter set as a whole', () => {
  it('ends every line with a line feed and repeats no id and no title', () => {
    expect(raw.endsWith('}\n')).toBe(true);
    expect(raw).not.toContain('\r');
    expect(new Set(samples.map(({ id }) => id)).size).toBe(samples.length);
    expect(new Set(samples.map(({ title }) => title)).size).toBe(samples.length);
  });

  it('is read by the schema of the product, with nothing lost and no problem found', () => {
    const read = samples.map((sample) => kmpSkillsSampleSchema.parse(sample));
    expect(checkKmpSkills(read)).toEqual([]);
    expect(
      read.map((sample) => (sample.task === 'ec' ? { ...sample, errorReason: sample.errorReason ?? null } : sample)),
    ).toEqual(samples);
  });

  it('has only answers whose value code can compare, beside times of day, ratios, temperatures and terms', () => {
    const answers = [...chains.flatMap(({ questions }) => questions), ...solutions].map(({ answer }) => answer);
    // Of "2 h 15 min" the first number.
    const first = answers.map((answer) => answer.replace(/(?<=\d (?:h|min|m)) \d.*$/, ''));
    const inWords = first.filter((answer) => !isSameAnswer(plainNotation(`x = ${answer}`), answer));
    expect(
      inWords.filter((answer) => !/^\d+:\d+(?: [ap]\.m\.)?$|^−?[\d.]+ °C$|^\d*[a-z]?²? [+−] [\d.]+t?$/.test(answer)),
    ).toEqual([]);
  });

  it('has enough of each task', () => {
    expect(chains.length).toBeGreaterThanOrEqual(120);
    expect(solutions.length).toBeGreaterThanOrEqual(20);
    expect(seeds.filter(({ task }) => task === 'gen_followup').length).toBeGreaterThanOrEqual(6);
    expect(seeds.filter(({ task }) => task === 'gen_similar').length).toBeGreaterThanOrEqual(6);
    const withRequests = seeds.filter(({ requests }) => requests !== undefined).length;
    expect(withRequests).toBeGreaterThanOrEqual(3);
    expect(withRequests).toBeLessThan(seeds.length);
  });

  it('has as many right as wrong student solutions', () => {
    expect(wrongSolutions.length * 2).toBe(solutions.length);
  });

  it('covers every grade from K to 8 in each kind of task, and many domains', () => {
    for (const group of [chains, solutions, seeds]) {
      expect([...new Set(group.map(({ grade }) => grade))].toSorted()).toEqual('12345678K'.split(''));
      expect(new Set(group.map(({ domain }) => domain)).size).toBeGreaterThanOrEqual(8);
    }
  });

  it('puts the first wrong step at the beginning, in the middle and at the end', () => {
    const places = wrongSolutions.map(({ firstErrorStep, studentSteps }) =>
      firstErrorStep === 1 ? 'first' : firstErrorStep === studentSteps.length ? 'last' : 'middle',
    );
    for (const place of ['first', 'middle', 'last']) {
      expect(places.filter((other) => other === place).length, place).toBeGreaterThanOrEqual(2);
    }
  });

  it('has no two samples with much the same problem', () => {
    const words = samples.map((sample) => ({ id: sample.id, words: contentWords(problemOf(sample)) }));
    const close = words.flatMap((left, index) =>
      words.slice(index + 1).flatMap((right) => {
        const share = jaccard(left.words, right.words);
        return share > 0.3 ? [`${left.id} and ${right.id}: ${share.toFixed(2)}`] : [];
      }),
    );
    expect(close).toEqual([]);
  });

  it('computes the answer of every sample, and of no other', () => {
    expect(Object.keys(chainAnswers).toSorted()).toEqual(chains.map(({ id }) => id).toSorted());
    expect(Object.keys(solutionAnswers)).toEqual(solutions.map(({ id }) => id).toSorted());
    expect(Object.keys(seedAnswers)).toEqual(seeds.map(({ id }) => id).toSorted());
  });

  it('has a reason in at least a third of each task why a strong model slips, and counts them in its README', () => {
    const hard = Object.values(hardIds).flat();
    expect(new Set(hard).size).toBe(hard.length);
    for (const group of [chains, solutions, seeds]) {
      expect(group.filter(({ id }) => hard.includes(id)).length * 3).toBeGreaterThanOrEqual(group.length);
    }
    expect(hard.filter((id) => samples.every((sample) => sample.id !== id))).toEqual([]);
    for (const [kind, ids] of Object.entries(hardIds)) expect(readme).toContain(`| ${kind} | ${ids.length} |`);
    expect(readme).toContain(`| all | ${hard.length} |`);
  });

  it('has the counts by task and grade that its README states', () => {
    for (const task of ['fqa', 'ec', 'gen_followup', 'gen_similar']) {
      const own = samples.filter((sample) => sample.task === task);
      const grades = 'K12345678'.split('').map((grade) => own.filter((sample) => sample.grade === grade).length || '–');
      expect(readme).toMatch(
        new RegExp(String.raw`\| \`${task}\` \| ${own.length} \| [^|]+ \| ${grades.join(String.raw` \| `)} \|`),
      );
    }
    expect(readme).toContain(`holds ${samples.length} samples for the other module`);
  });

  it('mixes right and wrong student solutions', () => {
    expect(solutions.map(({ firstErrorStep }) => (firstErrorStep === -1 ? 'r' : 'w')).join('')).not.toMatch(
      /r{6}|w{6}/,
    );
  });

  it('mixes the forms of answers', () => {
    const answers = chains.flatMap(({ questions }) => questions.map(({ answer }) => answer));
    const forms: Readonly<Record<string, RegExp>> = {
      whole: /^\d+$/,
      thousands: /^\d+,\d{3}/,
      fraction: /^\d+\/\d+$/,
      mixed: /^\d+ \d+\/\d+/,
      decimal: /^\d+\.\d+ /,
      money: /^\$\d+\.\d\d$/,
      wholeMoney: /^\$\d+$/,
      unit: /^\d+ (?:cm|m|L|km)$/,
      area: /²$/,
      volume: /³$/,
      compoundUnit: /^\d+ m \d+ cm$/,
      duration: /^\d+ h \d+ min$/,
      clock: /[ap]\.m\.$/,
      percent: /%$/,
      ratio: /^\d+:\d+$/,
      expression: /\d[a-z]/,
      negative: /^−/,
      rate: /\/h$/,
    };
    for (const [form, pattern] of Object.entries(forms)) {
      expect(
        answers.filter((answer) => pattern.test(answer)),
        form,
      ).not.toEqual([]);
    }
  });
});

describe.each(chains.map((chain) => [chain.id, chain] as const))('chain %s', (id, { questions }: Chain) => {
  it.each([0, 1, 2])('states the right answer to question index %i', (index) => {
    const { answer } = questions[index]!;
    const computed = chainAnswers[id]![index]!;
    if (typeof computed === 'string') {
      expect(equal(answer, computed), `${answer} against ${computed}`).toBe(true);
      return;
    }
    for (const value of [0, 1, 2.5, 7]) {
      const stated = withValue(answer, computed.unknown, String(value));
      expect(stated).not.toBe(answer);
      expect(equal(stated, `(${dec(computed.at(value))})`), `${stated} against ${computed.at(value)}`).toBe(true);
    }
  });

  it('writes only true equalities in its solutions, and the answer', () => {
    for (const { solution, answer } of questions) {
      expect(falseEqualities(solution)).toEqual([]);
      expect(numbersIn(solution), solution).toEqual(expect.arrayContaining([...numbersIn(answer)]));
    }
  });

  it('takes at least as many steps for the third question as for the first', () => {
    const [first, , third] = questions.map(({ solution }) => allEqualities(solution).length);
    expect(third).toBeGreaterThanOrEqual(Math.max(first!, 2));
  });

  it('builds on what was found before', () => {
    const usesAnswerOf = (earlier: number, later: number): boolean => {
      const said = `${questions[later]!.question} ${questions[later]!.solution}`;
      return numbersIn(questions[earlier]!.answer).every((number) => numbersIn(said).includes(number));
    };
    expect(usesAnswerOf(0, 1) || usesAnswerOf(0, 2) || usesAnswerOf(1, 2)).toBe(true);
  });
});

describe.each(solutions.map((solution) => [solution.id, solution] as const))('student solution %s', (id, sample) => {
  const { firstErrorStep, errorReason, answer, studentSteps } = sample;
  const isWrong = firstErrorStep !== -1;

  it('belongs to the right answer', () => {
    expect(equal(answer, solutionAnswers[id]!), `${answer} against ${solutionAnswers[id]}`).toBe(true);
  });

  it('has a reason just when it has a wrong step', () => {
    expect(errorReason !== null).toBe(isWrong);
    expect(isWrong ? firstErrorStep >= 1 && firstErrorStep <= studentSteps.length : true).toBe(true);
  });

  it('calculates rightly before its first wrong step, and throughout when it has none', () => {
    const before = stepsWith(sample, 'solves').slice(0, isWrong ? firstErrorStep - 1 : undefined);
    expect(falseEqualities(...before)).toEqual([]);
  });
});

it.each(rightSolutions.map((solution) => [solution.id, solution] as const))(
  'right solution %s arrives at the answer',
  (_id, { answer, studentSteps }) => {
    // The last step may only comment on the result that stands before it.
    const ends = numbersIn(studentSteps.slice(-2).join(' '));
    expect(ends).toEqual(expect.arrayContaining([...numbersIn(answer)]));
  },
);

describe.each(wrongSolutions.map((solution) => [solution.id, solution] as const))('wrong solution %s', (id, sample) => {
  const { firstErrorStep, answer, studentSteps } = sample;

  it('is wrong in the named step', () => {
    const named = falseEqualities(stepsWith(sample, 'solves')[firstErrorStep - 1]!);
    if (wrongChoiceIds.includes(id)) expect(named).toEqual([]);
    else expect(named).not.toEqual([]);
  });

  it('goes on from there without another slip, unless noted', () => {
    const after = falseEqualities(...stepsWith(sample, 'arrivesAt').slice(firstErrorStep));
    expect(after.length > 0).toBe(secondSlipIds.includes(id));
  });

  it('arrives at another answer, unless by luck', () => {
    const isRight = numbersIn(studentSteps.at(-1)!).at(-1) === numbersIn(answer).at(-1);
    expect(isRight).toBe(luckyIds.includes(id));
  });
});

describe.each(seeds.map((seed) => [seed.id, seed] as const))('seed %s', (id, { seedSolution }) => {
  it('has a worked solution that is true and ends in the answer', () => {
    expect(allEqualities(seedSolution).length).toBeGreaterThanOrEqual(1);
    expect(falseEqualities(seedSolution)).toEqual([]);
    const last = seedSolution.slice(seedSolution.lastIndexOf('. '));
    expect(last).toMatch(new RegExp(`(?<![\\d.])${seedAnswers[id]!.replace(/[.$]/g, String.raw`\$&`)}(?!\\d)`));
  });
});
