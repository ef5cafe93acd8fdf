/** A base class whose subclasses name themselves, because minified builds lose class names. */
export abstract class NamedError extends Error {
  abstract override readonly name: string;

  static is<Kind extends NamedError>(this: abstract new (...data: never[]) => Kind, error: unknown): error is Kind {
    return error instanceof this;
  }
}

type NamedErrorClass<Name extends string> = Pick<typeof NamedError, 'is'> &
  (new (message?: string, options?: ErrorOptions) => NamedError & { readonly name: Name });

/** The base of an error with this name: `class Stopped extends errorNamed('Stopped')`. */
export function errorNamed<Name extends string>(name: Name): NamedErrorClass<Name> {
  return class extends NamedError {
    override readonly name = name;
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
