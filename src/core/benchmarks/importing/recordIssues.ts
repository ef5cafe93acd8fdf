import type * as z from 'zod';
import type { RecordProblem } from '../importer';

/** At most so many faults of one record are named: one wrong record should not fill the screen. */
const shown = 5;

/** How zod says that a required field is not there. */
const missing = /^Invalid input: expected .* received undefined$/;

/** What a schema has against a record, one problem a fault, with the path of the field. */
export function recordIssues(record: number, issues: readonly z.core.$ZodIssue[]): readonly RecordProblem[] {
  const problems = issues.slice(0, shown).map(({ path, message }): RecordProblem => ({
    severity: 'error',
    record,
    field: fieldPath(path),
    message: sentence(missing.test(message) ? 'The field is missing' : message),
  }));
  const more = issues.length - shown;
  if (more > 0) {
    problems.push({
      severity: 'error',
      record,
      field: '',
      message: `The record has ${more} more faults of this kind.`,
    });
  }
  return problems;
}

/** `['history', 2, 'content']` as `history[2].content`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

function sentence(message: string): string {
  const line = message.replace(/\s+/g, ' ').slice(0, 300);
  return line.endsWith('.') ? line : `${line}.`;
}
