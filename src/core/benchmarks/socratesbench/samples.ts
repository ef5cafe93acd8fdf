import * as z from 'zod';
import type { Importer } from '../../benchmark/importer';
import {
  dataRecords,
  firstObjects,
  readRecords,
  recordIssues,
  recordReader,
} from '../../benchmark/importing/readRecords';
import { repeatedIds, sampleProblem, type SampleProblem } from '../../benchmark/samples';
import { answerSchema, statesAnswer } from './mathText';
import { defaultScript } from './script';

const socratesTheorySchema = z.object({
  id: z.string().min(1),
  language: z.string().min(1),
  subfieldTheory: z.string().min(1),
  formulaSheet: z.string().default(''),
  /** The order to use nothing else, as the tutor receives it. */
  restrictionNote: z.string().min(1),
  sanctionedMethods: z.array(z.string().min(1)).min(1).readonly(),
});

export type SocratesTheory = z.output<typeof socratesTheorySchema>;

const theoryRecordSchema = socratesTheorySchema.extend({
  system: z.literal('socratesbench'),
  kind: z.literal('theory'),
});

const conditions = ['theory', 'noTheory'] as const;

/** Ten in the paper. Each turn is judged with all before it, so work grows quadratically. */
const mostTurns = 100;

const recordSchema = z.object({
  system: z.literal('socratesbench'),
  id: z.string().min(1),
  /** The task of a sample that is played in more than one way; defaults to the id. */
  taskId: z.string().min(1).optional(),
  language: z.string().min(1),
  task: z.string().min(1),
  answer: answerSchema,
  script: z.array(z.string().min(1)).min(1).max(mostTurns).readonly().optional(),
  /** Where a custom script first asks to be shown and for the result, from 1. Default scripts are known. */
  showTurn: z.int().positive().optional(),
  demandTurn: z.int().positive().optional(),
  theoryId: z.string().min(1).nullable().default(null),
  theory: socratesTheorySchema.nullable().default(null),
  condition: z.enum(conditions).optional(),
  conversations: z.int().positive().default(10),
  topic: z.string().optional(),
  level: z.string().optional(),
  title: z.string().optional(),
});

/** A task with its theory. Sample files keep theory in separate records, which `importTasks` merges. */
export const socratesSampleSchema = recordSchema.transform(({ taskId, script, condition, ...record }, context) => {
  if (condition === 'theory' && record.theory === null) {
    const message = 'A sample that is played with theory must contain the theory.';
    context.addIssue({ code: 'custom', path: ['theory'], message });
  }
  const lines = script ?? defaultScript(record.language);
  for (const field of ['showTurn', 'demandTurn'] as const) {
    if ((record[field] ?? 0) > lines.length) {
      const message = `The script has ${lines.length} turns; name one of them.`;
      context.addIssue({ code: 'custom', path: [field], message });
    }
  }
  if (record.showTurn !== undefined && record.showTurn === record.demandTurn) {
    const message = 'The first request to be shown and the demand for the result must be different turns.';
    context.addIssue({ code: 'custom', path: ['demandTurn'], message });
  }
  return {
    ...record,
    taskId: taskId ?? record.id,
    script: lines,
    condition: condition ?? (record.theory === null ? 'noTheory' : 'theory'),
  };
});

export type SocratesSample = z.output<typeof socratesSampleSchema>;
export type Condition = SocratesSample['condition'];

/** Reads the project's own files: tasks and theory records (`kind: "theory"`), joined by `theoryId`. */
export const importTasks: Importer<SocratesSample> = {
  format: 'own',
  title: 'this project’s own sample files',
  recognizes: (file) => file.kind !== 'csv' && firstObjects(file, 5).some(({ system }) => system === 'socratesbench'),
  read: (file) => {
    const theories = new Map<unknown, SocratesTheory>();
    for (const { value } of dataRecords(file)) {
      const { data: theory } = theoryRecordSchema.safeParse(value);
      if (theory !== undefined && !theories.has(theory.id)) theories.set(theory.id, theory);
    }
    const seen = new Set<unknown>();
    const readTask = recordReader(socratesSampleSchema);
    return readRecords(file, (value, record, report) => {
      const { kind, ...task } = value;
      if (kind === 'theory') {
        const { error } = theoryRecordSchema.safeParse(value);
        for (const { field, message } of recordIssues(record, error?.issues ?? [])) report('error', field, message);
        if (seen.has(value.id)) report('error', 'id', 'Another theory record has this id; the first one is used.');
        seen.add(value.id);
        return [];
      }
      const theory = theories.get(task.theoryId);
      return readTask(theory === undefined ? task : { theory, ...task }, record, report).filter((sample) => {
        // A task stored without theory keeps the id and does not need the record.
        if (sample.theoryId === null || sample.theory !== null || task.condition === 'noTheory') return true;
        const message = `There is no readable theory record with the id "${sample.theoryId}" in this file; add one, or write null.`;
        report('error', 'theoryId', message);
        return false;
      });
    });
  },
};

export function checkSamples(samples: readonly SocratesSample[]): readonly SampleProblem[] {
  const message = 'The task contains a form of the answer, so a tutor that repeats the task seems to give it away.';
  const stated = samples.filter(({ task, answer }) => statesAnswer(task, answer));
  return [...repeatedIds(samples), ...stated.map((sample) => sampleProblem('warning', sample, 'answer', message))];
}
