import { marginOfGuard } from '../benchmark/aims';
import type { BenchmarkId } from '../benchmark/samples';
import { countWords, listWords, t, verbFor, wholeNumber } from '../text/countWords';
import type { Comparison, MetricComparison } from './comparison';
import { type DecisionKind, decisionOf, decisionTitles, moreWords } from './decision';
import { aimedMetrics, bySize, group, nameOf } from './comparisonSentence';
import { differenceSize, obstacleText, outcomeTexts } from './describeComparison';

/** The decision as every screen words it. */
export interface DecisionWords {
  readonly kind: DecisionKind;
  readonly title: string;
  /** For one line, without intervals: `Adopt: better at P-Redirect`. */
  readonly line: string;
  readonly needsBaseline?: true;
}

export function decisionWords(comparison: Comparison): DecisionWords | undefined {
  const decision = decisionOf(comparison);
  if (decision === undefined) return undefined;
  const { kind, needsBaseline } = decision;
  const metrics = aimedMetrics(comparison);
  const of = (outcome: 'better' | 'worse'): string =>
    group(outcome, bySize(metrics.filter(({ metric }) => metric.outcome === outcome)), 1, 0, metrics);
  const title = decisionTitles[kind];
  const reasons: Readonly<Record<DecisionKind, () => string | undefined>> = {
    adopt: () => of('better'),
    reject: () => of('worse'),
    tradeOff: () => t`${of('better')} against ${of('worse')}`,
    notSettled: () => moreWords(decision) ?? t`no clear difference`,
    chosenAfterwards: () => undefined,
  };
  const reason = reasons[kind]();
  const first = needsBaseline === true ? { needsBaseline } : {};
  return { kind, title, ...first, line: reason === undefined ? title : `${title}: ${reason}` };
}

/** A difference that ends a comparison before its plan is over tends to look larger than it is. */
export function stoppedEarlyWords(comparison: Comparison): string | undefined {
  const { openEnded, looks } = comparison;
  const { planned } = looks;
  const { kind = 'notSettled' } = decisionOf(comparison) ?? {};
  // What decided may have stopped while the rest went on.
  const deciding = aimedMetrics(comparison).filter(
    ({ metric: { outcome } }) => outcome === 'better' || outcome === 'worse',
  );
  const seen = Math.min(looks.seen, ...deciding.map(({ stopped }) => stopped?.units ?? looks.seen));
  if (kind === 'notSettled' || kind === 'chosenAfterwards' || openEnded === true || seen >= planned) return undefined;
  return t`Decided after ${wholeNumber(seen)} of ${countWords(planned, 'unit', 'units')}: this size is probably too large.`;
}

function futileWords(comparison: Comparison): string | undefined {
  const all = aimedMetrics(comparison);
  const futile = all.filter(({ metric, stopped }) => metric.outcome === 'noEvidence' && stopped?.futile === true);
  const names = listWords(futile.map((one) => nameOf(one, all)));
  return names === ''
    ? undefined
    : t`${names} ${verbFor(futile.length, 'is', 'are')} unlikely to be settled with these samples.`;
}

/** What a reader has to keep in mind, beside an early end. Each is a sentence. */
export function comparisonNotices(comparison: Comparison): readonly string[] {
  const { namedAfter, baselineWarning } = comparison;
  return [namedAfter, baselineWarning, futileWords(comparison)].filter((sentence) => sentence !== undefined);
}

export function cautionWords(comparison: Comparison): readonly string[] {
  return [...comparisonNotices(comparison), stoppedEarlyWords(comparison) ?? []].flat();
}

/** `better`, `no worse, margin 10 points`; without a verdict the reason: `too few: too few units in both runs`. */
export function outcomeText(metric: MetricComparison, benchmark: BenchmarkId, comparison: Comparison): string {
  const reason = obstacleText(metric, benchmark, comparison);
  const margin = metric.role === 'guard' ? marginWords(metric, comparison.guardMargin) : '';
  const outcome = outcomeTexts[metric.outcome];
  return reason === undefined ? [outcome, margin].filter(Boolean).join(', ') : `${outcome}: ${reason}`;
}

/** What a guard may lose: `margin 10 points`, `margin 0.10`. */
export function marginWords({ scale, unit }: Pick<MetricComparison, 'scale' | 'unit'>, guardMargin: number): string {
  return t`margin ${differenceSize(marginOfGuard(scale, guardMargin), unit)}`;
}
