import type { JudgedAnswer, JudgedForm } from '../goldReply';
import type { DataFile, RecordProblem } from '../importer';
import { dataRecords, firstObjects, isRecord } from '../importing/dataRecords';
import { clusterOfId } from './clusterOfId';
import { dimensionIds, readLabel, type DimensionId } from './labels';
import type { MrSample } from './samples';

/** Dimensions by their names in MRBench, and four by the short names of the BEA 2025 task. */
const dimensions: readonly (readonly [key: string, dimension: DimensionId])[] = [
  ['MI', 'mistake_identification'],
  ['ML', 'mistake_location'],
  ['PG', 'providing_guidance'],
  ['AC', 'actionability'],
  ...dimensionIds.map((id) => [id, id] as const),
];

/** The answers of a judge that was run on MRBench elsewhere, one reply a line: `{conversation_id, tutor, raw, pred, gold}`. */
export const judgedMrBench: JudgedForm<MrSample> = {
  format: 'judged-mrbench',
  kind: 'answers',
  recognizes: (file) =>
    firstObjects(file, 3).some((record) => 'pred' in record && isRecord(record.gold) && 'raw' in record),
  read: readJudgedRun,
};

/**
 * An answer that could not be read there (`pred` is null), or that names no label of its dimension, is a failure of the judge and stays
 * in the count; a human label that is none is reported and left out.
 */
function readJudgedRun(file: DataFile): { rated: readonly JudgedAnswer[]; problems: readonly RecordProblem[] } {
  const problems: RecordProblem[] = file.kind === 'jsonl' ? [...file.problems] : [];
  const rated = dataRecords(file).flatMap(({ record, value }) => {
    const fault = (field: string, message: string): void => {
      problems.push({ severity: 'error', record, field, message });
    };
    if (!isRecord(value) || typeof value.conversation_id !== 'string' || !isRecord(value.gold)) {
      fault('', 'It lacks conversation_id or gold; the record was left out.');
      return [];
    }
    const { conversation_id: sampleId, tutor, raw, pred, gold } = value;
    return dimensions.flatMap(([key, dimension]): JudgedAnswer[] => {
      if (!Object.hasOwn(gold, key)) return [];
      const human = labelIn(gold, key, dimension);
      if (human === undefined) {
        fault(`gold.${key}`, 'Its value is no label of this dimension; it was left out.');
        return [];
      }
      const judge = isRecord(pred) ? labelIn(pred, key, dimension) : undefined;
      return [
        {
          dimension,
          cluster: clusterOfId(sampleId),
          sampleId,
          tutor: typeof tutor === 'string' ? tutor : '',
          human,
          judge,
          ...(judge === undefined
            ? { problem: 'The answer could not be read.' }
            : { judgeReason: typeof raw === 'string' ? raw : '' }),
          reply: '',
        },
      ];
    });
  });
  return { rated, problems };
}

function labelIn(labels: Readonly<Record<string, unknown>>, key: string, dimension: DimensionId): string | undefined {
  const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
  return typeof label === 'string' ? readLabel(dimension, label) : undefined;
}
