import type { Comparison, DifferenceKind } from '../compare/comparison';
import {
  blockOf,
  comparisonSentence,
  comparisonWords,
  differenceText,
  intervalMethod,
  metricGroups,
  noVerdicts,
  signedNumber,
} from '../compare/comparisonWords';
import { bandOf } from '../compare/noiseBand';
import { type PromptChange, wordDiff } from '../history/changedLines';
import type { RemainingSamples } from '../history/planLarger';
import type { StaleSide } from '../history/staleSide';
import { shortenRevision } from '../results/headerFacts';
import type { CaseDetail } from '../results/reportModel';
import { countWords } from '../text/countWords';
import { type ComparisonTitles, comparisonViewFlips, comparisonViewTurns } from './comparisonViewFlips';
import type { BaselineChanges, ComparedRunView, ComparisonView, FlipDetail, TurnDiff } from './comparisonViewModel';
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
  readonly staleSide?: StaleSide | undefined;
}

const differenceTitles: Readonly<Record<DifferenceKind, string>> = {
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

/** A comparison as the panel shows it. Pure: the same comparison and parts give the same view. */
export function comparisonView(comparison: Comparison, parts: ComparisonViewParts): ComparisonView {
  const { titles, prompt, labels, remaining, staleSide } = parts;
  const { samePrompt, comparable, withoutVerdicts, tested, intended, noise } = comparison;
  const names = new Map<string, string>(comparison.benchmarks.map(({ id, title }) => [id, title]));
  const sideView = (side: 'before' | 'after'): ComparedRunView => {
    const { revision } = comparison[side];
    return { ...comparison[side], name: labels?.get(revision) ?? shortenRevision(revision) };
  };
  return {
    before: sideView('before'),
    after: sideView('after'),
    sentence: comparisonSentence(comparison),
    samePrompt,
    comparable,
    withoutVerdicts,
    method:
      intervalMethod(comparison) +
      (withoutVerdicts === true
        ? `. ${noVerdicts}`
        : `; p-values corrected for ${countWords(tested, 'tested metric', 'tested metrics')} (Holm).`),
    differences: comparison.differences.map(({ benchmark, subject, ...difference }) => {
      const { kind } = difference;
      const of = kind === 'judgeVersion' && benchmark && subject ? titles.judge(benchmark, subject) : undefined;
      return {
        ...difference,
        name: subject === undefined ? differenceTitles[kind] : `${differenceTitles[kind]} “${of ?? subject}”`,
        benchmark: benchmark && (names.get(benchmark) ?? benchmark),
        intended: intended.includes(kind),
      };
    }),
    judgeDoubts: comparison.judgeDoubts?.sentence,
    staleSide,
    benchmarks: comparison.benchmarks.map((benchmark) => {
      const { id, title, samples, metrics } = benchmark;
      const left = remaining?.get(id);
      const scope = { benchmark: id, samples: samples.both, tested, remaining: left };
      return {
        id,
        title,
        groups: metricGroups(benchmark).map((group) => ({
          id: group.id,
          title: group.title,
          rows: group.metrics.map((metric) =>
            comparisonViewRow(metric, { ...scope, block: group.id }, bandOf(noise, id, metric)),
          ),
        })),
        unpaired: metrics.some(({ design }) => design === 'unpaired'),
        both: samples.both,
        beforeOnly: samples.beforeOnly.map(({ sampleId }) => sampleId),
        afterOnly: samples.afterOnly.map(({ sampleId }) => sampleId),
        changed: samples.changed.map(({ sampleId }) => sampleId),
        loneRepeats: samples.loneRepeats,
        duplicates: samples.duplicates.length,
        unplayed: left?.kind === 'known' ? left.unplayed : undefined,
        ...comparisonViewFlips(benchmark, titles),
        turns: comparisonViewTurns(benchmark, titles),
      };
    }),
    prompt: prompt && comparisonViewPrompt(prompt),
    noise: comparisonViewNoise(comparison),
  };
}

/** The changes of the later run from the earlier one, for the overview; metrics without a difference are left out. */
export function comparisonViewChanges(comparison: Comparison, label?: string): BaselineChanges {
  const metrics = comparison.benchmarks.flatMap((benchmark) =>
    benchmark.metrics.flatMap((metric) => {
      const { id, word, insideBand, difference, unit } = metric;
      if (difference === undefined) return [];
      return {
        benchmark: benchmark.id,
        block: blockOf(benchmark, metric),
        metric: id,
        judge: comparison.after.judge,
        word,
        wordText: comparisonWords[word] + (insideBand === true ? ', inside the noise band' : ''),
        text: differenceText(metric),
        short: signedNumber(difference, unit),
      };
    }),
  );
  return { against: label ?? shortenRevision(comparison.before.revision), metrics };
}

/** Both transcripts of a flip with the word-level difference of each turn's replies. */
export function comparisonViewPair(before: CaseDetail | undefined, after: CaseDetail | undefined): FlipDetail {
  const later = repliesOf(after);
  const turns = [...repliesOf(before)].flatMap(([turn, text]): readonly TurnDiff[] => {
    const other = later.get(turn);
    return other === undefined ? [] : [{ turn, segments: wordDiff(text, other) }];
  });
  return { before, after, turns };
}

function repliesOf(detail: CaseDetail | undefined): ReadonlyMap<number, string> {
  const replies = detail?.turns.filter(({ role }) => role === 'reply') ?? [];
  return new Map(replies.map(({ turn, text }, place) => [turn ?? place + 1, text]));
}
