import { parse } from 'csv-parse/sync';
import type { DataFile, RecordProblem } from '../importer';

/** A file that cannot be used at all; `reason` is one line. */
export interface RefusedFile {
  readonly kind: 'refused';
  readonly reason: string;
}

type JsonReading =
  | { readonly kind: 'value'; readonly value: unknown }
  /** The problem is looked for when it is asked for: JSON lines are tried as JSON first, and then have none. */
  | { readonly kind: 'invalid'; readonly problem: () => string };

/**
 * Parses a data file by its content: JSON, else JSON lines, else CSV with a header; the file's name plays no part. Never throws.
 *
 * In JSON lines, `records[i]` is line i + 1 of the file: blank lines and lines that do not parse are `undefined`, and the
 * latter stand in `problems`, so that the number of a record is always its line. Read them with `dataRecords`.
 */
export function parseDataFile(source: string): DataFile | RefusedFile {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  if (text.trim() === '') return refused('The file is empty.');
  if (text.includes('\u0000')) return refused('The file is not text (it contains null characters); save it as UTF-8.');
  if (!/^\s*[{[]/.test(text)) return parseCsv(text);
  const excess = jsonExcess(text);
  if (excess?.kind === 'values') return tooLarge(excess.reason);
  const whole = parseJson(text, excess);
  if (whole.kind === 'value') {
    const records = Array.isArray(whole.value) ? whole.value.length : 1;
    return records > mostRecords ? refused(tooMany(records, 'records')) : { kind: 'json', text, value: whole.value };
  }
  return parseLines(text) ?? refused(`The file is not valid JSON: ${whole.problem()}`);
}

function refused(reason: string): RefusedFile {
  return { kind: 'refused', reason };
}

function tooLarge(reason: string): RefusedFile {
  return refused(`The file is too large to be read: ${reason}. Split it.`);
}

function tooMany(count: number, what: string): string {
  return `The file has ${count.toLocaleString('en')} ${what}; ${mostRecords.toLocaleString('en')} are the most. Split it.`;
}

function parseJson(text: string, excess = jsonExcess(text)): JsonReading {
  if (excess !== undefined) return { kind: 'invalid', problem: () => `${excess.reason}.` };
  try {
    return { kind: 'value', value: JSON.parse(text) as unknown };
  } catch (error) {
    return { kind: 'invalid', problem: () => problemOf(text, error) };
  }
}

function problemOf(text: string, error: unknown): string {
  const bare = bareNumberWord(text);
  if (bare === undefined) return `${oneLine(error)}.`;
  return `line ${bare.line} has a bare ${bare.word}, which JSON does not know; write null instead.`;
}

/** `undefined` where there are more than a file may have: a list of millions of empty lines takes longer to make than to refuse. */
function linesOf(text: string): readonly string[] | undefined {
  const lines: string[] = [];
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    if (lines.length > mostRecords) return undefined;
    lines.push(text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end));
    start = end + 1;
  }
  return lines;
}

/** JSON lines when at least half of the lines with content are whole objects; `undefined` otherwise. */
function parseLines(text: string): DataFile | RefusedFile | undefined {
  const records: unknown[] = [];
  const problems: RecordProblem[] = [];
  let objects = 0;
  const lines = linesOf(text);
  if (lines === undefined) return refused(tooMany(mostRecords + 1, 'or more lines'));
  for (const [index, line] of lines.entries()) {
    const reading = line.trim() === '' ? undefined : parseJson(line);
    records.push(reading?.kind === 'value' ? reading.value : undefined);
    if (reading?.kind === 'invalid') {
      const message = `This line is not valid JSON: ${reading.problem().replace('line 1 has', 'it has')}`;
      problems.push({ severity: 'error', record: index + 1, field: '', message });
    } else if (reading !== undefined && typeof reading.value === 'object' && reading.value !== null) {
      objects += 1;
    }
    // A failed parse is slow, and a large broken JSON file has many lines.
    if (problems.length === patience && objects < patience) return undefined;
  }
  return objects > 0 && objects >= problems.length ? { kind: 'jsonl', text, records, problems } : undefined;
}

/** Characters of a row; those of the public sets have some ten thousand. */
const longestRow = 4 * 1024 * 1024;

/** So many lines that are no JSON, with fewer that are, and the file is not taken for JSON lines. */
const patience = 1_000;

function parseCsv(text: string): DataFile | RefusedFile {
  const excess = csvExcess(text);
  if (excess !== undefined) return tooLarge(excess);
  let table: string[][];
  try {
    // A row of another length than the header is the importer's to report: the rest of the file is still good.
    table = parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      // The header, and one more than there may be.
      to: mostRecords + 2,
      max_record_size: longestRow,
      on_record: (row: string[]) => {
        if (row.length <= mostColumns) return row;
        throw new Error(`A row has ${row.length} columns, and ${mostColumns} are the most`);
      },
    });
  } catch (error) {
    return refused(`The file is neither JSON nor JSON lines, and not valid CSV: ${oneLine(error)}.`);
  }
  const [header, ...rows] = table;
  if (header === undefined || header.length < 2 || rows.length === 0) {
    return refused(
      'The file is neither JSON nor JSON lines, and as CSV it has no header with two columns and a row below it.',
    );
  }
  if (rows.length > mostRecords) return refused(tooMany(rows.length, 'or more rows'));
  return { kind: 'csv', text, header: header.map((name) => name.trim()), rows };
}

/** A parser's message on one line; it may quote the file, so it is bounded. */
function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replace(/\s+/g, ' ')
    .slice(0, 160)
    .replace(/(?<![.\s])[.\s]+$/, '');
}

/** Elements of a list, lines or rows below the header of one file. */
const mostRecords = 100_000;

/** Columns of a CSV; the widest public set has some forty. */
const mostColumns = 1_000;

/** Public sets nest their records half a dozen levels deep. */
const deepest = 64;

/** Values of one file; each takes some hundred bytes once it is read. */
const mostValues = 4_000_000;
const tooManyValues = `it has more than ${mostValues.toLocaleString('en')} values`;

/** Why a JSON text is too much to be parsed; `depth` may come of lines that are texts of their own. */
interface JsonExcess {
  readonly kind: 'depth' | 'values';
  readonly reason: string;
}

/**
 * Looks for what makes a JSON text too much, without parsing it: a megabyte of brackets takes a gigabyte as values, and what walks over
 * them afterwards has a stack that ends.
 */
export function jsonExcess(text: string): JsonExcess | undefined {
  let depth = 0;
  let values = 0;
  let tooDeep = false;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // A quotation mark.
        at = endOfString(text, at);
        break;
      case 0x5b: // Brackets and braces.
      case 0x7b:
        depth += 1;
        values += 1;
        tooDeep ||= depth > deepest;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      case 0x2c: // A comma.
        values += 1;
    }
    if (values > mostValues) {
      return { kind: 'values', reason: tooManyValues };
    }
  }
  return tooDeep ? { kind: 'depth', reason: `it is nested more than ${deepest} levels deep` } : undefined;
}

/** Where the string that begins at `start` ends: at its quotation mark, else at its line's end, which no string goes beyond. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x0a) return at;
    if (code === 0x5c && text.charCodeAt(at + 1) !== 0x0a) at += 1;
  }
  return text.length;
}

/** The same of a CSV, where commas part the cells. */
function csvExcess(text: string): string | undefined {
  let commas = 0;
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) commas += 1;
  return commas > mostValues ? tooManyValues : undefined;
}

/** `line` counts from 1. */
interface BareNumberWord {
  readonly word: string;
  readonly line: number;
}

const mark = /["\\\n]|-?\b(?:NaN|Infinity)\b/g;

/** The first NaN or Infinity outside a string, as Python's json module writes them; they make a text invalid JSON. */
function bareNumberWord(text: string): BareNumberWord | undefined {
  let line = 1;
  let isInString = false;
  let escaped = -1;
  for (const { 0: word, index } of text.matchAll(mark)) {
    if (word === '\n') {
      line += 1;
      // One without an end runs to its line's end.
      isInString = false;
    } else if (index === escaped) continue;
    else if (word === '"') isInString = !isInString;
    else if (word === '\\') escaped = isInString ? index + 1 : -1;
    else if (!isInString) return { word, line };
  }
  return undefined;
}
