/** The message tells people what to do. Subclasses name themselves, because minified builds lose class names. */
export abstract class NamedError extends Error {
  abstract override readonly name: string;
}

interface NamedErrorClass<Name extends string> {
  new (message?: string, options?: ErrorOptions): NamedError & { readonly name: Name };
  is<Kind extends NamedError>(this: abstract new (...data: never[]) => Kind, error: unknown): error is Kind;
}

/** The base of an error with this name: `class Stopped extends errorNamed('Stopped')`. */
export function errorNamed<Name extends string>(name: Name): NamedErrorClass<Name> {
  return class extends NamedError {
    override readonly name = name;

    static is<Kind extends NamedError>(this: abstract new (...data: never[]) => Kind, error: unknown): error is Kind {
      return error instanceof this;
    }
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
