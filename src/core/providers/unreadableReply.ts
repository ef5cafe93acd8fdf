import type { TokenUsage } from './provider';

/** A body that arrived with a good status and is not what the API promises. Only seen inside the providers. */
export class UnreadableReplyError extends Error {
  override readonly name = 'UnreadableReplyError';

  /** `usage`: what the reply came to all the same, where its body says so. */
  constructor(
    message: string,
    readonly usage?: TokenUsage,
  ) {
    super(message);
  }

  static is(error: unknown): error is UnreadableReplyError {
    return error instanceof UnreadableReplyError;
  }
}
