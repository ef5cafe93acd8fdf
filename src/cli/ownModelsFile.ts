import { useOwnModels } from '../core/providers/modelFacts';
import { readOwnModels } from '../core/providers/modelRow';
import { readInput } from './readInput';

/** Characters of the largest file of models that is read. */
const largest = 1_000_000;

/** Puts the user's own models before the built-in ones, from the file that is named, else from the environment's. */
export async function takeUpOwnModels(
  named: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const file = named ?? env.TUTOR_PROMPT_LAB_MODELS;
  if (file === undefined || file === '') return;
  useOwnModels(readOwnModels(await readInput(file, 'The models file', { largest, links: 'follow' }), file));
}
