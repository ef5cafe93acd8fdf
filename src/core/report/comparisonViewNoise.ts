import { formatNumber, type MetricUnit } from '../text/formatNumber';
import type { Comparison, LeftOutReason, MetricComparison, NoiseBand, NoiseBands } from '../compare/comparison';
import { bandOf } from '../compare/noiseBand';
import { countWords } from '../text/countWords';
import type { NoiseRowView, NoiseView } from './comparisonViewModel';

interface Banded {
  readonly metric: MetricComparison;
  readonly band: NoiseBand;
}

/** The size of a difference in a metric's unit: `0.08`, `4.0 points`. */
export function differenceSize(value: number, unit: MetricUnit): string {
  const text = formatNumber(value, unit);
  return unit === 'percent' ? `${text.replace('%', '')} points` : text;
}

/** Sources of the variance: `judge 30%, tutor 70%`; `undefined` if they cannot be separated. */
export function noiseParts({ judgeShare }: NoiseBand): string | undefined {
  if (judgeShare === undefined) return undefined;
  const judge = Math.round(judgeShare * 100);
  return `judge ${judge}%, tutor ${100 - judge}%`;
}

/** Noise between runs of one prompt, per metric; `undefined` if no runs were read for it. */
export function comparisonViewNoise(comparison: Comparison): NoiseView | undefined {
  const { noise } = comparison;
  if (noise === undefined) return undefined;
  const banded = comparison.benchmarks.map(({ id, title, metrics }) => ({
    id,
    title,
    found: metrics.flatMap((metric): readonly Banded[] => {
      const band = bandOf(noise, id, metric);
      return band === undefined ? [] : [{ metric, band }];
    }),
  }));
  const rowOf = ({ metric: { title, unit }, band }: Banded): NoiseRowView => ({
    title,
    halfWidth: band.halfWidth === 0 ? 'none seen' : `±${differenceSize(band.halfWidth, unit)}`,
    covers: band.covers,
    coversText: band.covers === 'run' ? 'whole run' : 'judge alone, a lower bound',
    parts: noiseParts(band),
  });
  return {
    sentence: noiseSentence(
      comparison,
      noise,
      banded.flatMap(({ found }) => found),
    ),
    benchmarks: banded.flatMap(({ id, title, found }) =>
      found.length === 0 ? [] : [{ id, title, rows: found.map(rowOf) }],
    ),
    leftOut: leftOutText(noise),
  };
}

/** Names the widest band as a share of its scale, since metrics have different units. */
function noiseSentence(comparison: Comparison, noise: NoiseBands, all: readonly Banded[]): string {
  const { before, after, samePrompt } = comparison;
  const earlier = samePrompt ? 'this prompt' : 'the earlier prompt';
  const other = noise.revision === after.revision ? 'the later prompt' : 'another revision of the prompt';
  const prompt = noise.revision === before.revision ? earlier : other;
  const whole = all.filter(({ band }) => band.covers === 'run');
  const isWhole = whole.length > 0;
  const [widest] = (isWhole ? whole : all).toSorted((left, right) => shareOf(right) - shareOf(left));
  if (widest === undefined) return `How much two runs of ${prompt} differ by chance is not known yet.`;
  const size = differenceSize(widest.band.halfWidth, widest.metric.unit);
  const on = `on ${widest.metric.title}${all.length === 1 ? '' : ', the noisiest metric'}`;
  const isNone = widest.band.halfWidth === 0;
  const runs = isNone ? 'did not differ, which does not show that runs never do' : `differ by up to ${size} ${on}`;
  const judge = isNone
    ? 'did not move a score, but two runs may still differ'
    : `moves a score by up to ${size} ${on}; two runs differ by that or more`;
  const what = isWhole ? `Two runs of ${prompt} ${runs}` : `On the same replies of ${prompt} the judge alone ${judge}`;
  return `${what}. Read from ${sourcesText(all.map(({ band }) => band))}.`;
}

function shareOf({ metric: { scale }, band }: Banded): number {
  const width = scale[1] - scale[0];
  return width > 0 ? band.halfWidth / width : 0;
}

/** `3 runs, 4 repeats of each sample and 1 re-judging`. */
function sourcesText(bands: readonly NoiseBand[]): string {
  const most = (name: keyof NoiseBand['from']): number => Math.max(...bands.map(({ from }) => from[name]));
  const [runs, repeats, rejudgings] = [most('runs'), most('repeats'), most('rejudgings')];
  const sources = [
    countWords(runs, 'run', 'runs'),
    ...(repeats > 1 ? [`${countWords(repeats, 'repeat', 'repeats')} of each sample`] : []),
    ...(rejudgings > 0 ? [countWords(rejudgings, 're-judging', 're-judgings')] : []),
  ];
  const last = sources.pop() ?? '';
  return sources.length === 0 ? last : `${sources.join(', ')} and ${last}`;
}

const reasonTexts: Readonly<Record<LeftOutReason, string>> = {
  otherPrompt: 'of another prompt',
  unlike: 'made under other conditions',
  sharedReplies: 'with some replies copied from another run',
  sharedVerdicts: 'with verdicts copied from another run',
  sameSimulation: 'in which simulated models repeated their answers, as they do with the same seed',
};

function leftOutText({ leftOut }: NoiseBands): string | undefined {
  if (leftOut.length === 0) return undefined;
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))].map(
    (reason) => `${leftOut.filter((one) => one.reason === reason).length} ${reasonTexts[reason]}`,
  );
  return `${countWords(leftOut.length, 'run says', 'runs say')} nothing about noise: ${reasons.join(', ')}.`;
}
