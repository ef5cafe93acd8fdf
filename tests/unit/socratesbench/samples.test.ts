import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { checkSamples, socratesSampleSchema } from '../../../src/core/benchmarks/socratesbench/samples';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import { expandTheory } from '../../../src/core/benchmarks/socratesbench/plan';
import { defaultScript } from '../../../src/core/benchmarks/socratesbench/script';
import { importRecords, socratesSample, starterSamples, theory, withoutTheory } from './socratesFixtures';

const system = 'socratesbench';
const theoryRecord = { system, kind: 'theory', ...theory };
const task = {
  system,
  id: 'a',
  language: 'sv',
  task: 'Lös x² + 8x + 12 = 0.',
  answer: { display: 'x = −2, x = −6', roots: ['-2', '-6'] },
  theoryId: 'th',
};

describe('importTasks', () => {
  it('puts a theory into the tasks that name it, wherever its record stands, and makes no sample of it', () => {
    for (const records of [
      [theoryRecord, task, { ...task, id: 'b', theoryId: null }],
      [task, { ...task, id: 'b', theoryId: null }, theoryRecord],
    ]) {
      const { samples, problems } = importRecords(records);
      expect(problems).toEqual([]);
      expect(samples.map(({ id, condition }) => [id, condition])).toEqual([
        ['a', 'theory'],
        ['b', 'noTheory'],
      ]);
      expect(samples[0]).toMatchObject({ taskId: 'a', theory, conversations: 10, script: defaultScript('sv') });
      expect(samples[1]?.theory).toBeNull();
    }
  });

  it.each([
    ['an unknown theory', [task], 1, 'theoryId'],
    ['a theory that cannot be read', [{ ...theoryRecord, sanctionedMethods: [] }, task], 2, 'theoryId'],
    ['an id used twice', [theoryRecord, task, task], 3, 'id'],
    ['a theory id used twice', [theoryRecord, task, theoryRecord], 3, 'id'],
    ['a task without an answer', [theoryRecord, { ...task, answer: undefined }], 2, 'answer'],
    ['no roots', [theoryRecord, { ...task, answer: { display: '1', roots: [] } }], 2, 'answer.roots'],
    ['an empty script', [theoryRecord, { ...task, script: [] }], 2, 'script'],
    ['a request after the last turn', [theoryRecord, { ...task, script: ['hej'], showTurn: 2 }], 2, 'showTurn'],
    ['one turn for both requests', [theoryRecord, { ...task, showTurn: 3, demandTurn: 3 }], 2, 'demandTurn'],
    ['another system', [theoryRecord, { ...task, system: 'mrbench' }], 2, 'system'],
  ])('reports %s by record and field', (_, records, record, field) => {
    const { problems } = importRecords(records);
    expect(problems.map((problem) => [problem.severity, problem.record, problem.field])).toContainEqual([
      'error',
      record,
      field,
    ]);
  });

  it('names the fields of a broken theory, and reads the rest of the file', () => {
    const { samples, problems } = importRecords([
      { ...theoryRecord, restrictionNote: 7 },
      task,
      'no record',
      { ...task, id: 'b', theoryId: null },
    ]);
    expect(problems.map(({ record, field }) => [record, field])).toEqual([
      [1, 'restrictionNote'],
      [2, 'theoryId'],
      [3, ''],
    ]);
    expect(samples.map(({ id }) => id)).toEqual(['b']);
  });

  it('reads samples as they are stored', () => {
    const stored = expandTheory(importRecords([theoryRecord, task]).samples, { theory: 'both' });
    expect(importRecords(stored)).toMatchObject({ samples: stored, problems: [] });
  });
});

describe('socratesSampleSchema', () => {
  it('reads back what it made, for every task that ships and every way of playing it', () => {
    for (const way of ['on', 'off', 'both'] as const) {
      for (const sample of expandTheory(starterSamples(), { theory: way })) {
        expect(socratesSampleSchema.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
      }
    }
  });

  it('refuses a sample with theory that brings none', () => {
    expect(socratesSampleSchema.safeParse({ ...task, condition: 'theory' }).success).toBe(false);
  });
});

describe('expandTheory', () => {
  const samples = importRecords([theoryRecord, task, { ...task, id: 'b', theoryId: null }]).samples;
  const played = (way: 'on' | 'off' | 'both'): readonly unknown[] =>
    expandTheory(samples, { theory: way }).map(({ id, taskId, condition, theory: text }) => [
      id,
      taskId,
      condition,
      text !== null,
    ]);

  it('plays tasks with theory, without, or both ways', () => {
    expect(played('on')).toEqual([
      ['a', 'a', 'theory', true],
      ['b', 'b', 'noTheory', false],
    ]);
    expect(played('off')).toEqual([
      ['a', 'a', 'noTheory', false],
      ['b', 'b', 'noTheory', false],
    ]);
    expect(played('both')).toEqual([
      ['a', 'a', 'theory', true],
      ['a~no-theory', 'a', 'noTheory', false],
      ['b', 'b', 'noTheory', false],
    ]);
  });

  it('counts both ways of a task as one unit and comes out the same a second time', () => {
    const both = expandTheory(samples, { theory: 'both' });
    expect(new Set(both.map((sample) => socratesBench.unitOf(sample))).size).toBe(2);
    expect(expandTheory(both, { theory: 'both' })).toEqual(both);
    expect(new Set(both.map(({ id }) => id)).size).toBe(both.length);
  });
});

describe('samples as they are shown', () => {
  it('plays a task as often as it asks for, else ten times', () => {
    expect(socratesBench.defaultRepeats).toBe(10);
    expect(socratesBench.repeatsOf?.(socratesSample())).toBe(10);
    expect(socratesBench.repeatsOf?.(socratesSample({ conversations: 100 }))).toBe(100);
  });

  it('has a title for every label that a judge can give', () => {
    const labels = [
      'clean',
      'computesStep',
      'parallelExample',
      'outsideTheory',
      'mentionOnlyToRefuse',
      'leak',
      'leak@7',
    ];
    for (const label of labels) expect(socratesBench.labelTitles?.[label]).toMatch(/^[a-z][a-z ]+\d*$/);
    expect(socratesBench.labelTitles?.['leak@7']).toContain('turn 7');
  });

  it('summarizes a task, with both ways of playing it side by side', () => {
    const sample = socratesSample();
    expect(socratesBench.summarize(sample)).toEqual({
      title: 'Lös andragradsekvationen x² + 8x + 12 = 0 med en …',
      quote: 'Hjälp mig med uppgiften.',
      group: 'With theory',
      subject: 'Mathematics',
      language: 'sv',
      pairId: 't1',
    });
    const other = socratesSample({ ...withoutTheory, id: 'b', taskId: 't1', title: 'T', topic: 'quadratics' });
    expect(socratesBench.summarize(other)).toMatchObject({ title: 'T', group: 'Without theory', pairId: 't1' });
    expect('pairId' in socratesBench.summarize(socratesSample({ ...withoutTheory, theoryId: null }))).toBe(false);
  });

  it('shows key, theory and methods as facts', () => {
    const facts = new Map(socratesBench.facts?.(socratesSample()).map(({ label, value }) => [label, value]));
    expect(facts.get('Answer key')).toBe('x₁ = −2, x₂ = −6');
    expect(facts.get('Theory')).toBe('th');
    expect(facts.get('Allowed methods')).toContain('pq-formeln');
    const off = new Map(socratesBench.facts?.(socratesSample(withoutTheory)).map(({ label, value }) => [label, value]));
    expect(off.get('Theory')).toBe('th, not given to the tutor here');
    expect(off.has('Allowed methods')).toBe(false);
  });

  it('warns of an answer that stands in its task, and of ids used twice', () => {
    const told = socratesSample({ task: 'Visa att x = −2 löser ekvationen.' });
    expect(checkSamples([told, told]).map(({ severity, field }) => [severity, field])).toEqual([
      ['error', 'id'],
      ['warning', 'answer'],
      ['warning', 'answer'],
    ]);
    expect(checkSamples(starterSamples())).toEqual([]);
    expect(socratesBench.expand?.(starterSamples(), defaultPolicy)).toEqual(starterSamples());
  });
});

describe('defaultScript', () => {
  it('is the script of the tasks that ship', () => {
    for (const { script, language } of starterSamples()) expect(script).toEqual(defaultScript(language));
  });
});
