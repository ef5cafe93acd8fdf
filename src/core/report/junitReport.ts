import { lacksReply } from '../benchmark/dialogue';
import { formatInterval, formatMetric } from '../benchmark/formatMetric';
import { untested } from '../compare/decision';
import { cautionWords, decisionWords, marginWords } from '../compare/decisionWords';
import { comparedRunName, comparisonAnswer, type LabelledComparison } from '../compare/comparisonSentence';
import * as described from '../compare/describeComparison';
import type { BenchmarkReport, CaseSummary, RunHeader, RunReport, VerdictChip } from '../results/reportModel';
import { outcomeWords } from '../results/reportModel';
import { simulatedTitle } from '../results/understoodPrompt';
import { countOf, verbFor } from '../text/countWords';
import { escapeMarkup, readableText } from '../text/readableText';
import { judgeDoubts } from './runTrust';

/** Verdicts named in one failure; the rest is counted. */
const mostNamed = 20;

type Ending = 'passed' | 'failure' | 'error' | 'skipped';

/** An error or skipped case has a `message`; a passed case may have `text`. */
interface TestCase {
  readonly classname: string;
  readonly name: string;
  readonly kind: Ending;
  readonly message?: string;
  readonly text?: string;
}

interface Suite {
  readonly name: string;
  readonly properties: readonly (readonly [name: string, value: string])[];
  readonly cases: readonly TestCase[];
}

/**
 * JUnit XML for continuous integration: a suite per benchmark with metrics as properties, and a test case per trial. An
 * undesired verdict is a failure and a missing reply an error; a trial not fully judged is skipped. If a benchmark has
 * no usable verdict, its trials are errors, so that the run is not green. With a comparison, only metrics that got
 * worse are failures: some trials always fail, and a check that is always red is useless.
 */
export function junitReport({ run, benchmarks }: RunReport, compared?: LabelledComparison): string {
  const suites = [
    ...(compared === undefined ? [] : [comparisonSuite(compared)]),
    ...benchmarks.map((benchmark) => benchmarkSuite(benchmark, run, compared !== undefined)),
  ];
  const counts = totals(suites.flatMap(({ cases }) => cases));
  const name = xml(run.promptName + simulatedTitle(run.simulatedParts));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" ${counts} time="${(run.wallMs / 1000).toFixed(3)}">`,
    ...suites.map((suite) => suiteXml(suite, run.startedAt.slice(0, 19))),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteXml({ name, properties, cases }: Suite, timestamp: string): string {
  const listed = properties.map(([key, value]) => `<property name="${xml(key)}" value="${xml(value)}"/>`);
  return [
    `<testsuite name="${xml(name)}" ${totals(cases)} timestamp="${xml(timestamp)}">`,
    `<properties>${listed.join('')}</properties>`,
    ...cases.map(caseXml),
    '</testsuite>',
  ].join('\n');
}

function caseXml({ classname, name, kind, message = '', text = '' }: TestCase): string {
  const head = `<testcase classname="${xml(classname)}" name="${xml(name)}"`;
  if (kind === 'passed') return text === '' ? `${head}/>` : `${head}><system-out>${xml(text)}</system-out></testcase>`;
  const start = `${head}><${kind} message="${xml(message)}"`;
  return text === '' ? `${start}/></testcase>` : `${start}>${xml(text)}</${kind}></testcase>`;
}

function totals(cases: readonly TestCase[]): string {
  const count = (kind: Ending): number => cases.filter((one) => one.kind === kind).length;
  return `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

function benchmarkSuite(benchmark: BenchmarkReport, run: RunHeader, isCompared: boolean): Suite {
  const { id, title, cases, blocks } = benchmark;
  const parts = run.simulatedParts;
  const mark = simulatedTitle(parts);
  const judges = [...new Set(blocks.map(({ judge }) => judge))];
  const isSilent = !cases.some(({ chips }) => chips.some(({ outcome }) => outcome !== 'unscored'));
  return {
    name: title + mark,
    properties: [
      ...(parts.length === 0 ? [] : [['simulated', parts.join(', ')] as const]),
      ...blocks.flatMap((block) =>
        block.metrics.map((metric) => {
          const name = [block.judge, block.id, metric.id].filter((part) => part !== '').join('/');
          const counts = `n ${metric.n}, unscored ${metric.excluded}`;
          return [name, `${formatMetric(metric)}, ${formatInterval(metric)}, ${counts}`] as const;
        }),
      ),
      ...judges.flatMap((judge) => {
        const sentence = judgeDoubts({ benchmarks: [benchmark] }, [judge])?.sentence;
        const name = judges.length > 1 ? `${judge}/judge-check` : 'judge-check';
        return sentence === undefined ? [] : [[name, sentence] as const];
      }),
    ],
    cases: cases.map((summary) => {
      const trial = summary.repeat > 0 ? `, repeat ${summary.repeat + 1}` : '';
      const name = `${summary.sampleId}: ${summary.title}${trial}`;
      return { classname: id, name, ...endingOf(summary, isSilent, isCompared, mark) };
    }),
  };
}

const lackWords: Readonly<Partial<Record<CaseSummary['status'], string>>> = {
  failed: 'The reply could not be obtained.',
  noReply: 'The reply was empty.',
  refused: 'The model refused to reply.',
};

/** The outcome of a trial. In a comparison the metrics decide, not single trials. */
function endingOf(
  { status, chips, reply }: CaseSummary,
  isSilent: boolean,
  isCompared: boolean,
  mark: string,
): Pick<TestCase, 'kind' | 'message' | 'text'> {
  if (lacksReply(status) || (isSilent && status !== 'notApplicable'))
    return { kind: 'error', message: (lackWords[status] ?? 'No verdict of this benchmark could be used.') + mark };
  const failing = chips.filter(({ outcome }) => outcome === 'undesired').map(chipWords);
  const rest = failing.length > mostNamed ? [`and ${failing.length - mostNamed} more`] : [];
  const text = failing.length === 0 ? '' : [...failing.slice(0, mostNamed), ...rest, '', reply].join('\n');
  if (!isCompared && failing.length > 0) return { kind: 'failure', message: (failing[0] ?? '') + mark, text };
  const unscored = chips.filter(({ outcome }) => outcome === 'unscored').length;
  if (status === 'judged' && chips.length > 0 && unscored === 0) return { kind: 'passed', text };
  const counted = `${countOf(unscored, chips.length, 'verdict', 'verdicts')} ${verbFor(unscored, 'is', 'are')} unscored.`;
  const words = unscored === 0 ? 'It was not fully judged.' : counted;
  return { kind: 'skipped', message: status === 'notApplicable' ? 'The tutor model does not take its images.' : words };
}

function chipWords({ judgeTitle, judgeModel, turn, criterionId, label, outcome }: VerdictChip): string {
  const part = [turn === undefined ? '' : `turn ${turn}`, criterionId ?? ''].filter((one) => one !== '').join(', ');
  return `${judgeTitle}${part === '' ? '' : ` (${part})`}: ${label}, ${outcomeWords[outcome]} (${judgeModel})`;
}

/** A target or guard fails if it got worse, and is skipped if it could not be tested. The others are properties. */
function comparisonSuite(compared: LabelledComparison): Suite {
  const { comparison, label } = compared;
  const { before, after, benchmarks, judgeDoubts: doubts, guardMargin, namedAfter } = comparison;
  const parts = described.comparedParts(comparison);
  const rows = benchmarks.flatMap((benchmark) =>
    benchmark.metrics.map((metric) => {
      const where = benchmark.blocks.find(({ id }) => id === metric.block)?.title ?? '';
      return { benchmark, metric, name: where === '' ? metric.title : `${where}: ${metric.title}` };
    }),
  );
  const isExploratory = ({ metric }: (typeof rows)[number]): boolean => metric.role === 'exploratory';
  const exploratory = rows
    .filter(isExploratory)
    .map(
      ({ benchmark: { id }, metric, name }) => [`exploratory/${id}/${name}`, described.differenceText(metric)] as const,
    );
  const cases = rows
    .filter((row) => !isExploratory(row))
    .map(({ benchmark: { id, simulatedParts = [] }, metric, name }): TestCase => {
      const { outcome, role } = metric;
      const kind = untested.has(outcome) ? 'skipped' : outcome === 'worse' ? 'failure' : 'passed';
      const reason = described.obstacleText(metric, id, comparison) ?? described.differenceText(metric);
      const margin = role === 'guard' ? ` (guard, ${marginWords(metric, guardMargin)})` : '';
      const message = `${described.outcomeTexts[outcome]}${margin}: ${reason}${simulatedTitle(simulatedParts)}`;
      return {
        classname: `comparison/${id}`,
        ...{ name, kind, message },
        ...(role === 'guard' && kind === 'passed' && { text: message }),
      };
    });
  const none: TestCase = {
    classname: 'comparison/none',
    name: 'Metrics in common',
    kind: 'skipped',
    message: 'not comparable: the runs have no metric in common',
  };
  return {
    name: `Compared with ${comparedRunName(before, after, label)}${described.comparedMark(comparison)}`,
    properties: [
      ...(parts.length === 0 ? [] : [['simulated', parts.join(', ')] as const]),
      ['baseline', before.id],
      ['answer', comparisonAnswer(compared)],
      ['decision', decisionWords(comparison)?.line ?? 'none'],
      ...(namedAfter === undefined ? [] : [['named-after', namedAfter] as const]),
      ...cautionWords(comparison).flatMap((caution) => (caution === namedAfter ? [] : [['caution', caution] as const])),
      ...exploratory,
      ['compared', described.whatIsCompared(comparison)],
      ...(doubts === undefined ? [] : [['judge-check', doubts.sentence] as const]),
    ],
    cases: cases.length > 0 ? cases : [none],
  };
}

/** Text for an attribute or an element; characters that XML 1.0 cannot hold become `�`. */
function xml(text: string): string {
  return escapeMarkup(readableText(text))
    .replace(/[\uFFFE\uFFFF]/gu, '\uFFFD')
    .replace(/[\t\n]/g, (space) => (space === '\n' ? '&#10;' : '&#9;'));
}
