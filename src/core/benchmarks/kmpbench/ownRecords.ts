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
        if (isKmpTask(value.task) && !isOwn(value.task)) {
          const other = benchmarkOfTask[value.task];
          const message = `A "${value.task}" record belongs to the benchmark “${other}” and was left out here.`;
          report('warning', 'task', message);
          return [];
        }
        return readRecord(value, record, report);
      });
    },
  };
}

const benchmarkOfTask = {
  dialogue: 'kmp-dialogue',
  fqa: 'kmp-skills',
  ec: 'kmp-skills',
  gen_followup: 'kmp-skills',
  gen_similar: 'kmp-skills',
} as const;
type KmpTask = keyof typeof benchmarkOfTask;

function isKmpTask(value: unknown): value is KmpTask {
  return typeof value === 'string' && Object.hasOwn(benchmarkOfTask, value);
}

export const kmpMetaFields = {
  id: z.string().min(1),
  title: orNone(z.string()),
  /** "K" or "1" to "8". */
  grade: orNone(z.string()),
  domain: orNone(z.string()),
  seedId: orNone(z.string()),
} as const;
