import { describe, expect, it } from 'vitest';
import { kmpDialogue } from '../../../src/core/benchmarks/kmpDialogue/definition';
import { checkKmpDialogues, kmpDialogueSampleSchema } from '../../../src/core/benchmarks/kmpDialogue/samples';
import { importSamples } from '../../../src/core/benchmark/importing/recognizeFile';
import { kmpSample, starterSamples } from './kmpDialogueFixtures';

const record = JSON.parse(JSON.stringify(kmpSample())) as Record<string, unknown>;

function faults(change: Record<string, unknown>): readonly string[] {
  const parsed = kmpDialogueSampleSchema.safeParse({ ...record, ...change });
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
}

describe('kmpDialogueSampleSchema', () => {
  it('takes a record, with null or nothing where a value is not known', () => {
    expect(kmpDialogueSampleSchema.parse(record)).toEqual(kmpSample());
    const bare = { ...record, title: null, grade: null, domain: undefined, seedId: null, criteriaNotes: undefined };
    expect(kmpDialogueSampleSchema.parse(bare)).toEqual(
      kmpSample({ title: undefined, grade: undefined, domain: undefined, seedId: undefined, criteriaNotes: {} }),
    );
    // Stored with a run and read back.
    expect(kmpDialogueSampleSchema.parse(JSON.parse(JSON.stringify(kmpSample())))).toEqual(kmpSample());
  });

  it.each([
    ['history.0.role', { history: [{ role: 'tutor', content: 'Hello?' }] }],
    ['history', { history: [] }],
    ['history.0.content', { history: [{ role: 'student', content: '' }] }],
    ['principles', { principles: [] }],
    ['principles', { principles: ['feedback', 'feedback'] }],
    ['principles', { principles: ['feedback', 'practice', 'challenge'] }],
    ['principles.0', { principles: ['kindness'] }],
    ['referenceReply', { referenceReply: '' }],
    ['instructions', { instructions: undefined }],
    ['task', { task: 'ec' }],
    ['id', { id: '' }],
  ])('refuses a record for its %s', (field, change) => {
    expect(faults(change)).toContain(field);
  });
});

describe('checkKmpDialogues', () => {
  it('reports the second use of an id, and notes that are not used', () => {
    const notes = { 'questioning.9': 'x', 'practice.1': 'y', 'general.2': 'z', overall: 'w' };
    const samples = [kmpSample({ criteriaNotes: notes }), kmpSample({ criteriaNotes: {} })];
    expect(checkKmpDialogues(samples).map(({ severity, field }) => [severity, field])).toEqual([
      ['error', 'id'],
      ['warning', 'criteriaNotes.questioning.9'],
      ['warning', 'criteriaNotes.practice.1'],
      ['warning', 'criteriaNotes.overall'],
    ]);
  });

  it('finds nothing in the starter set', () => {
    const samples = starterSamples();
    expect(samples.length).toBeGreaterThanOrEqual(26);
    expect(checkKmpDialogues(samples)).toEqual([]);
  });
});

describe('own files', () => {
  const importer = kmpDialogue.ownImporter ?? expect.fail('The benchmark has no reader for its own files.');
  const read = (...records: readonly unknown[]) =>
    importSamples(records.map((one) => JSON.stringify(one)).join('\n'), 'own.jsonl', [importer]);

  it('leaves out records of the other benchmark with a warning that names it', () => {
    const others = ['fqa', 'ec', 'gen_followup', 'gen_similar'].map((task) => ({ system: 'kmpbench', task, id: task }));
    const result = read(...others, record);
    expect(result).toMatchObject({ kind: 'imported', format: 'own', samples: [{ id: 'secret-id' }] });
    const problems = result.kind === 'imported' ? result.problems : [];
    expect(problems.map(({ severity, record: line, field }) => [severity, line, field])).toEqual(
      others.map((_, index) => ['warning', index + 1, 'task']),
    );
    for (const { message } of problems) expect(message).toContain('kmp-skills');
  });

  it('reports broken records, unknown tasks and ids used twice with their place', () => {
    const result = read(record, record, { ...record, id: 'b', task: 'debate' }, { ...record, id: 'c', persona: 7 }, 3);
    expect(result).toMatchObject({ kind: 'imported' });
    const problems = result.kind === 'imported' ? result.problems : [];
    expect(problems.map(({ severity, record: line, field }) => [severity, line, field])).toEqual([
      ['error', 2, 'id'],
      ['error', 3, 'task'],
      ['error', 4, 'persona'],
      ['error', 5, ''],
    ]);
  });

  it('does not take a file without a dialogue, of another system, or a table', () => {
    expect(read({ system: 'kmpbench', task: 'ec', id: 'x' }).kind).toBe('refused');
    expect(read({ ...record, system: 'mrbench' }).kind).toBe('refused');
    expect(importSamples('system,task\nkmpbench,dialogue\n', 'own.csv', [importer]).kind).toBe('refused');
  });

  it('finds a dialogue behind many records of the other benchmark', () => {
    const others = Array.from({ length: 20 }, (_, index) => ({ system: 'kmpbench', task: 'ec', id: String(index) }));
    expect(read(...others, record)).toMatchObject({ kind: 'imported', samples: [{ id: 'secret-id' }] });
  });
});
