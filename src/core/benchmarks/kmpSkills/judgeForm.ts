import * as z from 'zod';
import { untrustedNotice } from '../../benchmark/judging/fence';
import { type JudgeInfo, type JudgeTask, judgeVersion } from '../../benchmark/judging/judgeTask';

/** What is the same for every sample of a judge. */
export interface JudgeForm {
  readonly info: JudgeInfo;
  readonly fixed: string;
  readonly schema: JudgeTask['schema'];
}

/** What a judge is made of. */
interface JudgeFormParts extends Omit<JudgeInfo, 'version'> {
  /** Paragraphs of the fixed part; the notice about untrusted material is added. */
  readonly paragraphs: readonly string[];
  /** Titles that the material's sections can have; part of the version. */
  readonly sections: Readonly<Record<string, string>>;
  readonly schema: z.ZodType;
}

/** Puts a judge's fixed prompt together; its version covers the wording, the section titles and the output shape. */
export function judgeForm({ id, title, question, paragraphs, sections, schema }: JudgeFormParts): JudgeForm {
  const fixed = [...paragraphs, untrustedNotice].join('\n\n');
  const shape = JSON.stringify(z.toJSONSchema(schema));
  const version = judgeVersion(id, fixed, Object.values(sections).join('\n'), shape);
  return { info: { id, title, question, version }, fixed, schema: { name: id, zod: schema } };
}

/** One call of a judge about this fenced material. */
export function judgeTask(
  { info, fixed, schema }: JudgeForm,
  { material, ...asked }: Pick<JudgeTask, 'key' | 'slots' | 'read' | 'simulate'> & { readonly material: string },
): JudgeTask {
  return { judge: info.id, version: info.version, prompt: { fixed, material }, schema, ...asked };
}
