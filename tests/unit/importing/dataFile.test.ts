import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDataFile } from '../../../src/core/benchmark/importing/dataFile';
import { dataRecords, firstObjects } from '../../../src/core/benchmark/importing/readRecords';
import { missingNote, publicFile } from '../mrbench/publicFile';

function recordsOf(text: string): unknown {
  const file = parseDataFile(text);
  return file.kind === 'refused' ? file.reason : dataRecords(file);
}

function reasonOf(text: string): string {
  const file = parseDataFile(text);
  return file.kind === 'refused' ? file.reason : expect.fail(`was read as ${file.kind}`);
}

describe('parseDataFile', () => {
  it.each<[string, string, string]>([
    ['a list', '[{"a": 1}, {"a": 2}]', 'json'],
    ['a list over lines with a byte-order mark', '\uFEFF[\r\n  {"a": 1},\r\n  {"a": 2}\r\n]\r\n', 'json'],
    ['JSON lines', '{"a": 1}\n{"a": 2}\n', 'jsonl'],
    ['JSON lines with CRLF and a byte-order mark', '\uFEFF{"a": 1}\r\n{"a": 2}\r\n', 'jsonl'],
    ['CSV', 'a,b\n1,2\n', 'csv'],
    ['CSV with CRLF and a byte-order mark', '\uFEFFa,b\r\n1,2\r\n', 'csv'],
  ])('knows %s by its content', (_what, text, kind) => {
    const file = parseDataFile(text);
    expect(file.kind).toBe(kind);
    if (file.kind === 'csv') expect(file.header).toEqual(['a', 'b']);
  });

  it('numbers records by element, line and row', () => {
    expect(recordsOf('[1, {"a": 2}]')).toEqual([
      { record: 1, value: 1 },
      { record: 2, value: { a: 2 } },
    ]);
    expect(recordsOf('{"a": 1}\n\n{"a": 2}\n')).toEqual([
      { record: 1, value: { a: 1 } },
      { record: 3, value: { a: 2 } },
    ]);
    expect(recordsOf('{"a": 1}')).toEqual([{ record: 1, value: { a: 1 } }]);
    expect(recordsOf('a, b\n"1\n1","say ""x"""\n3\n')).toEqual([
      { record: 1, value: { a: '1\n1', b: 'say "x"' } },
      { record: 2, value: { a: '3' } },
    ]);
  });

  it('reports a line that is cut off or not JSON and keeps the others in their places', () => {
    const file = parseDataFile('{"a": 1}\nnonsense\n{"a": NaN}\n{"a": 4}\n{"a": 5}\n{"a": 6}\n{"a":');
    expect(file.kind).toBe('jsonl');
    if (file.kind !== 'jsonl') return;
    expect(file.problems.map(({ record }) => record)).toEqual([2, 3, 7]);
    expect(file.problems[1]?.message).toMatch(/NaN/);
    expect(dataRecords(file).map(({ record }) => record)).toEqual([1, 4, 5, 6]);
  });

  it.each<[string, string, RegExp]>([
    ['nothing', '', /empty/],
    ['blanks', ' \r\n\uFEFF', /empty/],
    ['a picture', '\u0089PNG\u0000\u0001', /not text/],
    ['prose', 'Dear tutor, be kind.', /needs a header/],
    ['a broken object', '{"a": 1,\n "b": \n}', /not valid JSON/],
    ['a broken quotation', 'a,b\n"1,2\n', /not valid CSV/],
    ['bare NaN', '{\n "a": "NaN",\n "b": NaN\n}', /Write null in place of NaN/],
    ['bare -Infinity', '[\n-Infinity\n]', /Write null in place of NaN or Infinity/],
  ])('refuses %s in one line', (_what, text, reason) => {
    expect(reasonOf(text)).toMatch(reason);
    expect(reasonOf(text)).not.toContain('\n');
  });

  it('never throws and never gives a refusal of several lines', () => {
    const text = fc.array(
      fc.oneof(fc.string(), fc.json(), fc.constantFrom('{', '}', '[', '"', ',', '\n', '\r\n', 'NaN', '\uFEFF', '\\')),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(text, (pieces) => {
        const file = parseDataFile(pieces.join(''));
        if (file.kind === 'refused') return !/[\r\n]/.test(file.reason) && file.reason.length < 400;
        return dataRecords(file).every(({ record }) => record >= 1) && firstObjects(file, 3).length <= 3;
      }),
      { numRuns: 400 },
    );
  });

  it('comes to an end with a large hostile text', () => {
    // Quadratic work on texts of this size would run into the time-out.
    for (const unit of ['[', '{"', '{"a":1}\n', '{a}\n', '"', ',', '{\n', '-', 'NaN '])
      expect(parseDataFile(unit.repeat(400_000 / unit.length)).kind).toBeTypeOf('string');
    expect(parseDataFile(`[${'NaN,'.repeat(100_000)}`).kind).toBe('refused');
  }, 60_000);
});

const reportPath = 'data/tutorbench/judged/gpt-oss-20b.final_report.json';
describe.skipIf(publicFile(reportPath) === undefined)(`a published report with NaN${missingNote([reportPath])}`, () => {
  it('is refused with the reason', () => {
    expect(reasonOf(publicFile(reportPath) ?? '')).toMatch(/Write null in place of NaN/);
  });
});
