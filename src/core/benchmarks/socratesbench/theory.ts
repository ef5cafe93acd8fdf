import * as z from 'zod';

/** What the student has been taught so far: a narrow theory text, a broader formula sheet, and what may be used of them. */
export const socratesTheorySchema = z.object({
  id: z.string().min(1),
  language: z.string().min(1),
  subfieldTheory: z.string().min(1),
  formulaSheet: z.string().default(''),
  /** The order to use nothing else, in the wording that the tutor is given. */
  restrictionNote: z.string().min(1),
  sanctionedMethods: z.array(z.string().min(1)).min(1).readonly(),
});

export type SocratesTheory = z.output<typeof socratesTheorySchema>;

/** A theory as a record of the project's own sample files. */
export const theoryRecordSchema = socratesTheorySchema.extend({
  system: z.literal('socratesbench'),
  kind: z.literal('theory'),
});
