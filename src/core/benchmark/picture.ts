interface PictureMetadata {
  readonly title: string;
  readonly explain: string;
  /** In a benchmark: the judge that the counts come from. In a report: the judge model. */
  readonly judge: string;
}

export interface LevelsPicture extends PictureMetadata {
  readonly kind: 'levelsByGroup';
  /** From lowest to highest; each group has one count per level. */
  readonly levels: readonly string[];
  readonly groups: readonly { readonly label: string; readonly counts: readonly number[] }[];
}

/** One judge's verdict on one turn. `none`: the conversation has no such turn. */
export type TurnCell = 'clean' | 'failed' | 'unscored' | 'none';

export interface TurnMapLayer {
  /** For instance `J2`. */
  readonly id: string;
  readonly title: string;
  readonly rows: readonly {
    /** With `repeat`, the case that a cell opens. */
    readonly sampleId: string;
    readonly repeat: number;
    readonly label: string;
    readonly cells: readonly TurnCell[];
  }[];
  /** Per turn: conversations that fail, and those with a verdict. */
  readonly byTurn: readonly { readonly failed: number; readonly judged: number }[];
}

export interface TurnMapPicture extends PictureMetadata {
  readonly kind: 'turnMap';
  readonly turns: number;
  /** Named turns, for instance the first request for a demonstration. */
  readonly marks: readonly { readonly turn: number; readonly label: string }[];
  readonly layers: readonly TurnMapLayer[];
}

interface PreferenceRow extends Readonly<Record<'win' | 'tie' | 'lose' | 'unscored', number>> {
  readonly label: string;
}

export interface PreferencePicture extends PictureMetadata {
  readonly kind: 'preferences';
  readonly groups: readonly { readonly label: string; readonly rows: readonly PreferenceRow[] }[];
}

/** The metrics of some blocks, in this order, as bars with their intervals. Numbers match the report. */
export interface MetricBarsPicture extends PictureMetadata {
  readonly kind: 'metricBars';
  readonly blocks: readonly string[];
}

export type BenchmarkPicture = LevelsPicture | TurnMapPicture | PreferencePicture | MetricBarsPicture;
