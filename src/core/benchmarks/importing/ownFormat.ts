import type * as z from 'zod';
import type { Sample } from '../benchmark';
import type { Importer } from '../importer';
import { firstObjects } from './dataRecords';
import { readRecords } from './readRecords';
import { recordReader } from './recordReader';

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
    read: (file) => readRecords<S>(file, recordReader(schema)),
  };
}
