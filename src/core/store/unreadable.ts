import { PlainFileError } from './plainFile';
import { RunStoreError } from './runStore';

/** The error for a failed look into a store: which file or folder, why, and what to do where that is known. */
export function unreadable(runId: string, place: string, error: unknown, mend = ''): RunStoreError {
  if (RunStoreError.is(error)) return error;
  const reason = PlainFileError.is(error)
    ? error.message
    : `Cannot read ${place}: ${error instanceof Error ? error.message : String(error)}.`;
  return new RunStoreError('damaged', runId, `${reason}${mend}`, error);
}
