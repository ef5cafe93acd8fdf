import path from 'node:path';
import { builtInCalibration, hasOwnWording } from './builtInCalibration';
import { CliError } from './cliError';
import type { CliContext } from './cliContext';
import { finishBothWordings } from './finishBothWordings';
import { finishCalibration, type CalibrationToFinish } from './finishCalibration';
import { wordingsFor } from './judgeWordingOption';

/**
 * Goes on with a calibration: with `judgeWording` to its end and then to that of the same replies in the wordings of that folder, as
 * `calibrate` would have. One in such wordings is shown beside the built-in one where the store has it. Returns the exit code.
 */
export async function resumeCalibration(
  run: CalibrationToFinish,
  judgeWording: string | undefined,
  context: CliContext,
): Promise<number> {
  const { session, store } = run;
  const { runId, benchmarks, judges, policy } = session.manifest;
  if (judgeWording === undefined) {
    return finishCalibration({ ...run, builtIn: await builtInCalibration(session, store, context) }, context);
  }
  if (hasOwnWording(session.manifest)) {
    throw new CliError(
      `--judge-wording: ${runId} is asked in a wording of your own already. Leave --judge-wording out.`,
    );
  }
  if (judges.some(({ simulated }) => simulated))
    throw new CliError('--judge-wording: The offline judge reads no wording. Leave --judge-wording out.');
  const known = benchmarks.flatMap(({ id }) => context.benchmarks.get(id) ?? []);
  const found = await wordingsFor(known, { judgeWording }, { start: context.cwd, judges, policy }, context);
  const { manifest, samples } = await store.open(runId);
  return finishBothWordings(
    run,
    {
      // The images are in the store since the first half was made.
      planned: { manifest, samples, images: [] },
      wordings: [...found.values()].flat(),
      folder: path.resolve(context.cwd, judgeWording),
    },
    context,
  );
}
