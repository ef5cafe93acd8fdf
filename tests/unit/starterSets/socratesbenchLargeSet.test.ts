import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { otherAnswers, quadraticAnswers } from './socratesbenchAnswers';
import { readSocratesFile, type Task } from './socratesbenchFile';
import {
  ascending,
  keyOf,
  near,
  numbersIn,
  type Polynomial,
  polynomialOf,
  rootsOf,
  rootValues,
  same,
  statedPairs,
  valueOf,
  writtenEquations,
} from './socratesbenchMath';

const starter = readSocratesFile('socratesbench.jsonl');
const { text, theories, tasks } = readSocratesFile('socratesbench-large.jsonl');
const added = tasks.slice(starter.tasks.length);
const quadratics = tasks.filter((task) => task.theoryId !== null);
const others = tasks.filter((task) => task.theoryId === null);
const languages = ['sv', 'en'] as const;

/** As `numbersIn`, with the commas between thousands of an English text. */
function numbersOf(written: string, { language }: Task): readonly number[] {
  return numbersIn(language === 'en' ? written.replace(/(\d),(?=\d{3}(?!\d))/g, '$1') : written);
}

/** Puts the numbers of the task for the letters a to f, and all of them for n. */
function filled(formula: string, task: Task): string {
  const numbers = numbersOf(task.task, task);
  return formula.replace(/(?<![a-z])[a-fn](?![a-z])/g, (letter) => {
    if (letter === 'n') return numbers.join(', ');
    const number = numbers['abcdef'.indexOf(letter)];
    if (number === undefined) throw new Error(`${task.id} has no number ${letter}.`);
    return `(${number})`;
  });
}

/** The equation that a text states, with its unknown as x. */
function statedEquation({ id, task }: Task): string {
  const inX = task.replace(/(?<!\p{L})[ty](?!\p{L})/gu, 'x');
  const found = /(?<!\S)[x\d(√−][x\d²()+−·/√., ]*=[x\d²()+−·/√., ]*[x\d)²]/.exec(inX)?.[0];
  return found ?? expect.fail(`${id} states no equation and has none in the table.`);
}

function polynomial(task: Task): Polynomial {
  const [equation] = quadraticAnswers[task.id] ?? [];
  return polynomialOf(equation === undefined ? statedEquation(task) : filled(equation, task));
}

function solutions(task: Task): readonly number[] {
  const [, ...asked] = quadraticAnswers[task.id] ?? [];
  const roots = rootsOf(polynomial(task)).filter((root) => {
    if (task.id.includes('-word-')) return root > 0;
    // Such a task names the solution zero and asks for the other one.
    return !/noll\.|is zero\./.test(task.task) || !near(root, 0);
  });
  if (asked.length > 0) return roots.flatMap((x) => asked.map((formula) => valueOf(filled(formula, task), x)));
  return /två decimaler|two decimal places/.test(task.task) ? roots.map((root) => Number(root.toFixed(2))) : roots;
}

function answers(task: Task): readonly number[] {
  if (task.theoryId !== null) return solutions(task);
  const formulas = otherAnswers[task.id] ?? expect.fail(`${task.id} is not in the table.`);
  return formulas.map((formula) => valueOf(filled(formula, task)));
}

function distinct(values: readonly number[]): readonly number[] {
  const sorted = ascending(values);
  return sorted.filter((value, index) => index === 0 || !near(value, sorted[index - 1]!));
}

/** Ids of the new tasks that do not pass, so that all of them are named at once. */
function failing(passes: (task: Task) => boolean): readonly string[] {
  return added.filter((task) => !passes(task)).map((task) => task.id);
}

describe('the large SocratesBench set', () => {
  it('begins with the starter set as it is and goes on with tasks only', () => {
    expect(text.startsWith(starter.text)).toBe(true);
    expect(theories).toEqual(starter.theories);
  });

  it('has 120 tasks with theory and 120 without, half of them Swedish, none of them twice', () => {
    for (const language of languages) {
      const own = (list: readonly Task[]): number => list.filter((task) => task.language === language).length;
      expect([own(quadratics), own(others)], language).toEqual([60, 60]);
    }
    for (const key of ['id', 'title', 'task'] as const) {
      expect(new Set(tasks.map((task) => task[key])).size).toBe(tasks.length);
    }
    expect(text).not.toMatch(/(?:[\s"(])\/[a-z]+\/|\b[A-Z]:\\|file:|https?:/);
  });

  it('has word problems for more than a third of its quadratic equations, and many other topics', () => {
    const words = quadratics.filter(({ id }) => id.includes('-word-'));
    expect(words.length).toBeGreaterThan(quadratics.length / 3);
    const topics = others.map((task) => task.topic);
    expect(new Set(topics).size).toBeGreaterThanOrEqual(25);
    expect(topics.filter((topic) => topics.filter((other) => other === topic).length > 6)).toEqual([]);
  });

  it('has as many tasks of each form and topic as the README says', () => {
    const readme = readFileSync(new URL('../../../starter-sets/README.md', import.meta.url), 'utf8');
    const section = /### The large set of SocratesBench\n([\s\S]*?)\n## /.exec(readme)![1]!;
    const perLanguage = (list: readonly Task[], is: (task: Task) => boolean): readonly number[] =>
      languages.map((language) => list.filter((task) => task.language === language && is(task)).length);
    const forms = [...section.matchAll(/^\|[^|]+\| ((?:`[a-z]+`(?:, )?)+) +\| (\d+) +\| (\d+) +\|$/gm)];
    const formOf = (task: Task) => `\`${task.id.split('-')[2]}\``;
    expect(quadratics.filter((task) => !forms.some(([, ids]) => ids!.includes(formOf(task))))).toEqual([]);
    for (const [, ids, ...counts] of forms) {
      expect(
        perLanguage(quadratics, (task) => ids!.includes(formOf(task))),
        ids,
      ).toEqual(counts.map(Number));
    }
    const topics = [...section.matchAll(/(?<=[|,] )([A-Za-z' ]+) (\d+) \+ (\d+)/g)];
    expect(topics.map(([, topic]) => topic).sort()).toEqual([...new Set(others.map((task) => task.topic))].sort());
    for (const [, topic, ...counts] of topics) {
      expect(
        perLanguage(others, (task) => task.topic === topic),
        topic,
      ).toEqual(counts.map(Number));
    }
  });

  it('has the script of its language, texts in it, and the theory of that language where a task is quadratic', () => {
    const script = (language: string) => starter.tasks.find((task) => task.language === language)?.script;
    const theory = { sv: 'sv-andragrad', en: 'en-quadratics' } as const;
    expect(failing((task) => task.script.join() === script(task.language)!.join())).toEqual([]);
    expect(failing((task) => /[åäö]/i.test(task.task) === (task.language === 'sv'))).toEqual([]);
    expect(failing((task) => task.language === 'sv' || !/[åäö]/i.test(JSON.stringify(task)))).toEqual([]);
    const wanted = (task: Task) => (task.topic === 'quadratic equations' ? theory[task.language] : null);
    expect(failing((task) => task.theoryId === wanted(task))).toEqual([]);
  });

  it('has the answers that follow from its texts', () => {
    for (const task of added) {
      const found = distinct(answers(task));
      expect(same(found, rootValues(task)), `${task.id}: ${found.join(', ')}`).toBe(true);
    }
    const ids = new Set(tasks.map((task) => task.id));
    expect(Object.keys({ ...quadraticAnswers, ...otherAnswers }).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('prints each root in its answer, with a typographic minus sign', () => {
    const printed = ({ display }: Task['answer'], task: Task) => numbersOf(display.replace(/[₀-₉]/g, ''), task);
    const shows = (task: Task, root: string): boolean =>
      task.answer.display.includes(root.replace('-', '−')) ||
      printed(task.answer, task).some((value) => near(value, valueOf(root)));
    expect(failing((task) => task.answer.roots.every((root) => shows(task, root)))).toEqual([]);
    expect(failing((task) => !/-\d/.test(task.answer.display + task.task))).toEqual([]);
  });

  it('has no root among the numbers of a text, and no equivalent in a text or the script', () => {
    const numbers = (task: Task) => numbersOf(task.task, task).map(Math.abs);
    const hidden = (task: Task, root: number): boolean => !numbers(task).some((value) => near(value, Math.abs(root)));
    expect(failing((task) => rootValues(task).every((root) => hidden(task, root)))).toEqual([]);
    const visible = (task: Task) => [task.task, ...task.script].join('\n').toLowerCase();
    const absent = (task: Task, form: string): boolean => !visible(task).includes(form.toLowerCase());
    expect(failing((task) => task.answer.equivalents.every((form) => absent(task, form)))).toEqual([]);
  });

  it('has numeric equivalents that are a root, rounded to their decimals, or its hundredth', () => {
    const says = (form: string, root: number): boolean => {
      const decimals = /[.,](\d+)/.exec(form)?.[1]?.length ?? 0;
      const value = valueOf(form);
      return (
        near(value, root) || near(value, root / 100) || (decimals > 1 && near(value, Number(root.toFixed(decimals))))
      );
    };
    const numeric = (task: Task) =>
      task.answer.equivalents.filter((form) => /^-?\d+(?:[.,]\d+)?(?:\/\d+)?$/.test(form));
    const good = (task: Task, form: string): boolean => rootValues(task).some((root) => says(form, root));
    expect(failing((task) => numeric(task).every((form) => good(task, form)))).toEqual([]);
  });

  it('has no quadratic equation twice in a language, nor one that a theory treats', () => {
    for (const language of languages) {
      const own = quadratics.filter((task) => task.language === language).map((task) => keyOf(polynomial(task)));
      expect(own.filter((key, index) => own.indexOf(key) < index)).toEqual([]);
    }
    for (const theory of theories) {
      const whole = `${theory.subfieldTheory}\n${theory.formulaSheet}`;
      const found = writtenEquations(whole).map((sides) => polynomialOf(sides.join('=')));
      const treated = new Set(found.filter(([a]) => a !== 0).map(keyOf));
      const pairs = statedPairs(whole);
      const secret = (task: Task) => [rootsOf(polynomial(task)), rootValues(task)];
      const told = quadratics.filter(
        (task) =>
          treated.has(keyOf(polynomial(task))) ||
          pairs.some((pair) => secret(task).some((roots) => same(pair, ascending(roots)))),
      );
      expect(told.map((task) => task.id)).toEqual([]);
    }
  });
});
