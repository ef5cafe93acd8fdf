/** Exit codes of the command line; see docs/command-line.md. */
export const exitCodes = { done: 0, failedCheck: 1, badCall: 2, incomplete: 3, interrupted: 130 } as const;

/** A wrong call or input: one line that says what, where, and how to mend it. */
export class CliError extends Error {
  override readonly name = 'CliError';

  static is(error: unknown): error is CliError {
    return error instanceof CliError;
  }
}
