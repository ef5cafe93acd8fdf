import type { MetricComparison, Obstacle, TestKind } from '../compare/comparison';
import { comparisonWords, differenceText } from '../compare/differenceText';
import { forestRow } from '../compare/forestRow';
import type { ComparisonRowView } from './comparisonViewModel';
import { countWords } from './countWords';
import { formatLevel, formatNumber } from './formatMetric';

/** What a row needs to know of its benchmark. */
export interface RowScope {
  readonly benchmark: string;
  readonly block: string;
  /** Samples that both runs have. */
  readonly samples: number;
  /** Conversations of a run in the mean, for runs that are compared unpaired. */
  readonly conversations: number;
}

const testNames: Readonly<Record<TestKind, string>> = {
  mcnemar: 'exact McNemar test',
  signFlip: 'sign-flip test',
  exchange: 'permutation of the runs within each unit',
  fisher: 'Fisher’s exact test',
  labels: 'permutation of the runs’ labels',
};

const obstacleWords: Readonly<Record<Obstacle, string>> = {
  differences: 'The runs differ in something that bears on this metric, so no verdict is given.',
  oneRunOnly: 'Only one of the runs computed it.',
  noValue: 'A run has no value for it.',
};

/** A metric's row of the forest plot. */
export function comparisonViewRow(metric: MetricComparison, scope: RowScope): ComparisonRowView {
  const { id, title, judges, unit, word, obstacle, compared, before, after, design, pairs, insideBand } = metric;
  const forest = forestRow(metric);
  const more = moreSamples(metric, scope);
  return {
    key: `${scope.benchmark}/${scope.block}/${id}`,
    id,
    title,
    judges,
    unit,
    word,
    wordText: comparisonWords[word],
    ...(obstacle === undefined ? {} : { obstacle }),
    before: valueText(compared.before, metric),
    after: valueText(compared.after, metric),
    difference: differenceText(metric),
    n: design === 'paired' ? String(pairs) : `${before.n}/${after.n}`,
    details: detailsOf(metric, more),
    insideBand: insideBand === true,
    ...(forest === undefined ? {} : { forest }),
    ...(more === undefined ? {} : { moreSamples: more }),
  };
}

function valueText(value: number | undefined, { unit }: MetricComparison): string {
  return value === undefined ? 'n/a' : formatNumber(value, unit);
}

/** Units come from samples, not always one from one (a pair is two, a learner state is some): their ratio is carried on. */
function moreSamples({ word, needed, design, pairs }: MetricComparison, scope: RowScope): number | undefined {
  const units = design === 'paired' ? pairs : scope.conversations;
  if (word !== 'noEvidence' || needed === undefined || units === 0 || needed <= units) return undefined;
  return Math.ceil(((needed - units) * scope.samples) / units);
}

function detailsOf(metric: MetricComparison, more: number | undefined): string {
  const { explain, obstacle, noise, insideBand, toBand } = metric;
  const value = (number: number | undefined): string => valueText(number, metric);
  return [
    explain,
    valuesSentence(metric),
    ...(toBand === undefined
      ? []
      : [`Distance to the wanted band: ${value(toBand.before)} before, ${value(toBand.after)} after.`]),
    testSentence(metric),
    ...(noise === undefined
      ? []
      : [
          `Two runs of one prompt differ by up to ${value(noise)}: this difference is ${insideBand === true ? 'inside' : 'outside'} that band.`,
        ]),
    powerSentence(metric, more),
    ...(obstacle === undefined ? [] : [obstacleWords[obstacle]]),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function valuesSentence(metric: MetricComparison): string {
  const { before, after, design, pairs, compared, difference, interval, counts, moves } = metric;
  const value = (number: number | undefined): string => valueText(number, metric);
  const whole = `Whole runs: ${value(before.value)} before (n ${before.n}), ${value(after.value)} after (n ${after.n}).`;
  if (difference === undefined) return whole;
  const level = interval === undefined ? '' : ` (with the ${formatLevel(interval.level)} interval)`;
  const on = design === 'paired' ? `On ${countWords(pairs, 'unit', 'units')} in both` : 'As two groups';
  const directed = counts && ` ${counts.improved} improved, ${counts.same} stayed, ${counts.worse} got worse.`;
  const plain = moves && ` ${moves.up} went up, ${moves.same} stayed, ${moves.down} went down.`;
  return `${whole} ${on}: ${value(compared.before)} to ${value(compared.after)}, ${differenceText(metric)}${level}.${directed ?? plain ?? ''}`;
}

function testSentence({ p, pCorrected, test }: MetricComparison): string {
  if (p === undefined) return '';
  const corrected = pCorrected === undefined ? '' : `, ${pText(pCorrected)} after Holm’s correction`;
  return `p ${pText(p)}${corrected}${test === undefined ? '' : ` (${testNames[test]})`}.`;
}

function pText(p: number): string {
  return p < 0.001 ? 'under 0.001' : p.toFixed(3);
}

function powerSentence(metric: MetricComparison, more: number | undefined): string {
  const { word, needed, detectable, design } = metric;
  if (word === 'tooFew') return 'Fewer units than any result could be told from chance with.';
  if (word !== 'noEvidence') return '';
  const smallest =
    detectable === undefined
      ? ''
      : `The smallest difference that so many units can show is ${valueText(detectable, metric)}.`;
  if (needed === undefined) return smallest;
  const units =
    design === 'paired' ? countWords(needed, 'unit', 'units') : `${countWords(needed, 'unit', 'units')} in each run`;
  const samples = more === undefined ? '' : `, ${countWords(more, 'sample', 'samples')} more`;
  return `${smallest} A true difference of this size would be found with ${units}${samples}.`.trim();
}
