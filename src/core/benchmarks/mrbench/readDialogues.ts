import type { DataFile, Importer, ImportResult } from '../../benchmark/importer';
import { firstObjects, readRecords, type Report } from '../../benchmark/importing/readRecords';
import { endsWithTutor, type MrSample, type MrTurn } from './samples';

export type Raw = Readonly<Record<string, unknown>>;

/** An importer of files with one dialogue a record, which `readSample` reads or reports; ids that occur twice are told apart. */
export function dialogueImporter(
  head: Pick<Importer<MrSample>, 'format' | 'title'>,
  recognizes: (raw: Raw) => boolean,
  readSample: (raw: Raw, report: Report) => MrSample | undefined,
): Importer<MrSample> {
  return {
    ...head,
    recognizes: (file) => firstObjects(file, 3).some(recognizes),
    read: (file) => readDialogues(file, readSample),
  };
}

function readDialogues(
  file: DataFile,
  readSample: (raw: Raw, report: Report) => MrSample | undefined,
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

/** A text with words in it, trimmed; `undefined` for anything else. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/** The turns of a public dialogue where there are any. One that ends with the tutor, and turns without words, are reported. */
export function turnsWithWords(turns: readonly MrTurn[], field: string, report: Report): readonly MrTurn[] | undefined {
  if (turns.length === 0) report('error', field, 'It has no turn with words in it.');
  else if (turns.at(-1)?.role === 'tutor') report('warning', field, endsWithTutor);
  return turns.length === 0 ? undefined : turns;
}
