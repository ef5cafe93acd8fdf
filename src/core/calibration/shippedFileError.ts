/** Thrown for a file of the folder `judges/` that is missing or cannot be used; says which, and how to get a whole one. */
export class ShippedFileError extends Error {
  override readonly name = 'ShippedFileError';
  readonly file: string;

  constructor(file: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The file judges/${file} of Tutor Prompt Lab cannot be read: ${reason}. Reinstall Tutor Prompt Lab.`);
    this.file = file;
  }

  static is(error: unknown): error is ShippedFileError {
    return error instanceof ShippedFileError;
  }
}
