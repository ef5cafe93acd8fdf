import type { Importer } from '../../benchmark/importer';
import {
  dataRecords,
  firstObjects,
  readRecords,
  recordIssues,
  recordReader,
} from '../../benchmark/importing/readRecords';
import { repeatedIds, type SampleProblem } from '../../benchmark/samples';
import { statesAnswer } from './mathText';
import {
  type SocratesSample,
  socratesSampleSchema,
  type SocratesTheory,
  socratesTheorySchema,
  theoryRecordSchema,
} from './samples';

/** Reads this project's own files: tasks, and theory records (`kind: "theory"`) in any order, which are put into tasks by `theoryId`. */
export const importTasks: Importer<SocratesSample> = {
  format: 'own',
  title: 'this project’s own sample files',
  recognizes: (file) => file.kind !== 'csv' && firstObjects(file, 5).some(({ system }) => system === 'socratesbench'),
  read: (file) => {
    // Of records with one id the first is used.
    const theories = new Map<string, { readonly theory: SocratesTheory; readonly record: number }>();
    for (const { record, value } of dataRecords(file)) {
      const { data } = theoryRecordSchema.safeParse(value);
      if (data === undefined || theories.has(data.id)) continue;
      theories.set(data.id, { theory: socratesTheorySchema.parse(data), record });
    }
    const readTask = recordReader(socratesSampleSchema);
    return readRecords(file, (value, record, report) => {
      const { kind, ...task } = value;
      if (kind === 'theory') {
        const { data, error } = theoryRecordSchema.safeParse(value);
        for (const { field, message } of recordIssues(record, error?.issues ?? [])) report('error', field, message);
        if (data !== undefined && theories.get(data.id)?.record !== record) {
          report('error', 'id', `Another theory record has the id "${data.id}"; the first one is used.`);
        }
        return [];
      }
      if (kind !== undefined && kind !== 'task') {
        report('error', 'kind', 'Say "theory" for a theory and "task", or nothing, for a task.');
        return [];
      }
      const { theory } = theories.get(String(task.theoryId)) ?? {};
      return readTask(theory === undefined ? task : { theory, ...task }, record, report).filter((sample) => {
        // What is stored as played without theory keeps the id and does not need the record.
        if (sample.theoryId === null || sample.theory !== null || task.condition === 'noTheory') return true;
        const message = `There is no readable theory record with the id "${sample.theoryId}" in this file; add one, or write null.`;
        report('error', 'theoryId', message);
        return false;
      });
    });
  },
};

/** Ids used twice (errors), and answers that stand in the task itself (warnings). */
export function checkSamples(samples: readonly SocratesSample[]): readonly SampleProblem[] {
  const message = 'A form of the answer stands in the task, so a tutor that repeats the task seems to give it away.';
  const stated = samples.filter(({ task, answer }) => statesAnswer(task, answer));
  return [
    ...repeatedIds(samples),
    ...stated.map(({ id }) => ({ severity: 'warning' as const, sampleId: id, field: 'answer', message })),
  ];
}
