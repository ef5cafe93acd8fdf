import type * as z from 'zod';
import type { Sample } from '../benchmark';
import type { Importer } from '../importer';
import { firstObjects } from './dataRecords';
import { readRecords } from './readRecords';
import { recordIssues } from './recordIssues';

/**
 * Reads this project's own sample files: JSON lines (or a JSON list) whose records name their benchmark in `system`.
 * `system` is the name in the data, for instance `mrbench`. A record that breaks the schema or whose id came before is
 * reported with its number and field and left out.
 */
export function ownFormat<S extends Sample>(system: string, schema: z.ZodType<S>): Importer<S> {
  return {
    format: 'own',
    title: 'this project’s own sample files',
    recognizes: (file) => file.kind !== 'csv' && firstObjects(file, 5).some((record) => record.system === system),
    read: (file) => {
      const recordOfId = new Map<string, number>();
      return readRecords<S>(file, (value, record, report) => {
        const parsed = schema.safeParse(value);
        if (!parsed.success) {
          for (const { field, message } of recordIssues(record, parsed.error.issues)) report('error', field, message);
          return [];
        }
        const earlier = recordOfId.get(parsed.data.id);
        if (earlier !== undefined) {
          report('error', 'id', `The id "${parsed.data.id}" was used by record ${earlier}; give this one its own.`);
          return [];
        }
        recordOfId.set(parsed.data.id, record);
        return [parsed.data];
      });
    },
  };
}
