import type { MetricHead } from '../benchmark/metric';
import { gridOf } from '../statistics/exactSigns';
import { detectableDifference, unitsNeeded } from '../statistics/power';
import { bandDistance } from './bandDistance';
import type { MetricComparison } from './comparison';
import { comparisonWord, type WordLimits } from './comparisonWord';
import type { Inference } from './inference';
import type { PreparedMetric } from './preparedMetric';
import { factorOf } from './runObservations';

/** What was found out about a prepared metric; the members are absent where it could not be tested. */
export interface MetricEvidence {
  readonly inference?: Inference | undefined;
  readonly pCorrected?: number | undefined;
  /** What the metric's own step of the correction asks of its p. */
  readonly planLevel?: number | undefined;
  /** The runs differ in something that bears on this metric. */
  readonly isUnlike: boolean;
  /** A simulated tutor had a part: neither test nor word is given. */
  readonly withoutVerdicts: boolean;
  /** Half width of the band of differences between runs of one prompt. */
  readonly noise?: number | undefined;
}

/** A metric's row: all figures, and the word. */
export function comparedMetric(
  prepared: PreparedMetric,
  evidence: MetricEvidence,
  limits: WordLimits,
): MetricComparison {
  const { definition, before, after, design, compared, pairs, plan } = prepared;
  const { inference, pCorrected, planLevel, withoutVerdicts, noise } = evidence;
  const difference =
    compared.before === undefined || compared.after === undefined ? undefined : compared.after - compared.before;
  const toBand = toBandOf(definition, compared);
  const units = plan.kind === 'unpaired' ? (plan.before.length + plan.after.length) / 2 : pairs;
  const error = inference?.standardError ?? 0;
  const estimate =
    planLevel === undefined || !(error > 0 && Number.isFinite(error))
      ? undefined
      : { standardError: error, units, alpha: planLevel, grain: grainOf(prepared) };
  const isKnown = difference !== undefined && estimate !== undefined;
  return {
    ...headOf(definition),
    before,
    after,
    design,
    pairs,
    compared,
    difference,
    interval: inference?.interval,
    test: withoutVerdicts ? undefined : inference?.test,
    p: withoutVerdicts ? undefined : inference?.p,
    pCorrected,
    ...wordOf(prepared, evidence, difference, toBand?.change, limits),
    detectable: isKnown ? detectableDifference(estimate) : undefined,
    needed: isKnown ? unitsNeeded(difference, estimate) : undefined,
    ...(planLevel === undefined ? {} : { planLevel }),
    ...countsOf(prepared, withoutVerdicts),
    ...(toBand === undefined ? {} : { toBand }),
    ...(noise === undefined ? {} : { noise }),
    ...(noise === undefined || difference === undefined ? {} : { insideBand: Math.abs(difference) <= noise }),
  };
}

/** The step on which a mean's differences lie, in the metric's unit. */
function grainOf({ plan }: PreparedMetric): number | undefined {
  if (plan.kind !== 'paired' || plan.figure.kind !== 'sums' || !plan.figure.isPlainMean) return undefined;
  return gridOf(Float64Array.from([0, ...plan.figure.resample.features]))?.step;
}

function headOf({ id, block, title, explain, unit, direction, scale, band, judges }: MetricHead): MetricHead {
  const optional = { ...(block === undefined ? {} : { block }), ...(band === undefined ? {} : { band }) };
  return { id, title, explain, unit, direction, scale, judges, ...optional };
}

function toBandOf({ direction, band }: MetricHead, compared: PreparedMetric['compared']): MetricComparison['toBand'] {
  if (direction !== 'band' || band === undefined) return undefined;
  if (compared.before === undefined || compared.after === undefined) return undefined;
  const [before, after] = [bandDistance(compared.before, band), bandDistance(compared.after, band)];
  return { before, after, change: after - before };
}

function wordOf(
  { definition, plan }: PreparedMetric,
  { inference, pCorrected, isUnlike, withoutVerdicts }: MetricEvidence,
  difference: number | undefined,
  distanceChange: number | undefined,
  limits: WordLimits,
): Pick<MetricComparison, 'word' | 'obstacle'> {
  if (plan.kind === 'obstacle') return { word: 'notComparable', obstacle: plan.obstacle };
  if (isUnlike) return { word: 'notComparable', obstacle: 'differences' };
  if (plan.kind === 'tooFew' && !withoutVerdicts) return { word: 'tooFew' };
  if (difference === undefined) return { word: 'notComparable', obstacle: 'noValue' };
  if (withoutVerdicts) return { word: 'simulated' };
  const found = { difference, interval: inference?.interval, pCorrected, distanceChange };
  return { word: comparisonWord(definition, found, limits) };
}

/** Improved and worse follow the direction; on a band a unit improves when it comes closer to it. */
function countsOf(
  { definition, units }: PreparedMetric,
  withoutVerdicts: boolean,
): Pick<MetricComparison, 'moves' | 'counts'> {
  if (units === undefined) return {};
  const { direction, band } = definition;
  const factor = factorOf(definition);
  const changes = units.map(({ before, after }) => after - before);
  const [up, down] = [count(changes, 1), count(changes, -1)];
  const same = changes.length - up - down;
  const moves = { up, same, down };
  if (direction === 'none' || withoutVerdicts) return { moves };
  if (direction === 'up') return { moves, counts: { improved: up, same, worse: down } };
  if (direction === 'down') return { moves, counts: { improved: down, same, worse: up } };
  if (band === undefined) return { moves };
  const nearer = units.map(
    ({ before, after }) => bandDistance(before * factor, band) - bandDistance(after * factor, band),
  );
  const [improved, worse] = [count(nearer, 1), count(nearer, -1)];
  return { moves, counts: { improved, same: nearer.length - improved - worse, worse } };
}

function count(changes: readonly number[], sign: 1 | -1): number {
  return changes.filter((change) => change * sign > 0).length;
}
