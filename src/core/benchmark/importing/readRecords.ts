import type * as z from 'zod';
import { isRecord } from '../../text/isRecord';
import type { DialogueTurn } from '../dialogue';
import type { DataFile, ImportResult, RecordProblem } from '../importer';
import type { Sample } from '../samples';

type Fields = Readonly<Record<string, unknown>>;

/** `record` counts from 1: a line, a list element, or a row below the header. */
interface DataRecord {
  readonly record: number;
  readonly value: unknown;
}

/** The records of any file form. Cells missing from a short CSV row are left out. */
export function dataRecords(file: DataFile): readonly DataRecord[] {
  switch (file.kind) {
    case 'json':
      if (Array.isArray(file.value)) return numbered(file.value);
      return isRecord(file.value) ? numbered([file.value]) : [];
    case 'jsonl':
      return numbered(file.records).filter(({ value }) => value !== undefined);
    case 'csv': {
      const named = (row: readonly string[]) => file.header.slice(0, row.length).map((name, at) => [name, row[at]]);
      return numbered(file.rows.map((row): unknown => Object.fromEntries(named(row))));
    }
  }
}

function numbered(values: readonly unknown[]): readonly DataRecord[] {
  return values.map((value, index) => ({ record: index + 1, value }));
}

/** For an importer's `recognizes`. */
export function firstObjects(file: DataFile, count: number): readonly Fields[] {
  const head: DataFile = file.kind === 'csv' ? { ...file, rows: file.rows.slice(0, count) } : file;
  return dataRecords(head)
    .flatMap(({ value }) => (isRecord(value) ? [value] : []))
    .slice(0, count);
}

export type Report = (severity: RecordProblem['severity'], field: string, message: string) => void;

/** An empty list leaves the record out. The reader reports the reason. */
type ReadRecord<S> = (value: Fields, record: number, report: Report) => readonly S[];

/** The loop of every importer: reports broken lines and records that are not objects, and reads the rest. */
export function readRecords<S>(file: DataFile, read: ReadRecord<S>): ImportResult<S> {
  const problems: RecordProblem[] = file.kind === 'jsonl' ? [...file.problems] : [];
  const samples = dataRecords(file).flatMap(({ record, value }) => {
    const report: Report = (severity, field, message) => problems.push({ severity, record, field, message });
    if (isRecord(value)) return read(value, record, report);
    report('error', '', 'The record is not an object with named fields.');
    return [];
  });
  return { samples, problems: problems.sort((left, right) => left.record - right.record) };
}

/** A text without the blanks around it; `undefined` for one without words and for any other value. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/** Turns without empty ones; `undefined` where one is wrong. `speakers`: the data's names for the roles. */
export function readTurns(
  list: unknown,
  field: string,
  speakers: Readonly<Record<DialogueTurn['role'], string>>,
  report: Report,
  wordsOf = (text: string, _role: DialogueTurn['role']): string => text.trim(),
): readonly DialogueTurn[] | undefined {
  if (!Array.isArray(list)) {
    report('error', field, 'It must be a list of turns.');
    return undefined;
  }
  const turns: DialogueTurn[] = [];
  for (const [index, turn] of list.entries()) {
    const role = (['tutor', 'student'] as const).find((one) => isRecord(turn) && turn.user === speakers[one]);
    if (!isRecord(turn) || role === undefined || typeof turn.text !== 'string') {
      const names = `"${speakers.tutor}" or "${speakers.student}"`;
      report('error', `${field}[${index}]`, `A turn needs a \`text\` and a \`user\` that is ${names}.`);
      return undefined;
    }
    const content = wordsOf(turn.text, role);
    if (content === '') report('warning', `${field}[${index}].text`, 'A turn without words was left out.');
    else turns.push({ role, content });
  }
  return turns;
}

/** One bad record should not fill the screen. */
const shown = 5;

/** zod's message for a missing required field. */
const missing = /^Invalid input: expected .* received undefined$/;

export function recordIssues(record: number, issues: readonly z.core.$ZodIssue[]): readonly RecordProblem[] {
  const faults = issues.slice(0, shown).map(({ path, message }) => {
    const line = (missing.test(message) ? 'The field is missing' : message).replace(/\s+/g, ' ').slice(0, 300);
    return { field: fieldPath(path), message: line.endsWith('.') ? line : `${line}.` };
  });
  const more = issues.length - shown;
  if (more > 0) faults.push({ field: '', message: `The record has ${more} more faults of this kind.` });
  return faults.map((fault) => ({ severity: 'error', record, ...fault }));
}

/** `['history', 2, 'content']` as `history[2].content`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

/** Reports and leaves out records that break the schema or repeat an id. */
export function recordReader<S extends Sample>(
  schema: z.ZodType<S>,
): (value: unknown, record: number, report: Report) => readonly S[] {
  const recordOfId = new Map<string, number>();
  return (value, record, report) => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      for (const { field, message } of recordIssues(record, parsed.error.issues)) report('error', field, message);
      return [];
    }
    const { id } = parsed.data;
    const earlier = recordOfId.get(id);
    if (earlier !== undefined) {
      report('error', 'id', `Record ${earlier} already has the id "${id}"; give this one its own.`);
      return [];
    }
    recordOfId.set(id, record);
    return [parsed.data];
  };
}
