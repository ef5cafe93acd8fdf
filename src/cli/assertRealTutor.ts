import { modelName, type RunManifest } from '../core/store/runManifest';
import { CliError } from './cliError';

/** Refuses to decide by the scores of a simulated tutor: they follow from rules, whatever the prompt is worth. Throws `CliError`. */
export function assertRealTutor(
  option: string,
  { tutor }: Pick<RunManifest, 'tutor'>,
  allowSimulated: boolean | undefined,
  run = 'this run',
): void {
  if (!tutor.simulated || allowSimulated === true) return;
  throw new CliError(
    `${option}: the tutor of ${run} (${modelName(tutor)}) is simulated, so its scores decide nothing about a prompt. Evaluate with a real model (--tutor), or add --allow-simulated to try the check out.`,
  );
}
