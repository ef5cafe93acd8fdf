import { parse } from 'csv-parse/sync';
import type { DataFile, RecordProblem } from '../importer';
import { bareNumberWord } from './bareNumberWord';

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
  const whole = parseJson(text);
  if (whole.kind === 'value') return { kind: 'json', text, value: whole.value };
  return parseLines(text) ?? refused(`The file is not valid JSON: ${whole.problem()}`);
}

function refused(reason: string): RefusedFile {
  return { kind: 'refused', reason };
}

function parseJson(text: string): JsonReading {
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

/** JSON lines when at least half of the lines with content are whole objects; `undefined` otherwise. */
function parseLines(text: string): DataFile | undefined {
  const records: unknown[] = [];
  const problems: RecordProblem[] = [];
  let objects = 0;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
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

/** So many lines that are no JSON, with fewer that are, and the file is not taken for JSON lines. */
const patience = 1_000;

function parseCsv(text: string): DataFile | RefusedFile {
  let table: string[][];
  try {
    // A row of another length than the header is the importer's to report: the rest of the file is still good.
    table = parse(text, { relax_column_count: true, skip_empty_lines: true });
  } catch (error) {
    return refused(`The file is neither JSON nor JSON lines, and not valid CSV: ${oneLine(error)}.`);
  }
  const [header, ...rows] = table;
  if (header === undefined || header.length < 2 || rows.length === 0) {
    return refused(
      'The file is neither JSON nor JSON lines, and as CSV it has no header with two columns and a row below it.',
    );
  }
  return { kind: 'csv', text, header: header.map((name) => name.trim()), rows };
}

/** A parser's message on one line; it may quote the file, so it is bounded. */
function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replace(/\s+/g, ' ')
    .slice(0, 160)
    .replace(/[.\s]+$/, '');
}
