import { JSON_SCHEMA, load, YAMLException } from 'js-yaml';
import * as z from 'zod';
import { toDotPath } from 'zod/v4/core';
import { errorNamed } from '../text/errors';
import { modelRowSchema, type ModelRow } from './modelRow';

class ModelsFileError extends errorNamed('ModelsFileError') {}

const fileSchema = z.strictObject({ models: z.array(modelRowSchema).max(2_000) });
const mostNamed = 3;

/** Reads a user's file of models: `{"models": [row, …]}`. Throws `ModelsFileError`. */
export function readOwnModels(text: string, file: string): readonly ModelRow[] {
  const read = fileSchema.safeParse(parse(text, file));
  if (read.success) return read.data.models;
  const issues = read.error.issues
    .slice(0, mostNamed)
    .map(({ path, message }) => `${path.length === 0 ? 'the file' : toDotPath(path)}: ${message}`);
  throw new ModelsFileError(`The models file ${file} is not in the form of docs/models.md: ${issues.join('; ')}.`);
}

/** Parses with the YAML reader, which reports the line of a fault. */
function parse(text: string, file: string): unknown {
  try {
    return load(text.replace(/^\uFEFF/, ''), { schema: JSON_SCHEMA, maxDepth: 12, maxAliases: 0 });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark === undefined ? '' : ` in line ${error.mark.line + 1}`;
    throw new ModelsFileError(`The models file ${file} is not valid JSON${line}: ${error.reason}. Correct it there.`);
  }
}
