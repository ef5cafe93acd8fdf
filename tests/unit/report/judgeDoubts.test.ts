import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import { comparisonJson, comparisonSummaryJson } from '../../../src/core/compare/comparisonJson';
import { comparisonText } from '../../../src/core/report/comparisonText';
import { comparisonView } from '../../../src/core/report/comparisonView';
import { comparisonViewTitles } from '../../../src/core/report/comparisonViewFlips';
import { judgeDoubts, type RunTrust, withJudgeDoubts } from '../../../src/core/report/runTrust';
import { junitReport } from '../../../src/core/report/junitReport';
import { markdownReport } from '../../../src/core/report/markdownReport';
import { buildReport } from '../../../src/core/results/buildReport';
import type { RunReport } from '../../../src/core/results/reportModel';
import type { MetricTrust } from '../../../src/core/results/trustModel';
import { trustByCard } from '../../../src/core/trust/trustOf';
import { comparedSession, labelMetric, oneTrial, options } from '../compare/comparedSessions';
import { trustCard } from '../trust/trustCards';

const known = { dimension: 'label', n: 120, kappa: 0.4, at: '2026-03-04T05:06:07.000Z' } as const;
const checked: MetricTrust = { ...known, status: 'checked' };
const beaten: MetricTrust = { ...known, status: 'beaten', reason: 'it is weak' };
const few: MetricTrust = { ...known, status: 'few', reason: '10 labels' };
const unchecked: MetricTrust = { dimension: 'label', status: 'unchecked' };

const names = ['Up', 'Down', 'Across', 'Back'];
const metrics = names.map((id) => labelMetric({ id, title: id }));
const before = comparedSession({ trials: oneTrial(new Array<number>(12).fill(0)), metrics });
const after = comparedSession({ trials: oneTrial(new Array<number>(12).fill(1)), metrics });
const plain = buildReport(after, { resamples: 50 });
const judges = plain.run.judges;

/** The report with what is known of each metric's judge, in order; nothing where there is no more. */
function trusted(...trust: readonly MetricTrust[]): RunReport {
  return {
    ...plain,
    benchmarks: plain.benchmarks.map((benchmark) => ({
      ...benchmark,
      blocks: benchmark.blocks.map((block) => ({
        ...block,
        metrics: block.metrics.map((metric, place) => {
          const one = trust[place];
          return one === undefined ? metric : { ...metric, judgeTrust: [one] };
        }),
      })),
    })),
  };
}

const mixed = trusted(beaten, few, unchecked, checked);
const sentence =
  'The judge is no better than the majority label for Up; checked on too few labels for Down; unchecked for Across.';

describe('judgeDoubts', () => {
  it('names metrics whose judge is beaten, has too few labels or is unchecked, and no other', () => {
    const doubts = judgeDoubts(mixed, judges);
    expect(doubts?.sentence).toBe(sentence);
    expect(doubts?.metrics.map(({ id, status }) => [id, status])).toEqual([
      ['Up', 'beaten'],
      ['Down', 'few'],
      ['Across', 'unchecked'],
    ]);
  });

  it('counts them where all are unchecked', () => {
    expect(judgeDoubts(trusted(unchecked, unchecked, unchecked, unchecked), judges)?.sentence).toBe(
      'The judge is unchecked for all 4 judged metrics.',
    );
    expect(judgeDoubts(trusted(unchecked), judges)?.sentence).toBe('The judge of the one judged metric is unchecked.');
  });

  it('says nothing where all hold, where no card was looked for, and of other judges', () => {
    expect(judgeDoubts(trusted(checked, checked, checked, checked), judges)).toBeUndefined();
    expect(judgeDoubts(plain, judges)).toBeUndefined();
    expect(judgeDoubts(mixed, ['another'])).toBeUndefined();
  });
});

/** What the later run's cards would say of its metrics, by their ids; nobody has checked the others. */
function trustIn(known: Readonly<Record<string, MetricTrust>>): RunTrust {
  return ({ metric }) => [known[metric.id] ?? unchecked];
}

const holds = trustByCard(trustCard(), false);
const mixedTrust = trustIn({
  Up: beaten,
  Down: few,
  Back: holds,
});

describe('a comparison', () => {
  const bare = compareRuns(before, after, options);
  const comparison = withJudgeDoubts(bare, mixedTrust);

  it('has the doubts in one line: terminal, Markdown, JUnit and JSON', () => {
    const text = comparisonText(comparison, { width: 120, color: false }).replaceAll(/\s+/g, ' ');
    expect(text).toContain(`! ${sentence}`);
    expect(markdownReport(mixed, after, { comparison })).toContain('> **Note:** The judge is no better than');
    const [, suite = ''] = junitReport(mixed, { comparison }).split('<testsuite ');
    expect(suite).toContain(`<property name="judge-check" value="${sentence}"/>`);
    expect(JSON.parse(comparisonJson(comparison))).toMatchObject({ judgeDoubts: { sentence } });
    expect(comparisonSummaryJson({ comparison })).toMatchObject({ judgeDoubts: { sentence } });
  });

  it('has them in the panel', () => {
    const titles = comparisonViewTitles(before, after);
    expect(comparisonView(comparison, { titles }).judgeDoubts).toBe(sentence);
    expect(comparisonView(bare, { titles }).judgeDoubts).toBeUndefined();
  });

  it('has none where there is nothing to doubt', () => {
    expect(withJudgeDoubts(bare, trustIn({ Up: holds, Down: holds, Across: holds, Back: holds }))).toBe(bare);
    expect(comparisonText(bare, { width: 120, color: false })).not.toContain('The judge is');
  });
});

describe('a comparison of runs with different metrics', () => {
  it('has no doubts about one that the later run does not have', () => {
    const [first] = metrics;
    const whole = labelMetric({ id: 'Zeros', title: 'Zeros' });
    const zeros: typeof whole = {
      ...whole,
      observe: (results, policy) => whole.observe(results, policy).filter(({ value }) => value === 0),
    };
    const sets = { metrics: [first ?? whole, zeros] };
    const earlier = comparedSession({ trials: oneTrial(new Array<number>(12).fill(0)), ...sets });
    const later = comparedSession({ trials: oneTrial(new Array<number>(12).fill(1)), ...sets });
    const bare = compareRuns(earlier, later, options);
    expect(bare.benchmarks[0]?.metrics.map(({ id }) => id)).toEqual(['Up', 'Zeros']);
    expect(withJudgeDoubts(bare, trustIn({})).judgeDoubts?.metrics.map(({ id }) => id)).toEqual(['Up']);
  });
});

describe('a JUnit report without a comparison', () => {
  it('has them among the properties of the benchmark', () => {
    expect(junitReport(mixed)).toContain(`<property name="judge-check" value="${sentence}"/>`);
    expect(junitReport(plain)).not.toContain('judge-check');
  });
});
