/** A body that arrived with a good status and is not what the API promises. Only seen inside the providers. */
export class UnreadableReplyError extends Error {
  override readonly name = 'UnreadableReplyError';

  static is(error: unknown): error is UnreadableReplyError {
    return error instanceof UnreadableReplyError;
  }
}
