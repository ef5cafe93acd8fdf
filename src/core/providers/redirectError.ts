/** A server pointed to another address, which was not asked. Only seen inside the providers. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';

  /** `from` and `to` are hosts, `to` with its path where that is on the same host; `undefined` where nobody can say. */
  constructor(
    readonly status: number | undefined,
    readonly from: string,
    readonly to: string | undefined,
  ) {
    super(`${from} redirects to ${to ?? 'another address'}.`);
  }

  static is(error: unknown): error is RedirectError {
    return error instanceof RedirectError;
  }
}
