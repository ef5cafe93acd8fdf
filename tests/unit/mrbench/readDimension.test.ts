import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dimensionIds, labelOfCode, labelsOf, readLabel } from '../../../src/core/benchmarks/mrbench/labels';
import { readAllDimensions, readDimension } from '../../../src/core/benchmarks/mrbench/judges';
import { missingNote, publicFile, publicJson } from './publicFile';

function labelIn(dimension: (typeof dimensionIds)[number], text: string): unknown {
  const reading = readDimension(dimension)(text);
  return reading.kind === 'verdicts' ? reading.verdicts[0]?.label : undefined;
}

describe('readDimension', () => {
  it.each<[string, string, string]>([
    ['the shape asked for', '{"feedback": "It names the step.", "label": "Yes"}', 'Yes'],
    ['any case', '{"feedback": "f", "label": "to SOME extent"}', 'To some extent'],
    ['a code', '{"feedback": "f", "label": 3}', 'No'],
    ['a code as text', '{"feedback": "f", "label": "2"}', 'To some extent'],
    ['other keys', '{"Feedback": "f", "Score": 1}', 'Yes'],
    [
      'a fence and a think trace',
      '<think>{"label": "No"}</think>```json\n{"feedback": "f", "label": "Yes"}\n```',
      'Yes',
    ],
    ['the last of two objects', '{"feedback": "f", "label": "No"} {"feedback": "g", "label": "Yes"}', 'Yes'],
    ['the paper’s marker', 'Feedback: It is vague. [RESULT] 2', 'To some extent'],
    ['a marker on its own line', 'Feedback: clear.\n\n[RESULT] (1)\n', 'Yes'],
    ['a marker with a word', 'Feedback: clear. [RESULT] to some extent.', 'To some extent'],
    ['a closing score', 'Feedback: none. \nScore: 3', 'No'],
    ['a closing label', 'It does.\n**Label:** Yes', 'Yes'],
  ])('reads %s', (_what, text, label) => {
    expect(labelIn('actionability', text)).toBe(label);
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['a number off the scale', '{"feedback": "f", "label": 4}'],
    ['a number between levels', '{"feedback": "f", "label": 1.5}'],
    ['a marker off the scale', 'Feedback: f [RESULT] 0'],
    ['a marker with a fraction', 'Feedback: f [RESULT] 2.5'],
    ['another dimension’s label', '{"feedback": "f", "label": "Encouraging"}'],
    ['a label in a sentence', '{"feedback": "f", "label": "Yes, mostly"}'],
    ['a missing label', '{"feedback": "The label is Yes"}'],
    ['an object that is cut off', '{"feedback": "f", "label": "Yes"'],
    ['a marker inside an object that is cut off', '{"feedback": "They said [RESULT] 2'],
    ['two different results', 'Feedback: f [RESULT] 1\nFeedback: g [RESULT] 2'],
    ['a marker that is only quoted', 'The reply says "[RESULT] 1", which is no help.'],
    ['the output form repeated', 'Feedback: (write a feedback) [RESULT] (an integer number 1, 2, or 3)'],
    ['a score in the middle', 'Score: 1\nBut I am not sure.'],
    ['a bare word', 'Yes'],
  ])('finds no verdict in %s', (_what, text) => {
    expect(readDimension('actionability')(text).kind).toBe('unreadable');
  });

  it('reads the three spellings of a revealed answer, and no bare yes', () => {
    const read = (label: string): unknown =>
      labelIn('revealing_of_the_answer', JSON.stringify({ feedback: 'f', label }));
    for (const spelling of [
      'Yes (correct)',
      'yes (and the answer is correct)',
      'Yes (and the revealed answer is correct)',
    ]) {
      expect(read(spelling)).toBe('Yes (correct)');
    }
    for (const spelling of [
      'Yes (incorrect)',
      'Yes (but the answer is incorrect)',
      'Yes (but the revealed answer is incorrect)',
    ]) {
      expect(read(spelling)).toBe('Yes (incorrect)');
    }
    expect(read('Yes')).toBeUndefined();
    expect(read('No')).toBe('No');
  });

  it('keeps the feedback as reasoning', () => {
    expect(readDimension('coherence')('Feedback: It fits. [RESULT] 1')).toEqual({
      kind: 'verdicts',
      verdicts: [{ judge: 'coherence', unit: 'reply', status: 'ok', label: 'Yes', reasoning: 'It fits.' }],
    });
  });

  const dimension = fc.constantFrom(...dimensionIds);

  it('never throws and gives only labels of the rubric, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom(
        '{"feedback":',
        '"label":',
        '"Yes"',
        '}',
        '{',
        '[RESULT]',
        'Score: ',
        '2',
        '7',
        '\n',
        '```json',
        '<think>',
        '\\frac',
      ),
    );
    fc.assert(
      fc.property(dimension, fc.array(piece, { maxLength: 12 }), (id, pieces) => {
        const reading = readDimension(id)(pieces.join(''));
        if (reading.kind !== 'verdicts') return reading.kind === 'unreadable';
        return reading.verdicts.length === 1 && labelsOf(id).some((label) => label === reading.verdicts[0]?.label);
      }),
      { numRuns: 500 },
    );
  });

  it('finds no verdict in prose without a marker or an object', () => {
    fc.assert(
      fc.property(dimension, fc.string(), (id, text) => {
        fc.pre(!/[{[]|score|label|rating|result/i.test(text));
        return readDimension(id)(text).kind === 'unreadable';
      }),
    );
  });

  it('reads back every answer that follows the schema', () => {
    fc.assert(
      fc.property(dimension, fc.nat(2), fc.string(), (id, place, feedback) => {
        const label = labelsOf(id)[place];
        return labelIn(id, JSON.stringify({ feedback, label })) === label;
      }),
    );
  });

  it('comes to an end with two megabytes of a hostile text, and invents nothing', () => {
    // Quadratic work on texts of this size would run into the time-out.
    for (const unit of ['{', '[RESULT] 1 ', 'Score: ', '{"', '('])
      expect(readDimension('coherence')(unit.repeat(2_000_000 / unit.length)).kind).toBe('unreadable');
  });
});

const evalPath = 'data/mrbench_judge_runs/MRBench_V1_VertexAI_llama-3.1-8b-instruct-maas_llama_eval.json';
const evalCell = z.object({ result: z.string(), number: z.number() });

describe.skipIf(publicFile(evalPath) === undefined)(`replies of a real judge${missingNote([evalPath])}`, () => {
  it('reads every rating as the people who ran the judge read it', () => {
    const records = z.array(z.record(z.string(), z.unknown())).parse(publicJson(evalPath));
    let read = 0;
    let withScore = 0;
    for (const record of records) {
      for (const id of dimensionIds) {
        const cell = evalCell.safeParse(record[`eval_${id}_result`]);
        if (!cell.success) continue;
        expect([cell.data.result, labelIn(id, cell.data.result)]).toEqual([
          cell.data.result,
          labelOfCode(id, cell.data.number),
        ]);
        read += 1;
        if (!cell.data.result.includes('[RESULT]')) withScore += 1;
      }
    }
    expect(records).toHaveLength(124);
    expect(read).toBe(124 * 4);
    expect(withScore).toBe(1);
  });
});

describe('readLabel', () => {
  it.each([
    ['  "Yes." ', 'Yes'],
    ['to\u00A0some  extent', 'To some extent'],
    ['to_some_extent', 'To some extent'],
    ['NO', 'No'],
  ])('reads %j', (text, label) => {
    expect(readLabel('coherence', text)).toBe(label);
  });
});

describe('readAllDimensions', () => {
  const prompt = { fixed: 'FIXED', material: 'MATERIAL' };
  const read = readAllDimensions(prompt);
  const full = Object.fromEntries(dimensionIds.map((id) => [id, { feedback: `On ${id}.`, label: labelsOf(id)[1] }]));

  it('gives each dimension its own verdict, with its own feedback', () => {
    expect(read(JSON.stringify(full))).toEqual({
      kind: 'verdicts',
      verdicts: dimensionIds.map((judge) => ({
        judge,
        unit: 'reply',
        status: 'ok',
        label: labelsOf(judge)[1],
        reasoning: `On ${judge}.`,
      })),
    });
  });

  it('takes keys in any case, codes and bare labels', () => {
    const loose = { ...full, coherence: 'yes', 'Tutor Tone': { label: 1 }, tutor_tone: undefined };
    const reading = read(JSON.stringify(loose));
    const labels = new Map(
      reading.kind === 'verdicts' ? reading.verdicts.map(({ judge, label }) => [judge, label]) : [],
    );
    expect([labels.get('coherence'), labels.get('tutor_tone')]).toEqual(['Yes', 'Encouraging']);
  });

  it('keeps what was read and asks for the rest alone: missing, off the scale, of another dimension', () => {
    const some = {
      ...full,
      actionability: undefined,
      coherence: { label: 4 },
      tutor_tone: { label: 'To some extent' },
    };
    const reading = read(JSON.stringify(some));
    const open = ['actionability', 'coherence', 'tutor_tone'] as const;
    if (reading.kind !== 'partial') return expect.fail(reading.kind);
    expect(reading.verdicts.map(({ judge }) => judge)).toEqual(
      dimensionIds.filter((id) => !open.some((other) => other === id)),
    );
    expect(reading.remaining).toEqual({ ...prompt, question: expect.stringContaining(open.join(', ')) as string });
    const expected = open.map((judge) => ({ judge, unit: 'reply' as const }));
    expect(read(JSON.stringify(full), expected)).toMatchObject({
      kind: 'verdicts',
      verdicts: open.map((judge) => ({ judge })),
    });
  });

  it.each(['', 'Yes', '[]', '{}', '{"label": "Yes"}', '{"coherence": {"label": "Yes"', 'null'])(
    'reads nothing in “%s”',
    (text) => {
      expect(read(text).kind).toBe('unreadable');
    },
  );
});
