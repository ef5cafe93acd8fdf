import { parse } from 'csv-parse/sync';
import { jsonExcess, mostValues, tooManyValues } from '../../text/jsonExcess';
import type { DataFile, RecordProblem } from '../importer';

/** `reason` is one line. */
export interface RefusedFile {
  readonly kind: 'refused';
  readonly reason: string;
}

const mostRecords = 100_000;

/** Columns of a CSV. The widest public set has about forty. */
const mostColumns = 1_000;

/** Characters of a CSV row. Rows of public sets have about ten thousand. */
const longestRow = 4 * 1024 * 1024;

/**
 * Parses JSON, else JSON lines, else CSV with a header, by content and not by file name. Never throws. In JSON lines,
 * `records[i]` is line i + 1. Blank and broken lines are `undefined`, and `problems` lists the broken ones. Read them
 * with `dataRecords`.
 */
export function parseDataFile(source: string): DataFile | RefusedFile {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  if (text.trim() === '') return refused('The file is empty.');
  if (text.includes('\u0000')) return refused('The file is not text (it contains null characters); save it as UTF-8.');
  if (!/^\s*[{[]/.test(text)) return parseCsv(text);
  if (jsonExcess(text)?.kind === 'values') return tooLarge(tooManyValues);
  const whole = parseJson(text);
  if ('problem' in whole) return parseLines(text) ?? refused(`The file is not valid JSON: ${whole.problem()}`);
  const records = Array.isArray(whole.value) ? whole.value.length : 1;
  return records > mostRecords ? tooMany(records, 'records') : { kind: 'json', value: whole.value };
}

function refused(reason: string): RefusedFile {
  return { kind: 'refused', reason };
}

function tooLarge(reason: string): RefusedFile {
  return refused(`The file is too large: ${reason}. Split it.`);
}

function tooMany(count: number, what: string): RefusedFile {
  const [found, most] = [count, mostRecords].map((number) => number.toLocaleString('en'));
  return refused(`The file has ${found} ${what}; the limit is ${most}. Split it.`);
}

/** As Python's json module writes them. */
const numberWord = /[:,[]\s*-?(?:NaN|Infinity)\b/;

/** The problem is computed on demand, because JSON lines are tried as JSON first and do not need it. */
function parseJson(text: string): { readonly value: unknown } | { readonly problem: () => string } {
  const excess = jsonExcess(text);
  if (excess !== undefined) return { problem: () => `${excess.reason}.` };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return {
      problem: () => `${oneLine(error)}.${numberWord.test(text) ? ' Write null in place of NaN or Infinity.' : ''}`,
    };
  }
}

/** JSON lines if at least half of the non-blank lines are objects; `undefined` otherwise. */
function parseLines(text: string): DataFile | RefusedFile | undefined {
  const records: unknown[] = [];
  const problems: RecordProblem[] = [];
  let objects = 0;
  // One more than allowed: splitting millions of empty lines takes longer than refusing them.
  const lines = text.split('\n', mostRecords + 2);
  if (lines.length > mostRecords + 1) return tooMany(mostRecords + 1, 'or more lines');
  for (const [index, line] of lines.entries()) {
    const reading = line.trim() === '' ? { value: undefined } : parseJson(line.replace(/\r$/, ''));
    records.push('value' in reading ? reading.value : undefined);
    if ('problem' in reading) {
      const message = `This line is not valid JSON: ${reading.problem().replace('line 1 has', 'it has')}`;
      problems.push({ severity: 'error', record: index + 1, field: '', message });
    } else if (typeof reading.value === 'object' && reading.value !== null) {
      objects += 1;
    }
  }
  return objects > 0 && objects >= problems.length ? { kind: 'jsonl', records, problems } : undefined;
}

function parseCsv(text: string): DataFile | RefusedFile {
  let commas = 0;
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) commas += 1;
  if (commas > mostValues) return tooLarge(tooManyValues);
  let table: string[][];
  try {
    // Importers report rows whose length differs from the header; the rest of the file is still good.
    table = parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      // The header, and one more than allowed.
      to: mostRecords + 2,
      max_record_size: longestRow,
      on_record: (row: string[]) => {
        if (row.length <= mostColumns) return row;
        throw new Error(`A row has ${row.length} columns; the limit is ${mostColumns}`);
      },
    });
  } catch (error) {
    return refused(`The file is neither JSON nor JSON lines, and not valid CSV: ${oneLine(error)}.`);
  }
  const [header, ...rows] = table;
  if (header === undefined || header.length < 2 || rows.length === 0)
    return refused(
      'The file is neither JSON nor JSON lines. As CSV it needs a header with at least two columns and a row below it.',
    );
  if (rows.length > mostRecords) return tooMany(rows.length, 'or more rows');
  return { kind: 'csv', header: header.map((name) => name.trim()), rows };
}

/** Bounded, because a parser's message may quote the file. */
function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replace(/\s+/g, ' ')
    .slice(0, 160)
    .replace(/(?<![.\s])[.\s]+$/, '');
}
