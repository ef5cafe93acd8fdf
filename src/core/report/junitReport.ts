import { lacksReply } from '../benchmark/dialogue';
import { formatInterval, formatMetric } from '../benchmark/formatMetric';
import type { Comparison, ComparisonWord } from '../compare/comparison';
import {
  comparedMark,
  comparedParts,
  comparedRunName,
  comparisonAnswer,
  comparisonWords,
  differenceText,
  type LabelledComparison,
  obstacleText,
  whatIsCompared,
} from '../compare/comparisonWords';
import type { BenchmarkReport, CaseSummary, RunHeader, RunReport, VerdictChip } from '../results/reportModel';
import { simulatedOn, simulatedTitle } from '../results/understoodPrompt';
import { outcomeWords } from '../results/verdictChip';
import type { SimulatedPart } from '../store/runManifest';
import { countOf, verbFor } from '../text/countWords';
import { readableText } from '../text/readableText';
import { judgeDoubts } from './runTrust';

/** Verdicts named in one failure; the rest is counted. */
const mostNamed = 20;

/**
 * JUnit XML for continuous integration: a suite per benchmark with its metrics as properties, a test case per play. A play with a
 * verdict that is not as wanted is a failure, one without a reply an error, one that was skipped, not judged or not judged in full is
 * skipped; where a benchmark has no usable verdict at all, its plays are errors, as a run that says nothing must not be green. Where the run
 * was compared with another one, a suite of that comes first: a metric that got worse is a failure, and nothing else is. Plays that
 * are not as wanted pass then, with what they say as output: no prompt is without any, and a check that is always red is none.
 */
export function junitReport({ run, benchmarks }: RunReport, compared?: LabelledComparison): string {
  const name = run.promptName + simulatedTitle(run.simulatedParts);
  const checks = compared === undefined ? [] : metricChecks(compared.comparison);
  const endings = new Map(benchmarks.map((benchmark) => [benchmark, endingsOf(benchmark, compared !== undefined)]));
  const suites = [
    ...(compared === undefined ? [] : [comparisonSuite(compared, checks, run.startedAt)]),
    ...[...endings].map(([benchmark, kinds]) => suite(benchmark, run, kinds)),
  ];
  const kinds = [...checks.map(({ kind }) => kind), ...[...endings.values()].flat()];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(name)}" ${totals(kinds)} time="${(run.wallMs / 1000).toFixed(3)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function suite(benchmark: BenchmarkReport, run: RunHeader, kinds: readonly Ending[]): string {
  const { id, title, cases, blocks } = benchmark;
  const parts = simulatedOn(run, title);
  const mark = simulatedTitle(parts);
  const judges = [...new Set(blocks.map(({ judge }) => judge))];
  const doubts = judges.flatMap((judge) => {
    const sentence = judgeDoubts({ benchmarks: [benchmark] }, [judge])?.sentence;
    const name = judges.length > 1 ? `${judge}/judge-check` : 'judge-check';
    return sentence === undefined ? [] : [`<property name="${xml(name)}" value="${xml(sentence)}"/>`];
  });
  const properties = blocks.flatMap((block) =>
    block.metrics.map((metric) => {
      const name = [block.judge, block.id, metric.id].filter((part) => part !== '').join('/');
      const value = `${formatMetric(metric)}, ${formatInterval(metric)}, n ${metric.n}, unscored ${metric.excluded}`;
      return `<property name="${xml(name)}" value="${xml(value)}"/>`;
    }),
  );
  return [
    `<testsuite name="${xml(title + mark)}" ${totals(kinds)} timestamp="${xml(run.startedAt.slice(0, 19))}">`,
    `<properties>${[...simulatedProperty(parts), ...properties, ...doubts].join('')}</properties>`,
    ...cases.map((summary, place) => testCase(id, summary, kinds[place] ?? 'error', mark)),
    '</testsuite>',
  ].join('\n');
}

function simulatedProperty(parts: readonly SimulatedPart[]): readonly string[] {
  return parts.length === 0 ? [] : [`<property name="simulated" value="${parts.join(', ')}"/>`];
}

const lackWords: Readonly<Partial<Record<CaseSummary['status'], string>>> = {
  failed: 'The reply could not be had.',
  noReply: 'The reply was empty.',
  refused: 'The model refused to reply.',
};

function testCase(benchmark: string, summary: CaseSummary, kind: Ending, mark: string): string {
  const play = summary.repeat > 0 ? `, repeat ${summary.repeat + 1}` : '';
  const head = `<testcase classname="${xml(benchmark)}" name="${xml(`${summary.sampleId}: ${summary.title}${play}`)}"`;
  const result = resultOf(summary, kind, mark);
  return result === '' ? `${head}/>` : `${head}>${result}</testcase>`;
}

function resultOf(summary: CaseSummary, kind: Ending, mark: string): string {
  switch (kind) {
    case 'error':
      return `<error message="${(lackWords[summary.status] ?? 'No verdict of this benchmark could be used.') + mark}"/>`;
    case 'skipped':
      return `<skipped message="${skippedWords(summary)}"/>`;
    case 'passed': {
      const text = undesiredText(summary);
      return text === '' ? '' : `<system-out>${xml(text)}</system-out>`;
    }
    case 'failure': {
      const [first = ''] = undesired(summary).map(chipWords);
      return `<failure message="${xml(first + mark)}">${xml(undesiredText(summary))}</failure>`;
    }
  }
}

function skippedWords({ status, chips }: CaseSummary): string {
  if (status === 'notApplicable') return 'The tutor model does not take its images.';
  const unscored = chips.filter(({ outcome }) => outcome === 'unscored').length;
  if (unscored === 0) return 'It was not judged to the end.';
  return `${countOf(unscored, chips.length, 'verdict', 'verdicts')} ${verbFor(unscored, 'is', 'are')} unscored.`;
}

function undesired({ chips }: CaseSummary): readonly VerdictChip[] {
  return chips.filter(({ outcome }) => outcome === 'undesired');
}

/** The verdicts that are not as wanted, then the reply; empty where there is no such verdict. */
function undesiredText(summary: CaseSummary): string {
  const failing = undesired(summary);
  if (failing.length === 0) return '';
  const named = failing.slice(0, mostNamed).map(chipWords);
  const rest = failing.length > mostNamed ? [`and ${failing.length - mostNamed} more`] : [];
  return [...named, ...rest, '', summary.reply].join('\n');
}

function chipWords({ judgeTitle, judgeModel, turn, criterionId, label, outcome }: VerdictChip): string {
  const place = [turn === undefined ? '' : `turn ${turn}`, criterionId ?? ''].filter((part) => part !== '').join(', ');
  return `${judgeTitle}${place === '' ? '' : ` (${place})`}: ${label}, ${outcomeWords[outcome]} (${judgeModel})`;
}

type Ending = 'passed' | 'failure' | 'error' | 'skipped';

/** How each play of a benchmark ended. Beside a baseline the metrics say what got worse; a play by itself does not. */
function endingsOf({ cases }: BenchmarkReport, isCompared: boolean): readonly Ending[] {
  const isSilent = !cases.some(({ chips }) => chips.some(({ outcome }) => outcome !== 'unscored'));
  return cases.map((summary): Ending => {
    const { status, chips } = summary;
    if (lacksReply(status) || (isSilent && status !== 'notApplicable')) return 'error';
    if (!isCompared && undesired(summary).length > 0) return 'failure';
    return status === 'judged' && chips.length > 0 && chips.every(({ outcome }) => outcome !== 'unscored')
      ? 'passed'
      : 'skipped';
  });
}

function totals(kinds: readonly Ending[]): string {
  const count = (kind: Ending): number => kinds.filter((one) => one === kind).length;
  return `tests="${kinds.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

function comparisonSuite(compared: LabelledComparison, checks: readonly MetricCheck[], startedAt: string): string {
  const { before, after, judgeDoubts: doubts } = compared.comparison;
  const name = `Compared with ${comparedRunName(before, after, compared.label)}${comparedMark(compared.comparison)}`;
  const simulated = simulatedProperty(comparedParts(compared.comparison));
  const facts = {
    baseline: before.id,
    answer: comparisonAnswer(compared),
    compared: whatIsCompared(compared.comparison),
    ...(doubts === undefined ? {} : { 'judge-check': doubts.sentence }),
  };
  const properties = Object.entries(facts).map(([key, value]) => `<property name="${key}" value="${xml(value)}"/>`);
  return [
    `<testsuite name="${xml(name)}" ${totals(checks.map(({ kind }) => kind))} timestamp="${xml(startedAt.slice(0, 19))}">`,
    `<properties>${[...simulated, ...properties].join('')}</properties>`,
    ...checks.map(metricCase),
    '</testsuite>',
  ].join('\n');
}

function metricCase({ benchmark, name, kind, message }: MetricCheck): string {
  const head = `<testcase classname="${xml(`comparison/${benchmark}`)}" name="${xml(name)}"`;
  return kind === 'passed' ? `${head}/>` : `${head}><${kind} message="${xml(message)}"/></testcase>`;
}

/** Text for an attribute or an element; characters that XML 1.0 cannot hold become `�`. */
function xml(text: string): string {
  return readableText(text)
    .replace(/[\uFFFE\uFFFF]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n]/g, (space) => (space === '\n' ? '&#10;' : '&#9;'));
}

interface MetricCheck {
  readonly benchmark: string;
  readonly name: string;
  readonly kind: 'passed' | 'failure' | 'skipped';
  readonly message: string;
}

const untestedWords: ReadonlySet<ComparisonWord> = new Set<ComparisonWord>(['notComparable', 'tooFew', 'simulated']);

function metricChecks(comparison: Comparison): readonly MetricCheck[] {
  const checks = comparison.benchmarks.flatMap(({ id: benchmark, blocks, metrics, simulatedParts = [] }) =>
    metrics.map((metric): MetricCheck => {
      const { word, title, block } = metric;
      const where = blocks.find(({ id }) => id === block)?.title ?? '';
      const isSkipped = untestedWords.has(word);
      const reason = obstacleText(metric, benchmark, comparison) ?? differenceText(metric);
      return {
        benchmark,
        name: where === '' ? title : `${where}: ${title}`,
        kind: isSkipped ? 'skipped' : word === 'worse' ? 'failure' : 'passed',
        message: `${comparisonWords[word]}: ${reason}${simulatedTitle(simulatedParts)}`,
      };
    }),
  );
  if (checks.length > 0) return checks;
  const message = 'not comparable: the runs have no metric in common';
  return [{ benchmark: 'none', name: 'Metrics in common', kind: 'skipped', message }];
}
