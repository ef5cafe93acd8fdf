import * as z from 'zod';
import { untrustedNotice } from '../../benchmark/judging/fence';
import { type JudgeInfo, type JudgeTask, judgeVersion } from '../../benchmark/judging/judgeTask';

/** What is the same for every sample of a judge. */
export interface JudgeForm extends Pick<JudgeTask, 'schema'> {
  readonly info: JudgeInfo;
  readonly fixed: string;
}

interface JudgeFormParts extends Omit<JudgeInfo, 'version'> {
  /** The notice about untrusted material is added. */
  readonly paragraphs: readonly string[];
  /** Titles that the material's sections can have; part of the version. */
  readonly sections: Readonly<Record<string, string>>;
  readonly schema: z.ZodType;
}

export function judgeForm({ id, title, question, paragraphs, sections, schema }: JudgeFormParts): JudgeForm {
  const fixed = [...paragraphs, untrustedNotice].join('\n\n');
  const shape = JSON.stringify(z.toJSONSchema(schema));
  const version = judgeVersion(id, fixed, Object.values(sections).join('\n'), shape);
  return { info: { id, title, question, version }, fixed, schema: { name: id, zod: schema } };
}

export function judgeTask(
  { info, fixed, schema }: JudgeForm,
  { material, ...asked }: Pick<JudgeTask, 'key' | 'slots' | 'read' | 'simulate'> & { readonly material: string },
): JudgeTask {
  return { judge: info.id, version: info.version, prompt: { fixed, material }, schema, ...asked };
}
