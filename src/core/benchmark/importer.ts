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

/** Parsed as far as its syntax goes. `text` is the whole file without a byte-order mark. */
export type DataFile =
  | { readonly kind: 'json'; readonly text: string; readonly value: unknown }
  | {
      readonly kind: 'jsonl';
      readonly text: string;
      readonly records: readonly unknown[];
      readonly problems: readonly RecordProblem[];
    }
  | {
      readonly kind: 'csv';
      readonly text: string;
      readonly header: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

export interface Importer<S> {
  /** For the command line's `import FORMAT`: `mrbench`, `bridge`, `mathdial` … */
  readonly format: string;
  readonly title: string;
  /** Decides by content, never by file name. Cheap: looks at the first records only. */
  recognizes(file: DataFile): boolean;
  /** Never throws for a bad record: it is reported and the rest loads. */
  read(file: DataFile): ImportResult<S>;
}
