/** A base class whose subclasses name themselves, because minified builds lose class names. */
export abstract class NamedError extends Error {
  abstract override readonly name: string;

  static is<Kind extends NamedError>(this: abstract new (...data: never[]) => Kind, error: unknown): error is Kind {
    return error instanceof this;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
