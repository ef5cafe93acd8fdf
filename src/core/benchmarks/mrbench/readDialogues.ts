import type { DataFile, ImportResult } from '../importer';
import { readRecords, type Report } from '../importing/readRecords';
import type { MrSample } from './samples';
import { uniqueIds } from './uniqueIds';

/** The records of a file as `readSample` reads them, one dialogue each or none, with ids that occur twice told apart. */
export function readDialogues(
  file: DataFile,
  readSample: (raw: Readonly<Record<string, unknown>>, report: Report) => MrSample | undefined,
): ImportResult<MrSample> {
  const { samples, problems } = readRecords<MrSample>(file, (raw, _record, report) => {
    const sample = readSample(raw, report);
    return sample === undefined ? [] : [sample];
  });
  return { samples: uniqueIds(samples), problems };
}
