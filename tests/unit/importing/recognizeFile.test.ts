import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ownFormat, importSamples } from '../../../src/core/benchmark/importing/recognizeFile';
import { fieldPath } from '../../../src/core/benchmark/importing/readRecords';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { missingNote, publicFile } from '../mrbench/publicFile';

const importers = [ownFormat('mrbench', mrBench.sampleSchema), ...mrBench.importers];

describe('importSamples', () => {
  it('refuses a file that nobody knows in one line with its name and what was tried', () => {
    const result = importSamples('[{"a": 1}]', 'mine.json', importers);
    expect(result.kind).toBe('refused');
    if (result.kind !== 'refused') return;
    expect(result.reason).toMatch(/^mine\.json: .*own .*mrbench .*bridge .*mathdial /);
    expect(result.reason).not.toContain('\n');
  });

  it('passes on why a file cannot be parsed', () => {
    expect(importSamples('', 'x', importers)).toEqual({ kind: 'refused', reason: 'x: The file is empty.' });
  });

  describe.each([
    'data/tutorbench/test.csv',
    'data/aitutor_evalkit/all_dev.csv',
    'data/mathtutorbench/mathdial_bridge_hard.json',
    'data/mrbench/damr_expected.json',
    'data/pressure_leaks/problems.json',
    'data/README.md',
  ])('given a file of another kind', (path) => {
    it.skipIf(publicFile(path) === undefined)(`refuses ${path}${missingNote([path])}`, () => {
      expect(importSamples(publicFile(path) ?? '', path, importers).kind).toBe('refused');
    });
  });

  it('never throws, whatever the records hold', () => {
    const key = fc.constantFrom(
      'system',
      'id',
      'conversation_id',
      'conversation_history',
      'tutor_responses',
      'anno_llm_responses',
      'annotation',
      'c_id',
      'c_h',
      'c_r',
      'c_r_',
      'text',
      'user',
      'qid',
      'conversation',
      'student_incorrect_solution',
      'question',
      '__proto__',
    );
    const leaf = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        '',
        'mrbench',
        'Tutor: a\nStudent: b',
        'Teacher: a|EOM|Student: b',
        'student',
        7,
        true,
      ),
      fc.string(),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(fc.dictionary(key, tree, { maxKeys: 10 }), { maxLength: 4 }), (records) => {
        const result = importSamples(JSON.stringify(records), 'f', importers);
        if (result.kind === 'refused') return true;
        return result.samples.every(
          (sample) => mrBench.sampleSchema.safeParse(JSON.parse(JSON.stringify(sample))).success,
        );
      }),
      { numRuns: 500 },
    );
  });
});

const sample = z.object({ system: z.literal('demo'), id: z.string(), turns: z.array(z.object({ text: z.string() })) });
const demo = [ownFormat('demo', sample)];

describe('ownFormat', () => {
  const good = { system: 'demo', id: 'a', turns: [{ text: 'x' }] };

  it('reads JSON lines and lists, and names record and field of what is wrong', () => {
    const bad = { ...good, id: 'b', turns: [{ text: 'x' }, { text: 4 }] };
    const lines = [
      JSON.stringify(good),
      '',
      JSON.stringify(bad),
      '{"system": "demo",',
      JSON.stringify(good),
      JSON.stringify({ ...good, id: 'c' }),
    ];
    const result = importSamples(lines.join('\n'), 'f', demo);
    if (result.kind === 'refused') throw new Error(result.reason);
    expect(result.format).toBe('own');
    expect(result.samples.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(result.problems.map(({ record, field }) => [record, field])).toEqual([
      [3, 'turns[1].text'],
      [4, ''],
      [5, 'id'],
    ]);
    expect(importSamples(JSON.stringify([good]), 'f', demo)).toMatchObject({ samples: [good], problems: [] });
  });

  it('does not take another benchmark’s samples', () => {
    expect(importSamples(JSON.stringify({ ...good, system: 'other' }), 'f', demo).kind).toBe('refused');
  });

  it('names at most five faults of a record and says how many more there are', () => {
    const record = { ...good, turns: Array.from({ length: 9 }, () => ({ text: 1 })) };
    const result = importSamples(JSON.stringify(record), 'f', demo);
    if (result.kind === 'refused') throw new Error(result.reason);
    expect(result.problems).toHaveLength(6);
    expect(result.problems[5]?.message).toContain('4 more');
  });
});

describe('fieldPath', () => {
  it('writes list positions in brackets', () => {
    expect(fieldPath(['history', 2, 'content'])).toBe('history[2].content');
    expect(fieldPath([])).toBe('');
  });
});
