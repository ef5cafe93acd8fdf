/**
 * A server's answer that is an error: by its status, or by what stands in a body with a good status. `body` is the text or what it was
 * parsed to. The message has no foreign text, since the SDKs look for words in it. Only seen inside the providers.
 */
export class StatusError extends Error {
  override readonly name = 'StatusError';

  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers?: Headers,
  ) {
    super(`The answer is an error with status ${status}.`);
  }

  static is(error: unknown): error is StatusError {
    return error instanceof StatusError;
  }
}
