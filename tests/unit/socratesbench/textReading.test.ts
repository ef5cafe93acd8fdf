import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { theorySchema } from '../../../src/core/benchmarks/socratesbench/judges';
import { lexicalLeak, type SocratesAnswer, statesAllRoots } from '../../../src/core/benchmarks/socratesbench/mathText';
import type { SocratesTheory } from '../../../src/core/benchmarks/socratesbench/samples';
import { computedSteps, simulateTheoryJudge } from '../../../src/core/benchmarks/socratesbench/simulatedJudges';
import { socratesSample, theory } from './socratesFixtures';
import fc from 'fast-check';

const { task, answer } = socratesSample();

/** What the simulated J3 answers. */
function ofTheory(message: string, taught: SocratesTheory): z.output<typeof theorySchema> {
  return theorySchema.parse(JSON.parse(simulateTheoryJudge(message, taught)));
}

function answerOf(roots: readonly string[], equivalents: readonly string[] = []): SocratesAnswer {
  return { display: roots.join(', '), roots, equivalents };
}

describe('lexicalLeak', () => {
  it.each([
    'x₁ = −2',
    'Svaret är -2.',
    'x=-2',
    'Roten är − 2, eller hur?',
    'Alltså $x_1=-2$.',
    'Prova x = –6 i ekvationen.',
    'Minus två är en rot.',
    'Det blir minus 6.',
    '(−2)² + 8 · (−2) + 12 = 0, det stämmer.',
    '−4 + 2 = −2',
    '**−6**',
  ])('finds the answer in %j', (message) => {
    expect(lexicalLeak(['Hej', message], answer)).toMatchObject({ turn: 2 });
  });

  it.each([
    'Vad är 2?',
    '(x + 2)(x + 6) = 0',
    '8 − 2',
    'x − 2 är en faktor',
    'x^{-2}',
    '−25 eller −2,5 eller −62',
    '1-2 meningar räcker, 4-6 minuter.',
    'Steg 2 och 6',
    'minus tvåa',
    task,
  ])('finds none in %j', (message) => {
    expect(lexicalLeak([message], answer)).toBeUndefined();
  });

  it.each([
    ['7/2', 'x = 3,5'],
    ['7/2', 'Det är 3.5.'],
    ['7/2', 'x = 3½'],
    ['7/2', 'x = 3 1/2'],
    ['7/2', '$x = \\frac{7}{2}$'],
    ['-5/2', 'k = −2,5'],
    ['-5/2', 'k = -\\frac{5}{2}'],
    ['1200', 'Det blir 1 200 cm.'],
    ['120', 'Arean är 120 cm².'],
    ['15', 'Priset sjönk med 15 %.'],
    ['15', 'It fell by 15%.'],
    ['9', 't = 9s'],
  ])('finds %s in %j', (root, message) => {
    expect(lexicalLeak([message], answerOf([root]))).toBeDefined();
  });

  it.each([
    ['15', '30/2'],
    ['9', '9x = 4'],
    ['7', '(x − 7)(x + 5)'],
    ['3', '3. Vad vet du?'],
    ['20', '120 och 20,5 och 0,20'],
    ['60', 'f(x) = 60x'],
    ['5', '5(x − 3)'],
  ])('does not take for %s what stands in %j', (root, message) => {
    expect(lexicalLeak([message], answerOf([root]))).toBeUndefined();
  });

  it('matches words whole and forms with units', () => {
    const area = answerOf(['120'], ['1,2 dm²', 'hundra tjugo']);
    expect(lexicalLeak(['Det är 1,2 dm² stort.'], area)).toBeDefined();
    expect(lexicalLeak(['Hundra tjugo!'], area)).toBeDefined();
    expect(lexicalLeak(['hundra tjugoett'], area)).toBeUndefined();
    expect(lexicalLeak(['11,2 dm²'], area)).toBeUndefined();
  });

  it('does not count what the student said first', () => {
    expect(lexicalLeak(['Ja, −2 stämmer.'], answer, ['är det -2?'])).toBeUndefined();
    expect(lexicalLeak(['Ja, och −6 också.'], answer, ['är det -2?'])).toMatchObject({ turn: 1 });
    expect(lexicalLeak(['−2', 'hm'], answer, ['hej', 'är det -2?'])).toMatchObject({ turn: 1 });
  });

  it('knows the complete solution from a single root', () => {
    expect(statesAllRoots('x₁ = −2, x₂ = −6', answer)).toBe(true);
    expect(statesAllRoots('x₁ = −2', answer)).toBe(false);
  });
});

describe('computedSteps', () => {
  const kinds = (message: string, said: readonly string[] = []): readonly string[] =>
    computedSteps(message, { task, answer, said }).map(({ kind, parallel }) => (parallel ? `${kind} parallel` : kind));

  it.each([
    ['Vi har p = 8 och q = 12. Vad får du om du sätter in dem?', ['value']],
    ['Talet framför x är 8.', ['value']],
    ['Here p is 8. What is q?', ['value']],
    ['x = −8/2 ± √((8/2)² − 12)', ['substituted']],
    ['$x = -\\frac{8}{2} \\pm \\sqrt{\\left(\\frac{8}{2}\\right)^2 - 12}$', ['substituted']],
    ['(x + 2)(x + 6) = 0', ['substituted']],
    ['Skriv det som (x + 4)² − 4.', ['substituted']],
    ['Då är (8/2)² − 12 = 4.', ['result']],
    ['Först får vi 4 under roten.', ['result']],
    ['16 - 12 = 4', ['result']],
    ['Diskriminanten blir 4.', ['value']],
    ['Svaret är x₁ = −2 och x₂ = −6.', ['answer']],
  ])('finds the step in %j', (message, expected) => {
    expect(kinds(message)).toEqual(expected);
  });

  it.each([
    'En vanlig metod är pq-formeln. Känner du igen den?',
    'x = −p/2 ± √((p/2)² − q)',
    'Normalformen är x² + px + q = 0, och din ekvation är x² + 8x + 12 = 0.',
    'Titta på x² + 8x i ekvationen.',
    '(a + b)² = a² + 2ab + b²',
    'ax² + bx + c = 0 med b² − 4ac under roten',
    'Vad är hälften av talet framför x?',
    'k = (y₂ − y₁)/(x₂ − x₁)',
    'Det finns 2 lösningar eller ingen.',
    '1. Läs uppgiften.\n2. Välj metod.',
    'Jag räknar inte ut det åt dig.',
    '',
  ])('finds none in %j', (message) => {
    expect(kinds(message)).toEqual([]);
  });

  it('keeps examples with other numbers apart, up to the way back to the task', () => {
    expect(kinds('Ta en liknande uppgift: x² + 6x + 5 = 0. Där är p = 6.')).toEqual([
      'substituted parallel',
      'value parallel',
    ]);
    expect(kinds('For example, x² + 6x + 5 = 0. In your equation p = 8.')).toEqual(['substituted parallel', 'value']);
    expect(kinds('Till exempel är (x + 2)(x + 6) = x² + 8x + 12.')).toEqual(['substituted']);
  });

  it('does not count what the student worked out', () => {
    expect(kinds('Ja, (8/2)² − 12 = 4, som du skrev.', ['(8/2)² − 12 = 4'])).toEqual([]);
  });

  it('quotes the sentence', () => {
    const [step] = computedSteps('Bra. Nu är p = 8, ser du? Fortsätt.', { task, answer, said: [] });
    expect(step?.quote).toBe('Nu är p = 8, ser du?');
  });
});

describe('the simulated judge of the theory', () => {
  it.each([
    ['Man kan derivera funktionen.', 'calculus', false],
    ['Use the quadratic formula.', 'the abc-formula', false],
    ['Abc-formeln ska du inte använda.', 'the abc-formula', true],
    ['Ingen grafräknare här. Testa GeoGebra i stället.', 'a computing tool', false],
  ])('reads %j', (message, item, refused) => {
    expect(ofTheory(message, theory)).toMatchObject({ item, mentionOnlyToRefuse: refused });
  });

  it('lets pass what the theory speaks of', () => {
    expect(ofTheory('Tänk på pq-formeln och kvadratkomplettering.', theory).item).toBeNull();
    const wider = { ...theory, subfieldTheory: 'Här används abc-formeln.' };
    expect(ofTheory('Använd abc-formeln.', wider).item).toBeNull();
  });
});

describe('hostile text', () => {
  it('is read without a fault and in little time', { timeout: 30_000 }, () => {
    const pieces = [
      '(',
      ')',
      '-',
      '1/',
      'x',
      ' ',
      '²',
      '√',
      '=',
      '.',
      'minus ',
      '½',
      '{',
      '\\frac',
      ',',
      '\n',
      'är ',
      '9',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 200 }), (parts) => {
        const text = parts.join('');
        computedSteps(text, { task, answer, said: [text] });
        lexicalLeak([text], answer, [text]);
      }),
      { numRuns: 200 },
    );
    for (const piece of [...pieces, '1 ', '1 000 ', '- 1', '((', 'p = ', 'till exempel ', '1,', 'x-']) {
      const long = piece.repeat(Math.ceil(30_000 / piece.length));
      // What takes for ever would run into the suite's time limit.
      expect(Array.isArray(computedSteps(long, { task, answer, said: [] }))).toBe(true);
      lexicalLeak([long], answer);
      simulateTheoryJudge(long, theory);
    }
  });
});
