import type { Interval } from '../statistics/interval';
import type { AlphaFigure, JudgesAgreement } from './judgesAgreementModel';

/** Krippendorff's alpha for other tools; `null` where it is not defined, with the reason. */
interface AlphaJson {
  readonly value: number | null;
  readonly ci: Interval | null;
  readonly reason: string | null;
}

/** How far the judges of a benchmark agree, as `evaluate --json` prints it. */
export interface JudgesAgreementJson {
  readonly judges: readonly string[];
  /** Cases with a disagreement. */
  readonly cases: number;
  readonly dimensions: readonly {
    readonly id: string;
    /** Verdicts that at least two judges gave, and those of them on which they differ. */
    readonly compared: number;
    readonly split: number;
    /** Labels that alpha rests on. */
    readonly pairable: number;
    /** Share of the pairs of judges that say the same, 0..1. */
    readonly agreement: number | null;
    readonly alpha: AlphaJson;
    /** By rank; `null` where the labels have no order. */
    readonly alphaOrdinal: AlphaJson | null;
  }[];
}

/** The agreement as other tools read it. */
export function agreementJson({ judges, cases, dimensions }: JudgesAgreement): JudgesAgreementJson {
  return {
    judges,
    cases,
    dimensions: dimensions.map(({ id, compared, split, pairable, agreement, nominal, ordinal }) => ({
      id,
      compared,
      split,
      pairable,
      agreement: agreement ?? null,
      alpha: alphaJson(nominal),
      alphaOrdinal: ordinal === undefined ? null : alphaJson(ordinal),
    })),
  };
}

function alphaJson({ value, ci, reason }: AlphaFigure): AlphaJson {
  return { value: value ?? null, ci: ci ?? null, reason: reason ?? null };
}
