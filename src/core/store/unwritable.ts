import { PlainFileError } from './plainFile';
import { RunStoreError } from './runStore';

const mends: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space, then resume the run.',
  EROFS: 'The folder is on a read-only disk. Choose another one with --store or the setting tutorPromptLab.store.',
  EACCES: 'Permission denied. Choose another folder with --store or the setting tutorPromptLab.store.',
  EPERM: 'Permission denied. Choose another folder with --store or the setting tutorPromptLab.store.',
  ENOTDIR:
    'A file stands where the folder should be. Choose another folder with --store or the setting tutorPromptLab.store.',
  EEXIST:
    'A file stands where the folder should be. Choose another folder with --store or the setting tutorPromptLab.store.',
};

/** The error for a failed write: which file, why, and what to do about it. */
export function unwritable(runId: string, file: string, error: unknown): RunStoreError {
  if (RunStoreError.is(error)) return error;
  if (PlainFileError.is(error)) return new RunStoreError('unwritable', runId, error.message, error);
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reason = mends[code] ?? `${error instanceof Error ? error.message : String(error)}.`;
  return new RunStoreError('unwritable', runId, `Cannot write ${file}. ${reason}`, error);
}
