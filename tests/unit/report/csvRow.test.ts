import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow } from '../../../src/core/report/csvReport';

const read = (text: string, delimiter = ','): string[][] =>
  parse(text, { delimiter, relax_quotes: true, relax_column_count: true });

describe('a cell', () => {
  it.each([
    '-5',
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '＝1+1',
    '＋1',
    '－1',
    '＠A',
    '\t=1',
    '\r=1',
    '\n=1',
    ' \n =1',
    '\u200B=1',
    '\nx',
  ])('that a spreadsheet could run is defused: %j', (text) => {
    const [[, cell = ''] = []] = read(csvRow(['a', text]));
    expect(cell).toMatch(/^'/);
    expect(cell.replaceAll("'", '')).toBe(text);
  });

  it.each(['a;=1+1', 'a;  @A', 'a\t=1', 'a\n=1', 'x\r\n＝1', 'a;-1+1', '"\n=1'])(
    'holds no formula behind a sign that may part cells: %j',
    (text) => {
      const parted = read(csvRow(['a', text]), ';')
        .flat()
        .flatMap((cell) => cell.split(/[;\t\r\n]/));
      for (const cell of parted) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/u);
    },
  );

  it('keeps its words, quoted where it holds a separator, a quotation mark or a line end', () => {
    const cells = ['plain', 'a,b', 'a;b', 'a\tb', 'say "no"', 'one\n- two\n- three'];
    expect(read(csvRow(cells))).toEqual([cells]);
    expect(csvRow(['a;b', 'a\tb'])).toBe('"a;b","a\tb"\r\n');
  });

  it('stays one cell and runs nothing, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 }), (cells) => {
        const [row = []] = read(csvRow(['x', ...cells]));
        expect(row).toHaveLength(cells.length + 1);
        for (const cell of row) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/u);
      }),
    );
  });
});
