interface PictureHead {
  readonly title: string;
  readonly explain: string;
  /** From the benchmark: which of its judges the counts come from. In a report: the judge model whose verdicts were counted. */
  readonly judge: string;
}

export interface LevelsPicture extends PictureHead {
  readonly kind: 'levelsByGroup';
  /** From the lowest to the highest; each group has one count per level. */
  readonly levels: readonly string[];
  readonly groups: readonly { readonly label: string; readonly counts: readonly number[] }[];
}

/** What a judge said about one turn of one conversation. `none`: the conversation has no such turn. */
export type TurnCell = 'clean' | 'failed' | 'unscored' | 'none';

/** One judge's map. */
export interface TurnMapLayer {
  /** For instance `J2`. */
  readonly id: string;
  readonly title: string;
  readonly rows: readonly {
    /** With `repeat` the case that a cell opens. */
    readonly sampleId: string;
    readonly repeat: number;
    readonly label: string;
    readonly cells: readonly TurnCell[];
  }[];
  /** One per turn: failing conversations among those with a verdict at this turn. */
  readonly byTurn: readonly { readonly failed: number; readonly judged: number }[];
}

export interface TurnMapPicture extends PictureHead {
  readonly kind: 'turnMap';
  readonly turns: number;
  /** Turns with a name, for instance the first request for a demonstration. */
  readonly marks: readonly { readonly turn: number; readonly label: string }[];
  readonly layers: readonly TurnMapLayer[];
}

interface PreferenceRow extends Readonly<Record<'win' | 'tie' | 'lose' | 'unscored', number>> {
  readonly label: string;
}

export interface PreferencePicture extends PictureHead {
  readonly kind: 'preferences';
  readonly groups: readonly { readonly label: string; readonly rows: readonly PreferenceRow[] }[];
}

/** The metrics of some blocks, in this order, as bars with their intervals; the numbers are those of the report. */
export interface MetricBarsPicture extends PictureHead {
  readonly kind: 'metricBars';
  readonly blocks: readonly string[];
}

export type BenchmarkPicture = LevelsPicture | TurnMapPicture | PreferencePicture | MetricBarsPicture;
