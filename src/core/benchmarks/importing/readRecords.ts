import type { DataFile, ImportResult, RecordProblem } from '../importer';
import { dataRecords, isRecord } from './dataRecords';

/** Reports a fault of the record at hand. */
export type Report = (severity: RecordProblem['severity'], field: string, message: string) => void;

/** Reads one record into samples; an empty list leaves it out, with the reason reported. */
export type ReadRecord<S> = (value: Readonly<Record<string, unknown>>, record: number, report: Report) => readonly S[];

/** The loop of every importer: lines that did not parse and records that are no objects are reported, the rest is read. */
export function readRecords<S>(file: DataFile, read: ReadRecord<S>): ImportResult<S> {
  const samples: S[] = [];
  const problems: RecordProblem[] = file.kind === 'jsonl' ? [...file.problems] : [];
  for (const { record, value } of dataRecords(file)) {
    const report: Report = (severity, field, message) => problems.push({ severity, record, field, message });
    if (isRecord(value)) for (const sample of read(value, record, report)) samples.push(sample);
    else report('error', '', 'The record is not an object with named fields.');
  }
  return { samples, problems: problems.sort((left, right) => left.record - right.record) };
}
