import { describe, expect, it } from 'vitest';
import type { TrustCard } from '../../../src/core/benchmark/trustCard';
import { mrMetrics } from '../../../src/core/benchmarks/mrbench/metrics';
import { evaluateJson } from '../../../src/core/report/evaluateJson';
import { markdownReport } from '../../../src/core/report/markdownReport';
import { trustBadge, withCardProblems, withJudgeTrust } from '../../../src/core/report/runTrust';
import { terminalTable } from '../../../src/core/report/terminalTable';
import { buildReport } from '../../../src/core/results/buildReport';
import type { RunReport } from '../../../src/core/results/reportModel';
import type { MetricTrust } from '../../../src/core/results/trustModel';
import type { RunSession } from '../../../src/core/run/runSession';
import { modelDestination } from '../../../src/core/store/runManifest';
import type { RunRecord } from '../../../src/core/store/runRecord';
import { trustCard } from '../trust/trustCards';
import { ended, judged, mixedRun, offlineModel, replied, sample, toySession } from './reportFixture';
import { writtenReport } from './writtenReport';

const session = mixedRun();
const plain = buildReport(session, { resamples: 50 });
const benchmark = plain.benchmarks[0];
const [judge] = session.manifest.judges;

function card(dimension: string, change: Partial<TrustCard> = {}): TrustCard {
  return trustCard({
    judge: judge === undefined ? '' : modelDestination(judge),
    benchmark: benchmark!.id,
    dimension,
    judgeVersion: versionOf(dimension),
    ...change,
  });
}

/** The version that the run's own records have. */
function versionOf(dimension: string): string {
  for (const item of session.state.items.values()) {
    for (const answers of item.answers.values()) {
      for (const { version, verdicts } of answers.values()) {
        if (verdicts.some((verdict) => verdict.judge === dimension)) return version;
      }
    }
  }
  return '';
}

function reportWith(cards: readonly TrustCard[]): RunReport {
  return withJudgeTrust(plain, session, cards);
}

const beaten = { kappa: 0.02, kappaCi: { low: -0.1, high: 0.1, level: 0.95 } };
const style = { width: 110, color: false };

describe('withJudgeTrust', () => {
  it('says of each judge behind a metric whether it was checked, is beaten, or that nobody looked', () => {
    const report = reportWith([card('Helps')]);
    const metrics = report.benchmarks.flatMap(({ blocks }) => blocks.flatMap((block) => block.metrics));
    const statuses = metrics.flatMap(({ judgeTrust = [] }) => judgeTrust.map((one) => [one.dimension, one.status]));
    expect(statuses).toContainEqual(['Helps', 'checked']);
    expect(metrics.every(({ judges, judgeTrust = [] }) => judgeTrust.length === judges.length)).toBe(true);
    expect(reportWith([]).benchmarks[0]?.blocks[0]?.metrics[0]?.judgeTrust?.[0]?.status).toBe('unchecked');
  });

  it('tells a card of another wording from one of the run’s own', () => {
    const older = (change: Partial<TrustCard>): boolean | undefined =>
      reportWith([card('Helps', change)]).benchmarks[0]?.blocks[0]?.metrics[0]?.judgeTrust?.[0]?.older;
    expect([older({}), older({ judgeVersion: 'Helps@00000000' })]).toEqual([false, true]);
  });

  it('is in the JSON, with null where there is nothing', () => {
    const metric = (cards: readonly TrustCard[]) =>
      evaluateJson(reportWith(cards), undefined).benchmarks[0]?.metrics[0];
    expect(metric([card('Helps', beaten)])?.judgeTrust?.[0]).toMatchObject({
      dimension: 'Helps',
      status: 'beaten',
      kappa: 0.02,
      n: 120,
      at: '2026-03-04T05:06:07.000Z',
      gold: 'gold.json',
      older: false,
      reason: 'it cannot be told from chance (kappa 0.02, −0.10 to 0.10)',
    });
    expect(metric([])?.judgeTrust?.[0]).toMatchObject({
      status: 'unchecked',
      kappa: null,
      n: null,
      at: null,
      reason: null,
    });
    expect(evaluateJson(plain, undefined).benchmarks[0]?.metrics[0]).not.toHaveProperty('judgeTrust');
  });
});

describe('reports', () => {
  it('show kappa, n and day beside the metric in a terminal, dim and with the reason where the judge is beaten', () => {
    const checked = terminalTable(reportWith([card('Helps')]), style);
    expect(checked).toMatch(/Helps when wrong .* κ 0\.41/);
    expect(checked).toContain('κ: the judge’s agreement with people (n 120, 4 Mar 2026)');
    const few = terminalTable(reportWith([card('Helps', { n: 6, failed: 0, clusters: 6 })]), style);
    expect(few).toMatch(/Helps when wrong .* too few labels/);
    expect(few).toMatch(/checked on too few labels: 6 labels,\s+and at least 40 are needed to tell/);
    expect(few).not.toContain('κ');
    const byJudge = terminalTable(reportWith([card('Helps', { gold: { ...trustCard().gold, by: 'judge' } })]), style);
    expect(byJudge).toMatch(/Helps when wrong .* unchecked/);
    expect(byJudge.replaceAll(/\s+/g, ' ')).toContain(
      'the judge counts as unchecked: checked against another judge’s labels only, not people’s (κ 0.41, n 120)',
    );
    expect(byJudge).not.toContain('agreement with people');
    const measuredOn = 'measured on single replies, the score is per conversation';
    const elsewhere = terminalTable(reportWith([card('Helps', { measuredOn })]), style).replaceAll(/\s+/g, ' ');
    expect(elsewhere).toContain(`the judge was ${measuredOn}`);
    expect(elsewhere).not.toContain('↳ corrected');
    const weak = terminalTable(reportWith([card('Helps', beaten)]), { ...style, color: true });
    expect(weak).toMatch(/\u001B\[2mHelps when wrong .* κ 0\.02 !/);
    expect(weak).toContain('the judge is not reliable: it cannot be told from chance');
    expect(terminalTable(reportWith([]), style)).toMatch(/Helps when wrong .* unchecked/);
    expect(terminalTable(plain, style)).not.toMatch(/unchecked|κ/);
  });

  it('show it in Markdown', () => {
    const text = markdownReport(reportWith([card('Helps', { simulated: true })]), session);
    expect(text).toContain('| Judge check |');
    expect(text).toMatch(/Helps when wrong .*κ 0\\\.41, n 120, 4 Mar 2026, simulated judge \|/);
    expect(markdownReport(plain, session)).not.toContain('Judge check');
  });

  it('show it in HTML, marked with the reason, and no name in a card can act as markup', async () => {
    const { markup, data } = await writtenReport(reportWith([card('Helps', beaten)]), session);
    expect(markup).toContain('not reliable: it cannot be told from chance');
    const [metric] = data.report.benchmarks[0]?.blocks[0]?.metrics ?? [];
    expect(metric?.badge).toMatchObject({ status: 'beaten', short: 'κ 0.02 !' });
    const hostile = {
      agreement: 0.7,
      macroF1: 0.1,
      majority: { label: '<script>x</script>', agreement: 0.8, macroF1: 0.3 },
    };
    const attacked = await writtenReport(reportWith([card('Helps', hostile)]), session);
    expect(attacked.markup).toContain('always saying “&lt;script&gt;');
    expect(attacked.html.match(/<script>/g)).toHaveLength(1);
    const plainData = (await writtenReport(plain, session)).data;
    expect(JSON.stringify(plainData)).not.toContain('"badge"');
  });
});

describe('trust in a metric', () => {
  const trustOfFirst = (run: RunSession, cards: readonly TrustCard[]): MetricTrust | undefined =>
    withJudgeTrust(buildReport(run, { resamples: 50 }), run, cards).benchmarks[0]?.blocks[0]?.metrics[0]
      ?.judgeTrust?.[0];

  it('is that of the card for the judge prompt in use, or of another one where there is none', () => {
    const of = { judge: 'offline', benchmark: 'guideeval', dimension: 'Helps', runId: '' } as const;
    const judgedBy = (version: string): RunSession =>
      toySession({
        samples: [sample('a', 'wrong')],
        records: [
          replied('a', 'Well.'),
          { ...judged('a', 'Helps', 1), judgeModel: 'offline', version } as RunRecord,
          ended(),
        ],
        manifest: { judges: [offlineModel] },
      });
    const cards = [trustCard({ ...of, judgeVersion: 'Helps@12345678' })];
    expect(trustOfFirst(judgedBy('Helps@12345678'), cards)).toMatchObject({ status: 'checked', older: false });
    expect(trustOfFirst(judgedBy('Helps@00000000'), cards)).toMatchObject({ status: 'checked', older: true });
  });

  it('is none where the metric takes labels for one that the check tells apart', () => {
    const merged = {
      ...session,
      items: session.items.map((item) => ({
        ...item,
        benchmark: {
          ...item.benchmark,
          metrics: item.benchmark.metrics.map((one) =>
            one.kind === 'mean' ? { ...one, mergesLabels: true as const } : one,
          ),
        },
      })),
    } as RunSession;
    expect(trustOfFirst(merged, [card('Helps')])).toEqual({
      dimension: 'Helps',
      status: 'unchecked',
      reason: 'checked on all of its labels, but this score merges some of them',
    });
    expect(trustOfFirst(merged, [])).toEqual({ dimension: 'Helps', status: 'unchecked' });
    expect(mrMetrics.filter((one) => one.kind === 'mean' && one.mergesLabels === true).map(({ id }) => id)).toEqual(
      Array.from({ length: 3 }, () => 'tutor_tone_non_offensive'),
    );
  });
});

describe('card problems', () => {
  it('stand among the notes of a report', () => {
    const { warnings } = withCardProblems(plain, ['a.json is no trust card.']);
    expect(warnings).toEqual([...plain.warnings, { kind: 'cards', message: 'a.json is no trust card.' }]);
    expect(withCardProblems(plain, [])).toBe(plain);
  });
});

describe('trustBadge', () => {
  const known = { n: 10, at: '2026-03-04T05:06:07.000Z', kappa: 0.5 };

  it('is no better than the worst judge behind a metric', () => {
    const good = { dimension: 'A', status: 'checked', ...known } as const;
    const better = { dimension: 'B', status: 'checked', ...known, kappa: 0.8 } as const;
    const unchecked = { dimension: 'C', status: 'unchecked' } as const;
    const weak = { dimension: 'D', status: 'beaten', ...known, kappa: 0.9, reason: 'it is weak' } as const;
    expect(trustBadge([better, good])).toMatchObject({ short: 'κ 0.50', full: 'A: κ 0.50, n 10, 4 Mar 2026' });
    expect(trustBadge([better, unchecked])).toMatchObject({ short: 'unchecked', full: '1 of 2 judges unchecked' });
    expect(trustBadge([better, unchecked, weak])).toMatchObject({ status: 'beaten', reason: 'D: it is weak' });
    const few = { dimension: 'E', status: 'few', ...known, reason: '10 labels' } as const;
    expect(trustBadge([better, few])).toMatchObject({ status: 'few', short: 'too few labels', reason: 'E: 10 labels' });
    expect(trustBadge([few, unchecked])).toMatchObject({ status: 'unchecked' });
    expect([trustBadge([]), trustBadge(undefined)]).toEqual([undefined, undefined]);
  });

  it('says that an older prompt or a simulated judge was checked', () => {
    const badge = trustBadge([{ dimension: 'A', status: 'checked', ...known, older: true, simulated: true }]);
    expect(badge?.full).toBe('κ 0.50, n 10, 4 Mar 2026, simulated judge, older prompt');
    const inOne = trustBadge([{ dimension: 'A', status: 'checked', ...known, beats: 'macroF1' }]);
    expect(inOne).toMatchObject({
      short: 'κ 0.50',
      full: 'κ 0.50, n 10, 4 Mar 2026; better than the majority label in macro-F1, not in agreement',
    });
    const inBoth = trustBadge([{ dimension: 'A', status: 'checked', ...known, beats: 'both' }]);
    expect(inBoth).toMatchObject({
      beats: 'better than the majority label in agreement and macro-F1',
      full: 'κ 0.50, n 10, 4 Mar 2026',
    });
    const measuredOn = 'measured on single replies';
    const other = trustBadge([{ dimension: 'A', status: 'checked', ...known, measuredOn }]);
    expect([other?.facts, other?.remark]).toEqual(['4 Mar 2026, other material', measuredOn]);
    expect(other?.full).toMatch(/other material \(measured on single replies\)$/);
  });
});
