import type { DataFile } from '../importer';

/** One record of a file with its number, counted from 1 (a line, an element of a list, a row below the header). */
export interface DataRecord {
  readonly record: number;
  readonly value: unknown;
}

/**
 * The records of a file whatever its form: elements of a JSON list, a lone JSON object, lines of JSON lines, rows of a CSV as
 * objects keyed by the header (a cell that a short row lacks is missing). A JSON value that is neither list nor object gives none.
 */
export function dataRecords(file: DataFile): readonly DataRecord[] {
  switch (file.kind) {
    case 'json':
      if (Array.isArray(file.value)) return numbered(file.value);
      return typeof file.value === 'object' && file.value !== null ? [{ record: 1, value: file.value }] : [];
    case 'jsonl':
      return numbered(file.records).filter(({ value }) => value !== undefined);
    case 'csv':
      return numbered(file.rows.map((row) => Object.fromEntries(cells(file.header, row))));
  }
}

/** The first records that are objects, for an importer's `recognizes`. */
export function firstObjects(file: DataFile, count: number): readonly Readonly<Record<string, unknown>>[] {
  const objects: Readonly<Record<string, unknown>>[] = [];
  const head: DataFile = file.kind === 'csv' ? { ...file, rows: file.rows.slice(0, count) } : file;
  for (const { value } of dataRecords(head)) {
    if (isRecord(value)) objects.push(value);
    if (objects.length === count) break;
  }
  return objects;
}

/** A JSON object, as against a list or null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function numbered(values: readonly unknown[]): readonly DataRecord[] {
  return values.map((value, index) => ({ record: index + 1, value }));
}

function cells(header: readonly string[], row: readonly string[]): [string, string][] {
  return header.flatMap((name, column) => {
    const cell = row[column];
    return cell === undefined ? [] : [[name, cell]];
  });
}
