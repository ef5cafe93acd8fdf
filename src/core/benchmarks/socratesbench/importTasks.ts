import type { DataFile, Importer, RecordProblem } from '../../benchmark/importer';
import { dataRecords, firstObjects, isRecord, readRecords, recordIssues } from '../../benchmark/importing/readRecords';
import { repeatedIds, type SampleProblem } from '../../benchmark/samples';
import { statesAnswer } from './lexicalLeak';
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
    const { theories, problems } = readTheories(file);
    const recordOfId = new Map<string, number>();
    const tasks = readRecords<SocratesSample>(file, (value, record, report) => {
      const { kind, ...task } = value;
      if (kind === 'theory') return [];
      if (kind !== undefined && kind !== 'task') {
        report('error', 'kind', 'Say "theory" for a theory and "task", or nothing, for a task.');
        return [];
      }
      const theory = typeof task.theoryId === 'string' ? theories.get(task.theoryId) : undefined;
      const parsed = socratesSampleSchema.safeParse(theory === undefined ? task : { theory, ...task });
      if (!parsed.success) {
        for (const { field, message } of recordIssues(record, parsed.error.issues)) report('error', field, message);
        return [];
      }
      const sample = parsed.data;
      // What is stored as played without theory keeps the id and does not need the record.
      if (sample.theoryId !== null && sample.theory === null && task.condition !== 'noTheory') {
        const message = `There is no readable theory record with the id "${sample.theoryId}" in this file; add one, or write null.`;
        report('error', 'theoryId', message);
        return [];
      }
      const earlier = recordOfId.get(sample.id);
      if (earlier !== undefined) {
        report('error', 'id', `The id "${sample.id}" was used by record ${earlier}; give this one its own.`);
        return [];
      }
      recordOfId.set(sample.id, record);
      return [sample];
    });
    const all = [...tasks.problems, ...problems].sort((left, right) => left.record - right.record);
    return { samples: tasks.samples, problems: all };
  },
};

function readTheories(file: DataFile): {
  theories: ReadonlyMap<string, SocratesTheory>;
  problems: readonly RecordProblem[];
} {
  const theories = new Map<string, SocratesTheory>();
  const problems: RecordProblem[] = [];
  for (const { record, value } of dataRecords(file)) {
    if (!isRecord(value) || value.kind !== 'theory') continue;
    const parsed = theoryRecordSchema.safeParse(value);
    if (!parsed.success) {
      problems.push(...recordIssues(record, parsed.error.issues));
      continue;
    }
    const theory = socratesTheorySchema.parse(parsed.data);
    if (theories.has(theory.id)) {
      const message = `Another theory record has the id "${theory.id}"; the first one is used.`;
      problems.push({ severity: 'error', record, field: 'id', message });
    } else {
      theories.set(theory.id, theory);
    }
  }
  return { theories, problems };
}

/** Ids used twice (errors), and answers that stand in the task itself (warnings). */
export function checkSamples(samples: readonly SocratesSample[]): readonly SampleProblem[] {
  const message = 'A form of the answer stands in the task, so a tutor that repeats the task seems to give it away.';
  const stated = samples.filter(({ task, answer }) => statesAnswer(task, answer));
  return [
    ...repeatedIds(samples),
    ...stated.map(({ id }) => ({ severity: 'warning' as const, sampleId: id, field: 'answer', message })),
  ];
}
