/** A fault of one wording file; `message` says how to mend it. */
export interface JudgeWordingProblem {
  readonly file: string;
  readonly message: string;
}

/** Wordings of one's own that cannot be used. Nothing is sent while there are any. */
export class JudgeWordingError extends Error {
  override readonly name = 'JudgeWordingError';

  constructor(readonly problems: readonly JudgeWordingProblem[]) {
    super(problems.map(({ file, message }) => `Judge wording ${file}: ${message}`).join('\n'));
  }

  static is(error: unknown): error is JudgeWordingError {
    return error instanceof JudgeWordingError;
  }
}
