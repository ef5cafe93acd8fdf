import type { Part } from '../../statistics/hiddenSpread';
import { principles } from '../kmpbench/principles';
import { derivedMetric, type DerivedMetric, type MeanMetric, type MetricDefinition, type MetricHead } from '../metric';
import type { ProtocolPolicy } from '../protocolPolicy';
import type { SampleResult } from '../sampleResult';
import { criteriaOfLevel, criterionLevels, overallId, type Criterion } from './criteria';
import {
  levelAccuracies,
  levelAccuracy,
  levelParts,
  overallAccuracy,
  overallParts,
  principleMean,
  principleParts,
  principlesCovered,
  type WinShares,
} from './figures';
import * as heads from './metricHeads';
import type { KmpDialogueSample } from './samples';
import { levelTies, positionBias, secondReadings } from './secondReadings';
import { meanPoints, verdictsOn, winPoints, winShares } from './verdictsOf';

type Results = readonly SampleResult<KmpDialogueSample>[];

/** The benchmark's metrics; a principle that no sample targets observes nothing. */
export const kmpDialogueMetrics: readonly MetricDefinition<KmpDialogueSample>[] = [
  shareMetric(
    heads.overallHead,
    overallOfAll,
    overallParts,
    (results, policy) => coverage(results, policy) === principles.length,
  ),
  shareMetric(
    heads.partialOverallHead,
    (samples) => overallAccuracy(levelAccuracies(samples)),
    overallParts,
    (results, policy) => coverage(results, policy) < principles.length,
  ),
  {
    kind: 'mean',
    ...heads.overallJudgementHead,
    observe: (results, policy) => observed(overallId, results, policy),
  } satisfies MeanMetric<KmpDialogueSample>,
  shareMetric(
    heads.generalHead,
    (samples) => levelAccuracy('general', samples),
    (samples) => levelParts('general', samples),
  ),
  shareMetric(
    heads.principleMeanHead,
    (samples) => principleMean(levelAccuracies(samples)),
    (samples) => principleParts(samples),
  ),
  {
    kind: 'mean',
    ...heads.principlesCoveredHead,
    // One unit for the whole run: a count of what there is has no interval.
    observe: (results, policy) => {
      const judged = results.filter((result) => winShares(result, policy) !== undefined).length;
      return judged === 0 ? [] : [{ unit: 'all', value: coverage(results, policy), units: judged }];
    },
  } satisfies MeanMetric<KmpDialogueSample>,
  ...principles.map((principle) =>
    shareMetric(
      heads.principleHead(principle),
      (samples) => levelAccuracy(principle, samples),
      (samples) => levelParts(principle, samples),
      () => true,
      (results) => results.filter(({ sample }) => sample.principles.includes(principle)),
    ),
  ),
  ...criterionLevels.flatMap((level) => [...criteriaOfLevel(level).map(criterionMetric), levelTies(level)]),
  ...secondReadings,
  positionBias,
];

function criterionMetric(criterion: Criterion): MeanMetric<KmpDialogueSample> {
  const { id, level } = criterion;
  return {
    kind: 'mean',
    ...heads.criterionHead(criterion),
    observe: (results, policy) => {
      const applies = ({ sample }: Results[number]): boolean =>
        level === 'general' || sample.principles.some((principle) => principle === level);
      return observed(id, results.filter(applies), policy);
    },
  };
}

function observed(id: string, results: Results, policy: ProtocolPolicy): ReturnType<MeanMetric<unknown>['observe']> {
  return results.map((result) => ({
    unit: result.sample.id,
    value: meanPoints(verdictsOn(id, result, policy), winPoints),
  }));
}

/** A metric over win shares with samples as the unit of the bootstrap; `applies` says whether it is shown. */
function shareMetric(
  head: MetricHead,
  estimate: (samples: readonly WinShares[]) => number | undefined,
  parts: (samples: readonly WinShares[]) => readonly Part[],
  applies: (results: Results, policy: ProtocolPolicy) => boolean = () => true,
  among: (results: Results) => Results = (results) => results,
): DerivedMetric<KmpDialogueSample> {
  return derivedMetric<KmpDialogueSample, WinShares>({
    ...head,
    observe: (results, policy) =>
      applies(results, policy)
        ? among(results).map((result) => ({ unit: result.sample.id, value: winShares(result, policy) }))
        : [],
    estimate,
    parts,
  });
}

/** Undefined for a resample that lacks a principle: its mean would be of something else. */
function overallOfAll(samples: readonly WinShares[]): number | undefined {
  const levels = levelAccuracies(samples);
  return principlesCovered(levels) === principles.length ? overallAccuracy(levels) : undefined;
}

function coverage(results: Results, policy: ProtocolPolicy): number {
  const samples = results.flatMap((result) => {
    const shares = winShares(result, policy);
    return shares === undefined ? [] : [shares];
  });
  return principlesCovered(levelAccuracies(samples));
}
