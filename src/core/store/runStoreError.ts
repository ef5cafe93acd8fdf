import { t } from '../text/countWords';
import { messageOf, NamedError } from '../text/errors';
import { PlainFileError, codeOf } from './plainFile';

/** `gone`: the run was deleted, replaced or taken over while it was written to. */
export type RunStoreFailure = 'notFound' | 'damaged' | 'locked' | 'exists' | 'unwritable' | 'newer' | 'gone';

export class RunStoreError extends NamedError {
  override readonly name = 'RunStoreError';

  constructor(
    readonly failure: RunStoreFailure,
    readonly runId: string,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }

  static is(error: unknown, failure?: RunStoreFailure): error is RunStoreError {
    return error instanceof RunStoreError && (failure === undefined || error.failure === failure);
  }
}

export function unreadable(runId: string, location: string, error: unknown, advice = ''): RunStoreError {
  if (RunStoreError.is(error)) return error;
  const reason = PlainFileError.is(error) ? error.message : t`Cannot read ${location}: ${messageOf(error)}.`;
  return new RunStoreError('damaged', runId, `${reason}${advice}`, error);
}

const elsewhere = t`Choose another folder with --store or the setting tutorPromptLab.store.`;
const adviceByCode: Readonly<Record<string, string>> = {
  ENOSPC: t`The disk is full. Free some space, then resume the run.`,
  EROFS: t`The folder is on a read-only disk. Choose another one with --store or the setting tutorPromptLab.store.`,
  EACCES: t`Permission denied. ${elsewhere}`,
  EPERM: t`Permission denied. ${elsewhere}`,
  ENOTDIR: t`A file stands where the folder should be. ${elsewhere}`,
  EEXIST: t`A file stands where the folder should be. ${elsewhere}`,
};

export function unwritable(runId: string, file: string, error: unknown): RunStoreError {
  if (RunStoreError.is(error)) return error;
  if (PlainFileError.is(error)) return new RunStoreError('unwritable', runId, error.message, error);
  const reason = adviceByCode[String(codeOf(error))] ?? `${messageOf(error)}.`;
  return new RunStoreError('unwritable', runId, t`Cannot write ${file}. ${reason}`, error);
}
