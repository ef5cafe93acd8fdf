import { isLearnedVersion } from '../benchmarks/learnedJudge';
import type { MeanMetric, MetricValue } from '../benchmarks/metric';
import type { ProtocolPolicy } from '../benchmarks/protocolPolicy';
import type { Interval } from '../statistics/interval';
import { leastGold } from '../statistics/leastGold';
import { correctedMean, type Uncorrectable } from '../statistics/misclassification';
import type { TrustCard } from '../store/trustCard';
import type { JudgeTrust } from './trustOf';

/** What a score would have been had people judged, by the errors that the judge made on labelled replies. */
export interface CorrectedScore {
  /** In the metric's unit, as is `ci`. */
  readonly value: number;
  /** Of the run's units and of the labelled replies, both sampled. */
  readonly ci: Interval;
  readonly method: 'misclassification';
  /** Labelled replies with a usable verdict and a score behind it. */
  readonly goldN: number;
  /** Whether it lies beyond the scale and was cut: by chance, or as the run is unlike the labelled replies. */
  readonly cut: boolean;
}

/** `reason` is half a sentence for people. */
export type Correction =
  { readonly kind: 'corrected'; readonly score: CorrectedScore } | { readonly kind: 'none'; readonly reason: string };

/** A metric of a run with what is known of the judges behind it. */
export interface CorrectableMetric {
  readonly metric: MetricValue;
  /** What a verdict counts; `undefined` where the metric is no plain mean of verdicts. */
  readonly verdictScore: VerdictScore | undefined;
  readonly trust: readonly JudgeTrust[];
  readonly policy: ProtocolPolicy;
}

type VerdictScore = NonNullable<MeanMetric<never>['verdictScore']>;

/**
 * Corrects a metric for its judge's errors where it is a plain mean of one judge's verdicts and that judge's present wording was checked
 * against people and found to be worth asking; says why not elsewhere. The metric itself stays as it is.
 */
export function correctedScore({ metric, verdictScore, trust, policy }: CorrectableMetric): Correction {
  const [known, ...others] = trust;
  if (known === undefined) return none('no judge has a part in it');
  if (verdictScore === undefined || others.length > 0) return none('it is not a plain mean of one judge’s verdicts');
  if (known.kind === 'unchecked') return none(known.reason ?? 'nobody has checked the judge');
  if (known.kind === 'few') return none(`too few labels: ${known.reason}`);
  if (known.older) {
    return none(
      `an earlier ${isLearnedVersion(known.card.judgeVersion) ? 'version' : 'wording'} of the judge was checked`,
    );
  }
  if (known.kind === 'beaten') return none('the judge is not to be relied on');
  const { card } = known;
  if (card.trainedDialogues !== undefined) {
    return none('the judge was checked on replies to dialogues that it was trained on');
  }
  if (card.measuredOn !== undefined) return none(`the judge was ${card.measuredOn}`);
  const { value, ci, unit, scale } = metric;
  if (value === undefined || ci === undefined) return none('the score has no interval');
  if (card.confusion === undefined) return none('the card has no counts of the judge’s errors; calibrate once more');
  const factor = unit === 'percent' ? 100 : 1;
  const judged = {
    value: value / factor,
    interval: { low: ci.low / factor, high: ci.high / factor, level: ci.level },
    scale: [scale[0] / factor, scale[1] / factor],
  } as const;
  const found = correctedMean(
    judged,
    goldOf(card, card.confusion, (label) => verdictScore(label, policy)),
  );
  if (found.kind === 'refused') return none(refusals[found.why]);
  const { low, high, level } = found.interval;
  return {
    kind: 'corrected',
    score: {
      value: found.value * factor,
      ci: { low: low * factor, high: high * factor, level },
      method: 'misclassification',
      goldN: found.labels,
      cut: found.cut,
    },
  };
}

type Confusion = NonNullable<TrustCard['confusion']>;

function goldOf(
  { clusters, clusterProducts }: TrustCard,
  { labels, counts }: Confusion,
  scoreOf: (label: Confusion['labels'][number]) => number | undefined,
): Parameters<typeof correctedMean>[1] {
  return { scores: labels.map(scoreOf), counts, clusters, products: clusterProducts };
}

const refusals: Readonly<Record<Uncorrectable, string>> = {
  fewLabels: `fewer than ${leastGold.labels} labelled replies`,
  fewClusters: `labelled replies from fewer than ${leastGold.clusters} dialogues`,
  fewUncommon: `fewer than ${leastGold.uncommon} labelled replies that count otherwise than most`,
  looseJudge: 'the judge follows people too loosely to tell by these labels what its score would be worth',
  unlikeGold: 'no judge with these errors would score the run so: its replies are unlike the labelled ones',
  otherConfidence: 'the score’s interval is not one of 95%',
};

function none(reason: string): Correction {
  return { kind: 'none', reason };
}
