export interface RecordProblem {
  readonly severity: 'error' | 'warning';
  /** Counted from 1: a line of JSONL, an element of a list, a row of CSV after the header. */
  readonly record: number;
  /** For instance `history[2].content`; empty for the record as a whole. */
  readonly field: string;
  readonly message: string;
}

export interface ImportResult<S> {
  readonly samples: readonly S[];
  readonly problems: readonly RecordProblem[];
}

/** Only the syntax is parsed. */
export type DataFile =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'jsonl'; readonly records: readonly unknown[]; readonly problems: readonly RecordProblem[] }
  | { readonly kind: 'csv'; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] };

export interface Importer<S> {
  /** For the command line's `import FORMAT`: `mrbench`, `bridge`, `mathdial` … */
  readonly format: string;
  readonly title: string;
  /** Decides by content, not file name. Must be cheap: it reads only the first records. */
  recognizes(file: DataFile): boolean;
  /** A bad record is reported and the rest loads; it never throws for one. */
  read(file: DataFile): ImportResult<S>;
}
