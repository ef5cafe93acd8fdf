import { formatLevel } from '../text/formatNumber';
import type { MetricComparison, TestKind } from '../compare/comparison';
import { forestRow } from '../compare/comparisonJson';
import { moreSamples } from '../compare/decision';
import {
  outcomeTexts,
  differenceSize,
  differenceText,
  isStoppedByCorrection,
  unitsText,
  valueText,
} from '../compare/describeComparison';
import { countWords, t } from '../text/countWords';
import type { ComparisonRowView } from './comparisonViewModel';

export interface RowScope {
  readonly benchmark: string;
  readonly block: string;
  /** Samples that both runs have. */
  readonly samples: number;
  /** Targets that the p-values are corrected for. */
  readonly tested: number;
  /** Why there is no verdict. */
  readonly reason?: string | undefined;
}

const testNames: Readonly<Record<TestKind, string>> = {
  mcnemar: t`exact McNemar test`,
  signFlip: t`sign-flip test`,
  exchange: t`permutation of the runs within each unit`,
  fisher: t`Fisher’s exact test`,
  labels: t`permutation of the runs’ labels`,
};

/** A metric's row of the forest plot. */
export function comparisonViewRow(metric: MetricComparison, scope: RowScope): ComparisonRowView {
  const { id, title, judges, unit, outcome, compared } = metric;
  const isOpen = outcome === 'noEvidence' && !isStoppedByCorrection(metric);
  const more = isOpen ? moreSamples(metric, scope.samples) : undefined;
  return {
    ...{ id, title, judges, unit, outcome },
    key: `${scope.benchmark}/${scope.block}/${id}`,
    outcomeText: outcomeTexts[outcome],
    before: valueText(compared.before, metric),
    after: valueText(compared.after, metric),
    difference: differenceText(metric),
    n: unitsText(metric),
    details: detailsOf(metric, more, scope),
    correctionOnly: isStoppedByCorrection(metric),
    forest: forestRow(metric),
    moreSamples: more,
  };
}

function detailsOf(metric: MetricComparison, more: number | undefined, scope: RowScope): string {
  const { explain, toBand } = metric;
  return [
    explain,
    valuesSentence(metric),
    toBand &&
      t`Distance to the wanted band: ${valueText(toBand.before, metric)} before, ${valueText(toBand.after, metric)} after.`,
    testSentence(metric),
    isStoppedByCorrection(metric)
      ? t`This p alone would be significant, but not after the correction for ${countWords(scope.tested, 'target', 'targets')}. Take it as a hint, and evaluate again to see whether it holds.`
      : powerSentence(metric, more, scope.tested),
    scope.reason && t`No verdict: ${scope.reason}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function valuesSentence(metric: MetricComparison): string {
  const { before, after, design, pairs, compared, difference, interval, counts, moves } = metric;
  const value = (number: number | undefined): string => valueText(number, metric);
  const whole = t`Whole runs: ${value(before.value)} before (n ${before.n}), ${value(after.value)} after (n ${after.n}).`;
  if (difference === undefined) return whole;
  const level = interval === undefined ? '' : t` (with the ${formatLevel(interval.level)} interval)`;
  const on = design === 'paired' ? t`On ${countWords(pairs, 'unit', 'units')} in both` : t`As two groups`;
  const directed = counts && t` ${counts.improved} improved, ${counts.same} stayed, ${counts.worse} got worse.`;
  const plain = moves && t` ${moves.up} went up, ${moves.same} stayed, ${moves.down} went down.`;
  return t`${whole} ${on}: ${value(compared.before)} to ${value(compared.after)}, ${differenceText(metric)}${level}.${directed ?? plain ?? ''}`;
}

function testSentence({ p, pCorrected, test }: MetricComparison): string {
  if (p === undefined) return '';
  const text = (one: number): string => (one < 0.001 ? t`under 0.001` : one.toFixed(3));
  const corrected = pCorrected === undefined ? '' : t`, ${text(pCorrected)} after the correction`;
  return `p ${text(p)}${corrected}${test === undefined ? '' : ` (${testNames[test]})`}.`;
}

function powerSentence(metric: MetricComparison, more: number | undefined, tested: number): string {
  const { outcome, needed, detectable, design, planLevel, unit } = metric;
  if (outcome === 'tooFew') return t`With so few units, no result can be told from chance.`;
  if (outcome !== 'noEvidence') return '';
  // With a single metric the correction changes nothing.
  const plan =
    planLevel === undefined || tested < 2 ? '' : t` beside the other targets (p under ${planLevel.toPrecision(2)})`;
  const size = detectable === undefined ? '' : differenceSize(detectable, unit);
  const smallest = size && t`The smallest difference that this many units can show${plan} is ${size}.`;
  if (needed === undefined) return smallest;
  const units = countWords(needed, 'unit', 'units') + (design === 'paired' ? '' : t` in each run`);
  const samples = more === undefined ? '' : ` (${countWords(more, 'more sample', 'more samples')})`;
  return t`${smallest} A true difference of this size would be found four times out of five with ${units}${samples}.`.trim();
}
