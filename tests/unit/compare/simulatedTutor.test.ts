import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import { comparisonAnswer, comparisonOutcome } from '../../../src/core/compare/comparisonSentence';
import type { Comparison } from '../../../src/core/compare/comparison';
import { comparisonJson, comparisonSummaryJson } from '../../../src/core/compare/comparisonJson';
import { comparisonText } from '../../../src/core/report/comparisonText';
import type { RunSession } from '../../../src/core/run/runSession';
import { buildReport } from '../../../src/core/results/buildReport';
import { comparisonView, comparisonViewChanges } from '../../../src/core/report/comparisonView';
import { comparisonViewTitles } from '../../../src/core/report/comparisonViewFlips';
import { headlineOf } from '../../../src/core/report/headline';
import { junitReport } from '../../../src/core/report/junitReport';
import { markdownReport } from '../../../src/core/report/markdownReport';
import { offlineModel } from '../report/reportFixture';
import { comparedSession, labelMetric, oneTrial, options, usualModel } from './comparedSessions';

const some = (ones: number): readonly number[] => Array.from({ length: 40 }, (_, at) => (at < ones ? 1 : 0));
// Of all kinds that a comparison can call: better, worse, changed, equivalent, unknown, and on too few units.
const metrics = [
  labelMetric({ id: 'Up', title: 'Up' }),
  labelMetric({ id: 'Down', title: 'Down', direction: 'down' }),
  labelMetric({ id: 'Level', title: 'Level', direction: 'none' }),
  { ...labelMetric({ id: 'Still', title: 'Still' }), observe: share(3) },
  { ...labelMetric({ id: 'Few', title: 'Few' }), observe: share(20) },
  { ...labelMetric({ id: 'Open', title: 'Open' }), observe: share(5, 1) },
];

/** The label of every `step`-th sample; with `noise`, of one of them alone. */
function share(step: number, only?: number): ReturnType<typeof labelMetric>['observe'] {
  const whole = labelMetric();
  return (results, ...rest) => {
    const kept = whole.observe(results, ...rest).filter((_, at) => at % step === 0);
    return only === undefined ? kept : kept.map((one, at) => (at < only ? one : { ...one, value: 0 }));
  };
}

const sessionOf = (ones: number, simulated: boolean): RunSession =>
  comparedSession({
    trials: oneTrial(some(ones)),
    metrics,
    manifest: { runId: `run-${ones}`, tutor: simulated ? offlineModel : usualModel },
  });

interface Pair {
  readonly before: RunSession;
  readonly after: RunSession;
  readonly comparison: Comparison;
}

function pairOf(before: boolean, after: boolean, allowSimulated = false): Pair {
  const runs = { before: sessionOf(0, before), after: sessionOf(30, after) };
  const intended = ['tutor', 'tutorVersion'] as const;
  const made = { ...options, intended, margin: 0.3, allowSimulated };
  return { ...runs, comparison: compareRuns(runs.before, runs.after, made) };
}

/** Everything that shows a comparison, as its readers get it. */
const surfaces: Readonly<Record<string, (pair: Pair) => string>> = {
  'the table of the terminal': ({ comparison }) => comparisonText(comparison, { width: 120, color: true }),
  'a narrow terminal': ({ comparison }) => comparisonText(comparison, { width: 60, color: false }),
  'the answer in a line': ({ comparison }) => comparisonAnswer({ comparison }),
  'compare --json': ({ comparison }) => comparisonJson(comparison),
  'the member of other JSON': ({ comparison }) => JSON.stringify(comparisonSummaryJson({ comparison })),
  Markdown: ({ after, comparison }) => markdownReport(buildReport(after, { resamples: 50 }), after, { comparison }),
  JUnit: ({ after, comparison }) => junitReport(buildReport(after, { resamples: 50 }), { comparison }),
  'the view Compare': ({ before, after, comparison }) =>
    JSON.stringify(comparisonView(comparison, { titles: comparisonViewTitles(before, after) })),
  'changes beside the scores': ({ comparison }) => JSON.stringify(comparisonViewChanges(comparison)),
  'the line above the file': ({ after, comparison }) =>
    JSON.stringify(headlineOf(buildReport(after, { resamples: 50 }), comparisonViewChanges(comparison))),
};

const verdicts =
  /\b(?:better|worse|improved|equivalent|no.?evidence|too few|Adopt|Reject|Trade-off|Not settled|McNemar|hint|corrected)\b|\bp [<0u]|"p(?:Corrected)?":[^n]|"needed":[^n]|"detectable":[^n]|"moreSamples"|\bneeded\b(?!":null)|\bmore samples\b|samples? more/iu;
/** A test is named by the members that have nothing in them. */
const withoutEmpty = (text: string): string => text.replace(/"\w+": ?(?:null|\[\]|\{\})/gu, '').replaceAll('": ', '":');

const places = [
  ['before', true, false],
  ['after', false, true],
  ['both', true, true],
] as const;

describe.each(Object.entries(surfaces))('%s', (_, textOf) => {
  it.each(places)('calls nothing where the tutor was simulated in %s, and says so', (__, before, after) => {
    const text = textOf(pairOf(before, after));
    expect(withoutEmpty(text)).not.toMatch(verdicts);
    expect(text).toMatch(/simulated/u);
    expect(text).toMatch(/0\.75|\+1\.00/u);
  });

  it('calls it between real tutors, and nothing is simulated', () => {
    const text = textOf(pairOf(false, false));
    expect(withoutEmpty(text)).toMatch(verdicts);
    expect(text.replaceAll('"simulated": false', '').replaceAll('"simulated":false', '')).not.toMatch(/simulated/iu);
  });

  it('calls it where a simulated tutor is allowed, and says so', () => {
    const text = textOf(pairOf(true, true, true));
    expect(withoutEmpty(text)).toMatch(verdicts);
  });
});

describe('a comparison with a simulated tutor', () => {
  it('has differences and intervals, and no test', () => {
    const rows = pairOf(true, false).comparison.benchmarks[0]!.metrics;
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['simulated']));
    expect(rows[0]).toMatchObject({ difference: 0.75, interval: { level: 0.95 } });
    for (const row of rows)
      expect(row).toMatchObject({ p: undefined, pCorrected: undefined, needed: undefined, detectable: undefined });
  });

  it('has words for all kinds of difference where it is allowed', () => {
    const words = pairOf(true, true, true).comparison.benchmarks[0]!.metrics.map(({ outcome }) => outcome);
    expect(new Set(words)).toEqual(new Set(['better', 'worse', 'changed', 'noEvidence', 'tooFew']));
  });

  it('passes no check unless it is allowed, and fails one then', () => {
    expect(comparisonOutcome(pairOf(false, true).comparison)).toMatchObject({ kind: 'untested' });
    const allowed = comparisonOutcome(pairOf(false, true, true).comparison);
    expect(allowed).toEqual({ kind: 'tested', worse: [expect.stringMatching(/Down$/u)] });
  });

  it('marks each line that a check reads where it is allowed', () => {
    const { comparison, after } = pairOf(true, false, true);
    expect(comparisonAnswer({ comparison })).toMatch(/ \(simulated tutor\)$/u);
    const [, suite = ''] = junitReport(buildReport(after, { resamples: 50 }), { comparison }).split('<testsuite ');
    expect(suite).toMatch(/^name="[^"]*\(simulated tutor\)"/u);
    expect(suite).toContain('<property name="simulated" value="tutor"/>');
    expect(suite).toMatch(/<failure message="worse: [^"]*\(simulated tutor\)"/u);
  });

  it('keeps the verdicts of a simulated judge, marked where nothing else on the page says it', () => {
    const judged = (ones: number): RunSession =>
      comparedSession({
        trials: oneTrial(some(ones)),
        judgeModel: 'offline',
        manifest: { runId: `run-${ones}`, judges: [offlineModel] },
      });
    const comparison = compareRuns(judged(0), judged(30), {
      ...options,
      judge: { before: 'offline', after: 'offline' },
    });
    const titles = comparisonViewTitles(judged(0), judged(30));
    // The panel has a notice above it.
    expect(comparisonView(comparison, { titles }).sentence).toMatch(/^Adopt: better at (?!.*simulated)/u);
    expect(comparisonJson(comparison)).toMatch(/"summary": "Adopt: better at [^"]*\(simulated judge\)"/u);
  });
});
