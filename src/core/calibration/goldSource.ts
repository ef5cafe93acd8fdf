import type { GoldSample } from '../benchmarks/goldReply';
import type { RecordProblem } from '../benchmarks/importer';
import type { RatedLabel } from './ratedLabel';

interface SourceFacts {
  /** File name, for people. */
  readonly name: string;
  readonly format: string;
  readonly problems: readonly RecordProblem[];
  /** What a reader must know of these labels, a sentence each. */
  readonly notes: readonly string[];
}

/** Where human labels come from: replies that a judge is asked about, or the answers of a judge that was asked elsewhere. */
export type GoldSource =
  | (SourceFacts & {
      readonly kind: 'replies';
      /** `judge`: the labels are those of another judge, so that agreement with them is not agreement with people. */
      readonly by: 'people' | 'judge';
      readonly samples: readonly GoldSample[];
    })
  | (SourceFacts & { readonly kind: 'answers'; readonly judge: string; readonly rated: readonly RatedLabel[] });

/** Said wherever labels are another judge's. */
export const labelsOfJudge =
  'These labels are another judge’s, not people’s: agreement with them says nothing about being right.';

/** A file holds nothing that a judge could be checked against. One line: what, where, how to mend. */
export class GoldSourceError extends Error {
  override readonly name = 'GoldSourceError';

  static is(error: unknown): error is GoldSourceError {
    return error instanceof GoldSourceError;
  }
}
