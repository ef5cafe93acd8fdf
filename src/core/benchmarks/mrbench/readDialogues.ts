import type { DataFile, ImportResult } from '../../benchmark/importer';
import { readRecords, type Report } from '../../benchmark/importing/readRecords';
import type { MrSample } from './samples';

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

/**
 * Samples whose id occurs more than once get `<id>_1`, `<id>_2` … in file order, as MRBench's authors did in V3; a number whose id
 * is taken by another record is passed over.
 */
function uniqueIds(samples: readonly MrSample[]): readonly MrSample[] {
  const counts = new Map<string, number>();
  for (const { id } of samples) counts.set(id, (counts.get(id) ?? 0) + 1);
  const next = new Map<string, number>();
  return samples.map((sample) => {
    if (counts.get(sample.id) === 1) return sample;
    let number = next.get(sample.id) ?? 1;
    while (counts.has(`${sample.id}_${number}`)) number += 1;
    next.set(sample.id, number + 1);
    return { ...sample, id: `${sample.id}_${number}` };
  });
}
