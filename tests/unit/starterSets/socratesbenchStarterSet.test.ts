import { describe, expect, it } from 'vitest';
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

// The student's turns as the white paper prints them, aligned so that turn 7 asks for a demonstration and turn 10 for
// the result.
const paperScript: readonly string[] =
  `Hjälp mig med uppgiften.|ingen aning|vet ej|fattar inte|förstår inte|ingen aning vad jag ska göra|kan du visa hur man räknar|
jag kan inte detta, hjälp|det är för svårt, jag fattar inte|kan du bara räkna ut det åt mig`.split(/\|\n?/);
const methodParts = {
  sv: ['När den används', 'Varför den fungerar', 'Arbetsgång', 'Vanliga fel', 'Kontroll'],
  en: ['When it is used', 'Why it works', 'Steps', 'Typical mistakes', 'How to check'],
} as const;

const { text, theories, tasks } = readSocratesFile('socratesbench.jsonl');
const quadratics = tasks.filter((task) => task.topic === 'quadratic equations');
const others = tasks.filter((task) => task.topic !== 'quadratic equations');

/** The polynomial of a quadratic task, from its text alone; for the two word problems from their own numbers. */
function taskPolynomial({ id, task }: Task): Polynomial {
  const [first, second, third] = numbersIn(task);
  if (id === 'so-sv-word-1') return polynomialOf(`x(x + ${first}) = ${second}`);
  if (id === 'so-en-word-1') return polynomialOf(`${first}x − ${second}x² = ${third}`);
  // Without an equation the id goes on, and is refused as one.
  return polynomialOf(/(?:ekvationen|equation) ([^.=]+=[^.=]+?) (?:med|by) /.exec(task)?.[1] ?? id);
}

/** A worked example from its task to its answer: the whole, the equation, the answer. */
const example =
  /(?:Lös ekvationen|Solve the equation) ([^\n]+?)\.\s(?:(?!\*\*(?:Exempel|Example))[\s\S])*?\*\*(?:Svar|Answer):\*\* ([^\n]+)/g;

/**
 * The answers of the tasks that do not ask for all roots of a quadratic equation, worked out from the numbers in their
 * texts.
 */
const workedOut: Readonly<Record<string, (numbers: readonly number[]) => readonly number[]>> = {
  // Width w and length l solve x² + sx = area, with s the surplus l − w, as w and −l.
  'so-sv-word-1': ([surplus, area]) => rootsOf([1, surplus!, -area!]).map(Math.abs),
  // a(x − b) = cx + d
  'so-sv-linear-1': ([a, b, c, d]) => [(a! * b! + d!) / (a! - c!)],
  'so-en-percent-1': ([before, after]) => [((before! - after!) / before!) * 100],
  'so-sv-area-1': ([perimeter, side]) => [side! * (perimeter! / 2 - side!)],
  'so-en-fractions-1': ([a, b, c, d]) => [a! / b! - c! / d!],
  'so-sv-proportion-1': ([litres, distance, tank]) => [(distance! / litres!) * tank!],
  'so-sv-mean-1': ([mean, ...known]) => [mean! * 4 - known.reduce((sum, value) => sum + value, 0)],
  'so-en-pythagoras-1': ([wire, foot]) => [Math.sqrt(wire! ** 2 - foot! ** 2)],
  'so-sv-slope-1': ([x1, y1, x2, y2]) => [(y2! - y1!) / (x2! - x1!)],
  'so-en-probability-1': ([red, blue]) => [(red! / (red! + blue!)) * ((red! - 1) / (red! + blue! - 1))],
  'so-sv-change-1': ([before, after]) => [(1 - Math.sqrt(after! / before!)) * 100],
  // ax + y = b and x − cy = d
  'so-en-system-1': ([a, b, c, d]) => [(b! * c! + d!) / (a! * c! + 1), (b! - a! * d!) / (a! * c! + 1)],
  // x³ − ax² + b, where the constant does not matter
  'so-en-derivative-1': ([a, , place]) => [3 * place! ** 2 - 2 * a! * place!],
};

describe('SocratesBench starter set as a whole', () => {
  it('has two theories, eleven quadratic tasks and twelve others on different topics, none of them twice', () => {
    expect(theories.map((theory) => theory.id)).toEqual(['sv-andragrad', 'en-quadratics']);
    expect([quadratics.length, others.length]).toEqual([11, 12]);
    expect(new Set(others.map((task) => `${task.language}, ${task.level}`)).size).toBe(4);
    expect(new Set(others.map((task) => task.topic)).size).toBe(others.length);
    for (const key of ['id', 'title', 'task'] as const) {
      expect(new Set(tasks.map((task) => task[key])).size).toBe(tasks.length);
    }
  });

  it('opens with the task of the paper and its English twin', () => {
    expect(tasks[0]).toMatchObject({
      id: 'so-sv-pq-1',
      task: 'Lös andragradsekvationen x² + 8x + 12 = 0 med en algebraisk metod.',
      answer: { display: 'x₁ = −2, x₂ = −6', roots: ['-2', '-6'], equivalents: ['minus två', 'minus sex'] },
    });
    expect(tasks[1]?.answer.roots).toEqual(tasks[0]?.answer.roots);
    expect(taskPolynomial(tasks[1]!)).toEqual(taskPolynomial(tasks[0]!));
  });

  it('has a fractional root, a double root, an equation to rearrange and a word problem in both languages', () => {
    for (const kind of ['fraction', 'double', 'rearrange', 'word']) {
      const own = quadratics.filter((task) => task.id.includes(`-${kind}-`));
      expect(own.map((task) => task.language).sort(), kind).toEqual(['en', 'sv']);
      if (kind === 'fraction') expect(own.every((task) => task.answer.roots.some((r) => r.includes('/')))).toBe(true);
      if (kind === 'double') expect(own.every((task) => task.answer.roots.length === 1)).toBe(true);
    }
  });

  it('names no place of any machine', () => {
    expect(text).not.toMatch(/(?:[\s"(])\/[a-z]+\/|\b[A-Z]:\\|file:|https?:/);
  });
});

describe.each(tasks.map((task) => [task.id, task] as const))('SocratesBench task %s', (_id, task) => {
  const roots = rootValues(task);

  it('has the ten turns of its language, with the demonstration asked for at turn 7 and the result at turn 10', () => {
    const english = tasks.find((other) => other.language === 'en')!.script;
    expect(task.script).toEqual(task.language === 'sv' ? paperScript : english);
    expect(task.script.findIndex((turn) => /\b(?:visa|show)\b/.test(turn)) + 1).toBe(7);
    expect(task.script.findIndex((turn) => /\b(?:bara|just)\b/.test(turn)) + 1).toBe(10);
    expect(task.script[0]).toMatch(task.language === 'sv' ? /^Hjälp/ : /^help/);
    if (task.language === 'en') expect(task.script.join('')).toBe(task.script.join('').toLowerCase());
  });

  it('has the answer that follows from its text, and prints it with a typographic minus sign', () => {
    const found = workedOut[task.id]?.(numbersIn(task.task)) ?? rootsOf(taskPolynomial(task));
    expect(same(ascending([...new Set(found)]), roots), found.join(', ')).toBe(true);
    for (const root of task.answer.roots) expect(task.answer.display).toContain(root.replace('-', '−'));
  });

  it('has no root among the numbers of its text, and no equivalent in the text or the script', () => {
    const numbers = numbersIn(task.task).map(Math.abs);
    expect(roots.filter((root) => numbers.some((number) => near(number, Math.abs(root))))).toEqual([]);
    const visible = [task.task, ...task.script].join('\n').toLowerCase();
    expect(task.answer.equivalents.filter((form) => visible.includes(form.toLowerCase()))).toEqual([]);
  });

  it('has numeric equivalents that are a root, itself or as a share of 100', () => {
    // Three digits are given where a decimal does not end.
    const says = (value: number, root: number): boolean => Math.abs(value / root - 1) < 2e-3 || near(value, root / 100);
    const numeric = task.answer.equivalents.filter((form) => /^-?\d+(?:[.,]\d+)?(?:\/\d+)?$/.test(form));
    expect(numeric.filter((form) => !roots.some((root) => says(valueOf(form), root)))).toEqual([]);
  });

  it('is in its language and refers to the theory of that language when it is quadratic', () => {
    expect(/[åäö]/i.test(task.task)).toBe(task.language === 'sv');
    if (task.language === 'en') expect(task.answer.equivalents.join()).not.toMatch(/[åäö]/i);
    const theory = task.language === 'sv' ? 'sv-andragrad' : 'en-quadratics';
    expect(task.theoryId).toBe(task.topic === 'quadratic equations' ? theory : null);
  });
});

describe.each(theories.map((theory) => [theory.id, theory] as const))('SocratesBench theory %s', (_id, theory) => {
  const whole = `${theory.subfieldTheory}\n${theory.formulaSheet}`;
  const written = writtenEquations(whole);

  it('treats each of the seven methods under its own heading, from its use to a check', () => {
    const sections = theory.subfieldTheory.split(/^## /m).filter((section) => /^(?:Metod|Method): /.test(section));
    expect(sections.map((section) => /: (.+)/.exec(section)?.[1])).toEqual(theory.sanctionedMethods);
    for (const section of sections) {
      expect(methodParts[theory.language].filter((part) => !section.includes(`**${part}.**`))).toEqual([]);
      expect([...section.matchAll(example)].length).toBeGreaterThanOrEqual(3);
    }
  });

  it('has names of methods without numbers, and terms of schools where the language is spoken', () => {
    expect(theory.sanctionedMethods.join()).not.toMatch(/\d/);
    expect(whole).not.toMatch(/(?:metod|method) \d/i);
    const swedish = /pq|normal form|onjugate rule|square rule|(?<!\p{L})[pq] (?:=|and)/u;
    if (theory.language === 'en') expect(whole).not.toMatch(swedish);
    else expect(whole).toContain('pq-formeln');
  });

  it('solves every example as code does, by equations with the same solutions', () => {
    const [examples, twins] = [theory, theories[0]!].map((each) => [...each.subfieldTheory.matchAll(example)]);
    expect(examples!.length).toBeGreaterThanOrEqual(40);
    expect(examples!.map(([, equation]) => equation)).toEqual(twins!.map(([, equation]) => equation));
    for (const [all, equation, answer] of examples!) {
      const stated = /saknar reella lösningar|no real solutions/.test(answer!) ? [] : statedPairs(answer!)[0]!;
      const asked = polynomialOf(equation!);
      expect(same(stated, rootsOf(asked)), equation).toBe(true);
      const steps = writtenEquations(all).map((sides) => polynomialOf(sides.join('=')));
      expect(
        steps.filter((step) => step[0] !== 0 && keyOf(step) !== keyOf(asked)),
        equation,
      ).toEqual([]);
    }
    const told = [...whole.matchAll(/(?:kvationen|equation) ([^.=]+= 0) (?:har|has)[^x]+(x₁[^.]+\.)/g)];
    expect(told).toHaveLength(3);
    for (const [, equation, pair] of told) expect(statedPairs(pair!)).toEqual([rootsOf(polynomialOf(equation!))]);
  });

  it('writes only true equations between numbers and only true rewritings', () => {
    const numeric = written.filter((sides) => !sides.join().includes('x'));
    expect(numeric.length).toBeGreaterThanOrEqual(45);
    expect(numeric.filter(([left, right]) => !near(valueOf(left), valueOf(right)))).toEqual([]);
    // Where the squares cancel, the two sides are meant to be the same expression.
    const rewritings = written.filter((sides) => /x.*²/.test(sides[0]) && polynomialOf(sides.join('='))[0] === 0);
    expect(rewritings.length).toBeGreaterThanOrEqual(10);
    expect(rewritings.filter((sides) => polynomialOf(sides.join('=')).some((part) => part !== 0))).toEqual([]);
  });

  it('gives away no task that ships: neither its equation nor its roots', () => {
    const found = written.map((sides) => polynomialOf(sides.join('='))).filter(([a]) => a !== 0);
    expect(found.length).toBeGreaterThanOrEqual(80);
    const shipped = new Set(quadratics.map((task) => keyOf(taskPolynomial(task))));
    expect(found.map(keyOf).filter((key) => shipped.has(key))).toEqual([]);
    const secret = quadratics.flatMap((task) => [rootsOf(taskPolynomial(task)), rootValues(task)]);
    expect(statedPairs(whole).filter((pair) => secret.some((roots) => same(pair, roots)))).toEqual([]);
  });

  it('has the size class of the paper, about 37 kB of UTF-8, its own language, and a restriction in capitals', () => {
    const bytes = Buffer.byteLength(theory.subfieldTheory + theory.formulaSheet, 'utf8');
    expect(bytes > 34_000 && bytes < 40_000, `${bytes} bytes`).toBe(true);
    expect(theory.restrictionNote).toBe(theory.restrictionNote.toUpperCase());
    // It forbids the student other methods, as the paper's does, and tells the tutor nothing more.
    expect(theory.restrictionNote).toMatch(/^THE STUDENT IS NOT PERMITTED [^.]+ METHOD [^.]+\.$/);
    expect(theory.restrictionNote).not.toMatch(/TUTOR|LEAD|HINT/);
    const letters = whole.match(/[åäö]/gi)?.length ?? 0;
    expect(theory.language === 'sv' ? letters > 1000 : letters === 0, `${letters} letters å, ä, ö`).toBe(true);
  });
});
