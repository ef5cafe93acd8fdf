import type * as z from 'zod';
import type { Sample } from '../benchmark';
import { parsedSample } from './parsedSample';
import type { Report } from './readRecords';
import { recordIssues } from './recordIssues';

/**
 * Reads the records of one file by their schema. A record that breaks it or whose id came before is reported with its number and
 * field and left out.
 */
export function recordReader<S extends Sample>(
  schema: z.ZodType<S>,
): (value: unknown, record: number, report: Report) => readonly S[] {
  const recordOfId = new Map<string, number>();
  return (value, record, report) => {
    const parsed = parsedSample(schema, value);
    if (!parsed.success) {
      for (const { field, message } of recordIssues(record, parsed.error.issues)) report('error', field, message);
      return [];
    }
    const { id } = parsed.data;
    const earlier = recordOfId.get(id);
    if (earlier !== undefined) {
      report('error', 'id', `The id "${id}" was used by record ${earlier}; give this one its own.`);
      return [];
    }
    recordOfId.set(id, record);
    return [parsed.data];
  };
}
