import type { CalibrationSession } from './calibrationSession';

/** What a card of such labels was measured on, half a sentence: their mix of verdicts is not that of a run. */
export const chosenByVerdict = 'measured on replies that were chosen by a judge’s verdict';

/** The dimensions of a calibration with a label of a reply that was chosen by a verdict. */
export function chosenDimensions({ gold }: Pick<CalibrationSession, 'gold'>): ReadonlySet<string> {
  return new Set(
    [...gold.values()].flatMap(({ labels }) => labels.flatMap(({ judge, chosen }) => (chosen === true ? [judge] : []))),
  );
}
