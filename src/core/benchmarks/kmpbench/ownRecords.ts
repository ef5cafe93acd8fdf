import * as z from 'zod';
import type { Importer } from '../../benchmark/importer';
import { dataRecords, readRecords, recordReader } from '../../benchmark/importing/readRecords';
import { orNone, type Sample } from '../../benchmark/samples';
import { isRecord } from '../../text/isRecord';

/** For the two benchmarks that share the project's own files. Skips the other's records with a warning. */
export function kmpOwnImporter<S extends Sample>(schema: z.ZodType<S>, tasks: readonly KmpTask[]): Importer<S> {
  const isOwn = (value: unknown): boolean => tasks.some((task) => task === value);
  return {
    format: 'own',
    title: 'this project’s own sample files',
    // Reads all records: a mixed file may start with many of the other benchmark.
    recognizes: (file) =>
      file.kind !== 'csv' &&
      dataRecords(file).some(({ value }) => isRecord(value) && value.system === 'kmpbench' && isOwn(value.task)),
    read: (file) => {
      const readRecord = recordReader(schema);
      return readRecords<S>(file, (value, record, report) => {
        const other = kmpTasks.find((task) => task === value.task && !isOwn(task));
        if (other === undefined) return readRecord(value, record, report);
        const owner = other === 'dialogue' ? 'kmp-dialogue' : 'kmp-skills';
        report('warning', 'task', `A "${other}" record belongs to the benchmark “${owner}” and was left out here.`);
        return [];
      });
    },
  };
}

const kmpTasks = ['dialogue', 'fqa', 'ec', 'gen_followup', 'gen_similar'] as const;
type KmpTask = (typeof kmpTasks)[number];

export const kmpMetaFields = {
  id: z.string().min(1),
  title: orNone(z.string()),
  /** "K" or "1" to "8". */
  grade: orNone(z.string()),
  domain: orNone(z.string()),
  seedId: orNone(z.string()),
} as const;
