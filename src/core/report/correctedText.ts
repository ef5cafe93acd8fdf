import { readableLine } from './readableText';
import type { MetricTrust, ReportedMetric } from './reportModel';

/** Stands where the metric's title stands, in the line below it. */
export const correctedTitle = '↳ corrected for the judge’s errors';

/** The same where there is little room. */
export const correctedShortTitle = '↳ corrected';

/** What corrected scores rest on; said wherever one is explained in full. */
export const correctedAssumption =
  'It assumes that the judge errs on this run’s replies as it did on those; another tutor, subject or language may break that.';

/** Stands in the row of a corrected score that was cut: the corrected score only looks surer than the score itself. */
export const cutMark = 'at the end of the scale';

const cutReason =
  'the judge’s score lies further out than its errors allow for any replies, by chance or because this run is unlike the labelled ones';

/** The metric as it would be had people judged, to be shown in the same form; `undefined` where it is not corrected. */
export function correctedMetric(metric: ReportedMetric): ReportedMetric | undefined {
  const { corrected, ...rest } = metric;
  return corrected && { ...rest, value: corrected.value, ci: corrected.ci, hits: undefined };
}

/** `1,603 labelled`: what a corrected score has in the place of n. */
export function labelledCount({ goldN }: NonNullable<ReportedMetric['corrected']>): string {
  return `${goldN.toLocaleString('en')} labelled`;
}

/**
 * What must be said below a table: once what its corrected scores are and rest on, and for the metrics whose judges are checked and that have none,
 * why. Empty where neither is there. Plain text.
 */
export function correctionNotes(metrics: readonly ReportedMetric[]): readonly string[] {
  const counts = metrics.flatMap(({ corrected }) => corrected?.goldN ?? []);
  const without = new Map<string, string[]>();
  for (const { title, uncorrected, judgeTrust } of metrics) {
    if (uncorrected === undefined || judgeTrust?.every(isChecked) !== true) continue;
    const titles = without.get(uncorrected) ?? [];
    without.set(uncorrected, [...titles, readableLine(title)]);
  }
  const cut = metrics.flatMap(({ title, corrected }) => (corrected?.cut === true ? [readableLine(title)] : []));
  return [
    ...(counts.length === 0 ? [] : [explanation(counts)]),
    ...(cut.length === 0 ? [] : [`Cut at the end of the scale: ${[...new Set(cut)].join(', ')}: ${cutReason}.`]),
    ...[...without].map(([reason, titles]) => `Not corrected: ${[...new Set(titles)].join(', ')}: ${reason}.`),
  ];
}

function explanation(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)].map((count) => count.toLocaleString('en'));
  const n = least === most ? `n ${least ?? ''}` : `n ${least ?? ''} to ${most ?? ''}`;
  return (
    `Corrected: what people’s labels would have come to, by the errors that the judge made on labelled replies (${n}; ` +
    `misclassification). ${correctedAssumption} Limits and comparisons go by the score itself.`
  );
}

function isChecked({ status }: MetricTrust): boolean {
  return status === 'checked';
}
