import type * as z from 'zod';
import type { Importer, ImportResult } from '../importer';
import type { Sample } from '../samples';
import { parseDataFile, type RefusedFile } from './dataFile';
import { firstObjects, readRecords, recordReader } from './readRecords';

export type SampleImport<S> = ({ readonly kind: 'imported'; readonly format: string } & ImportResult<S>) | RefusedFile;

/** Uses the first importer that recognises the content; `fileName` is only for messages. Never throws for content. */
export function importSamples<S>(text: string, fileName: string, importers: readonly Importer<S>[]): SampleImport<S> {
  const file = parseDataFile(text);
  if (file.kind === 'refused') return { kind: 'refused', reason: `${fileName}: ${file.reason}` };
  const importer = importers.find((candidate) => candidate.recognizes(file));
  if (importer === undefined) {
    const tried = importers.map(({ format, title }) => `${format} (${title})`).join(', ');
    const form = { json: 'JSON', jsonl: 'JSON lines', csv: 'CSV' }[file.kind];
    return { kind: 'refused', reason: `${fileName}: This ${form} file is none of the known forms; tried ${tried}.` };
  }
  return { kind: 'imported', format: importer.format, ...importer.read(file) };
}

/** JSON lines (or a JSON list) whose records name their benchmark in `system`. */
export function ownFormat<S extends Sample>(system: string, schema: z.ZodType<S>): Importer<S> {
  return {
    format: 'own',
    title: 'this project’s own sample files',
    recognizes: (file) => file.kind !== 'csv' && firstObjects(file, 5).some((record) => record.system === system),
    read: (file) => readRecords<S>(file, recordReader(schema)),
  };
}
