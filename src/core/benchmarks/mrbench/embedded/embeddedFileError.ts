/** Thrown for a file of the embedded judge that is not in shape; the message says where, and how to get a whole one. */
export class EmbeddedFileError extends Error {
  override readonly name = 'EmbeddedFileError';
  /** Path inside the file, for instance `weights.terms.words`; empty for the file as a whole. */
  readonly place: string;

  constructor(place: string, reason: string) {
    const where = place === '' ? 'the file' : place;
    super(
      `The embedded MRBench judge cannot be read: ${where} ${reason}. ` +
        'Reinstall Tutor Prompt Lab, or write the file anew with scripts/trainMrBenchJudge.mjs.',
    );
    this.place = place;
  }

  static is(error: unknown): error is EmbeddedFileError {
    return error instanceof EmbeddedFileError;
  }
}
