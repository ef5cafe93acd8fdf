import type { ProtocolPolicy } from '../protocolPolicy';
import type { Condition } from './samples';

export type Student = ProtocolPolicy['student'];

/** One group of metrics: conversations of one condition, or the difference of the two, with one kind of student. */
export interface SocratesBlock {
  readonly id: string;
  readonly title: string;
  readonly student: Student;
  readonly compared: Condition | 'delta';
}

const groups = [
  { id: 'theory', title: 'With theory', compared: 'theory' },
  { id: 'noTheory', title: 'Without theory', compared: 'noTheory' },
  { id: 'theoryDelta', title: 'Effect of the theory', compared: 'delta' },
] as const;

/** Runs with a modelled student have blocks of their own, so that they never stand beside scripted ones under one name. */
export const socratesBlocks: readonly SocratesBlock[] = (['script', 'model'] as const).flatMap((student) =>
  groups.map(({ id, title, compared }): SocratesBlock => {
    if (student === 'script') return { id, title, student, compared };
    return { id: `modelled-${id}`, title: `Modelled student: ${title.toLowerCase()}`, student, compared };
  }),
);

/** What a metric's explanation opens with, so that a figure of modelled students says so wherever it is shown. */
export function explained(student: Student, text: string): string {
  return student === 'script' ? text : `The student is played by a model, not by the paper’s script. ${text}`;
}
