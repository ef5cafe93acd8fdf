import type {
  BenchmarkComparison,
  ComparedRun,
  Comparison,
  DifferenceKind,
  RunDifference,
} from '../compare/comparison';
import { comparisonSentence } from '../compare/comparisonSentence';
import { comparisonWords, differenceText, intervalMethod, noVerdicts, signedNumber } from '../compare/comparisonWords';
import { bandOf } from '../compare/noiseBand';
import { type PromptChange, wordDiff } from '../history/changedLines';
import type { RemainingSamples } from '../history/planLarger';
import type { StaleSide } from '../history/staleSide';
import { shortenRevision } from '../results/headerFacts';
import type { CaseDetail } from '../results/reportModel';
import { countWords } from '../text/countWords';
import { type ComparisonTitles, comparisonViewFlips, comparisonViewTurns } from './comparisonViewFlips';
import type {
  BaselineChanges,
  BenchmarkComparisonView,
  ComparedRunView,
  ComparisonGroupView,
  ComparisonView,
  DifferenceView,
  FlipDetail,
  MetricChange,
  TurnDiff,
} from './comparisonViewModel';
import { comparisonViewNoise } from './comparisonViewNoise';
import { comparisonViewPrompt } from './comparisonViewPrompt';
import { comparisonViewRow } from './comparisonViewRow';

/** What a comparison does not hold itself. */
export interface ComparisonViewParts {
  readonly titles: ComparisonTitles;
  /** What changed in the prompt; where both texts are at hand. */
  readonly prompt?: PromptChange;
  /** Labels of revisions that have one, by revision. */
  readonly labels?: ReadonlyMap<string, string>;
  /** What is left to play, by benchmark; one that is not there is not known. */
  readonly remaining?: ReadonlyMap<string, RemainingSamples>;
  /** Whose judging is out of date. */
  readonly staleSide?: StaleSide | undefined;
}

/** A comparison as the panel shows it. Pure: the same comparison and parts give the same view. */
export function comparisonView(comparison: Comparison, parts: ComparisonViewParts): ComparisonView {
  const { titles, prompt, labels, remaining, staleSide } = parts;
  const { before, after, samePrompt, comparable, withoutVerdicts, differences, benchmarks, tested } = comparison;
  const noise = comparisonViewNoise(comparison);
  const names = new Map<string, string>(benchmarks.map(({ id, title }) => [id, title]));
  return {
    before: runView(before, labels),
    after: runView(after, labels),
    sentence: comparisonSentence(comparison),
    samePrompt,
    comparable,
    ...(withoutVerdicts === undefined ? {} : { withoutVerdicts }),
    method:
      withoutVerdicts === true
        ? `${intervalMethod(comparison)}. ${noVerdicts}`
        : `${intervalMethod(comparison)}; p-values corrected for ${countWords(tested, 'tested metric', 'tested metrics')} (Holm).`,
    differences: differences.map((difference) => ({
      ...differenceView(difference, names, titles),
      intended: comparison.intended.includes(difference.kind),
    })),
    ...(comparison.judgeDoubts === undefined ? {} : { judgeDoubts: comparison.judgeDoubts.sentence }),
    ...(staleSide === undefined ? {} : { staleSide }),
    benchmarks: benchmarks.map((benchmark) =>
      benchmarkView(benchmark, comparison, titles, remaining?.get(benchmark.id)),
    ),
    ...(prompt === undefined ? {} : { prompt: comparisonViewPrompt(prompt) }),
    ...(noise === undefined ? {} : { noise }),
  };
}

function runView(run: ComparedRun, labels: ReadonlyMap<string, string> | undefined): ComparedRunView {
  return { ...run, name: labels?.get(run.revision) ?? shortenRevision(run.revision) };
}

const differenceNames: Readonly<Record<DifferenceKind, string>> = {
  judgeModel: 'Judge model',
  judgeVersion: 'Judge prompt',
  tutor: 'Tutor model',
  tutorVersion: 'Tutor model’s version',
  student: 'Student’s model',
  decoding: 'Sampling settings',
  protocol: 'Protocol',
  placement: 'Placement of the prompt',
  policy: 'Choice of protocol',
  data: 'Samples',
  repeats: 'Repeats',
  seed: 'Seed',
  benchmark: 'Benchmark',
};

function differenceView(
  difference: RunDifference,
  names: ReadonlyMap<string, string>,
  titles: ComparisonTitles,
): Omit<DifferenceView, 'intended'> {
  const { kind, benchmark, subject, before, after, breaks, remedy, meaning } = difference;
  const of = kind === 'judgeVersion' && benchmark && subject ? titles.judge(benchmark, subject) : undefined;
  return {
    kind,
    name: subject === undefined ? differenceNames[kind] : `${differenceNames[kind]} “${of ?? subject}”`,
    ...(benchmark === undefined ? {} : { benchmark: names.get(benchmark) ?? benchmark }),
    before,
    after,
    breaks,
    remedy,
    meaning,
  };
}

function benchmarkView(
  benchmark: BenchmarkComparison,
  comparison: Comparison,
  titles: ComparisonTitles,
  remaining: RemainingSamples | undefined,
): BenchmarkComparisonView {
  const { id, title, samples } = benchmark;
  return {
    id,
    title,
    groups: groupsOf(benchmark, comparison, remaining),
    unpaired: benchmark.metrics.some(({ design }) => design === 'unpaired'),
    both: samples.both,
    beforeOnly: samples.beforeOnly.map(({ sampleId }) => sampleId),
    afterOnly: samples.afterOnly.map(({ sampleId }) => sampleId),
    changed: samples.changed.map(({ sampleId }) => sampleId),
    loneRepeats: samples.loneRepeats,
    duplicates: samples.duplicates.length,
    ...(remaining?.kind === 'known' ? { unplayed: remaining.unplayed } : {}),
    ...comparisonViewFlips(benchmark, titles),
    turns: comparisonViewTurns(benchmark, titles),
  };
}

/** Metrics by block in the benchmark's order; those that name no block of it come first. */
function groupsOf(
  benchmark: BenchmarkComparison,
  { noise, tested }: Pick<Comparison, 'noise' | 'tested'>,
  remaining: RemainingSamples | undefined,
): readonly ComparisonGroupView[] {
  const { id: benchmarkId, blocks, metrics, samples } = benchmark;
  const known = new Set(blocks.map(({ id }) => id));
  const heads = known.has('') ? blocks : [{ id: '', title: benchmark.title }, ...blocks];
  return heads.flatMap(({ id, title }) => {
    const own = metrics.filter(({ block }) => (block !== undefined && known.has(block) ? block : '') === id);
    const scope = { benchmark: benchmarkId, block: id, samples: samples.both, tested, remaining };
    const rows = own.map((metric) => comparisonViewRow(metric, scope, bandOf(noise, benchmarkId, metric)));
    return own.length === 0 ? [] : [{ id, title, rows }];
  });
}

/** The changes of the later run from the earlier one, for the overview; metrics without a difference are left out. */
export function comparisonViewChanges(comparison: Comparison, label?: string): BaselineChanges {
  const metrics = comparison.benchmarks.flatMap((benchmark) => {
    const known = new Set(benchmark.blocks.map(({ id }) => id));
    return benchmark.metrics.flatMap((metric): readonly MetricChange[] => {
      const { block = '', id, word, insideBand, difference, unit } = metric;
      if (difference === undefined) return [];
      return [
        {
          benchmark: benchmark.id,
          block: known.has(block) ? block : '',
          metric: id,
          judge: comparison.after.judge,
          word,
          wordText: comparisonWords[word] + (insideBand === true ? ', inside the noise band' : ''),
          text: differenceText(metric),
          short: signedNumber(difference, unit),
        },
      ];
    });
  });
  return { against: label ?? shortenRevision(comparison.before.revision), metrics };
}

/** Both transcripts of a flip with the word-level difference of each turn's replies. */
export function comparisonViewPair(before: CaseDetail | undefined, after: CaseDetail | undefined): FlipDetail {
  const earlier = repliesOf(before);
  const later = repliesOf(after);
  const turns = [...earlier].flatMap(([turn, text]): readonly TurnDiff[] => {
    const other = later.get(turn);
    return other === undefined ? [] : [{ turn, segments: wordDiff(text, other) }];
  });
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }), turns };
}

function repliesOf(detail: CaseDetail | undefined): ReadonlyMap<number, string> {
  const replies = detail?.turns.filter(({ role }) => role === 'reply') ?? [];
  return new Map(replies.map(({ turn, text }, place) => [turn ?? place + 1, text]));
}
