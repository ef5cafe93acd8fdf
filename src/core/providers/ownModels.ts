import { JSON_SCHEMA, load, YAMLException } from 'js-yaml';
import * as z from 'zod';
import { modelRowSchema, type ModelRow } from './modelRow';

/** A file of a user's own models cannot be used. */
export class ModelsFileError extends Error {
  override readonly name = 'ModelsFileError';

  static is(error: unknown): error is ModelsFileError {
    return error instanceof ModelsFileError;
  }
}

const fileSchema = z.strictObject({ models: z.array(modelRowSchema).max(2_000) });
const mostNamed = 3;

/**
 * Reads a file of models of one's own: `{"models": [row, …]}`, each row as the built-in table has them. `file` is its name for people.
 * Throws `ModelsFileError`.
 */
export function readOwnModels(text: string, file: string): readonly ModelRow[] {
  const read = fileSchema.safeParse(parse(text, file));
  if (read.success) return read.data.models;
  const places = read.error.issues.slice(0, mostNamed).map(({ path, message }) => `${member(path)}: ${message}`);
  throw new ModelsFileError(`The models file ${file} is not in the form of docs/models.md: ${places.join('; ')}.`);
}

/** JSON is YAML, whose reader tells the line of a fault. */
function parse(text: string, file: string): unknown {
  try {
    return load(text.replace(/^\uFEFF/, ''), { schema: JSON_SCHEMA, maxDepth: 12, maxAliases: 0 });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark === undefined ? '' : ` in line ${error.mark.line + 1}`;
    throw new ModelsFileError(`The models file ${file} is not valid JSON${line}: ${error.reason}. Correct it there.`);
  }
}

/** `models[1].price.input`. */
function member(path: readonly PropertyKey[]): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text.replace(/^\./, '') || 'the file';
}
