/** A body that was cut off here, as it went on beyond any reply's size. Only seen inside the providers. */
export class ReplyTooLongError extends Error {
  override readonly name = 'ReplyTooLongError';

  constructor(readonly largestBytes: number) {
    super(`The body went on after ${largestBytes} bytes.`);
  }

  static is(error: unknown): error is ReplyTooLongError {
    return error instanceof ReplyTooLongError;
  }
}
