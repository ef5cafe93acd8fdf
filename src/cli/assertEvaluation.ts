import { isCalibration } from '../core/calibration/calibrationSession';
import type { RunSession } from '../core/engine/runSession';
import { CliError } from './cliError';

/** Refuses a calibration where runs are compared: its replies are of other tutors, many to a sample. Throws `CliError`. */
export function assertEvaluation(session: RunSession): void {
  if (!isCalibration(session)) return;
  const { runId } = session.manifest;
  throw new CliError(
    `Run ${runId} is a calibration of a judge, which has no scores of a prompt. Name a run of evaluate; list runs with: tutor-prompt-lab runs`,
  );
}
