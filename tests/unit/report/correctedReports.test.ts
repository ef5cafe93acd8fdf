import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/report/buildReport';
import { evaluateJson } from '../../../src/core/report/evaluateJson';
import { htmlReport } from '../../../src/core/report/htmlReport';
import { jsonReport } from '../../../src/core/report/jsonReport';
import { markdownReport } from '../../../src/core/report/markdownReport';
import { withJudgeTrust } from '../../../src/core/report/metricTrust';
import type { ReportedMetric, RunReport } from '../../../src/core/report/reportModel';
import { terminalTable } from '../../../src/core/report/terminalTable';
import { modelDestination } from '../../../src/core/store/runManifest';
import type { TrustCard } from '../../../src/core/store/trustCard';
import { trustCard } from '../calibration/trustCards';
import { mixedRun } from './reportFixture';

const session = mixedRun();
const plain = ofManyReplies(buildReport(session, { resamples: 200 }));
const [judge] = session.manifest.judges;

// Passes a fifth of what is bad, and misses a tenth of what is good.
const counts = [
  [80, 0, 20],
  [0, 40, 0],
  [10, 0, 90],
];
const card: TrustCard = trustCard({
  judge: judge === undefined ? '' : modelDestination(judge),
  benchmark: 'guideeval',
  dimension: 'Helps',
  judgeVersion: 'Helps@12345678',
  n: 240,
  clusters: 240,
  confusion: { labels: [0, 0.5, 1], counts, failed: [0, 0, 0] },
  clusterProducts: counts.flat().map((count, a, all) => all.map((_, b) => (a === b ? count : 0))),
});

function reportWith(cards: readonly TrustCard[]): RunReport {
  return withJudgeTrust(plain, session, cards);
}

/** The toy run has one reply to a metric, on which any correction ends at the scale's end: the report as more of them would have it. */
function ofManyReplies(report: RunReport): RunReport {
  const benchmarks = report.benchmarks.map((benchmark) => ({
    ...benchmark,
    blocks: benchmark.blocks.map((block) => ({
      ...block,
      metrics: block.metrics.map((metric) =>
        metric.unit === 'share'
          ? { ...metric, value: 0.6, n: 100, hits: undefined, ci: { low: 0.5, high: 0.69, level: 0.95 } }
          : metric,
      ),
    })),
  }));
  return { ...report, benchmarks };
}

function metricsOf({ benchmarks }: RunReport): readonly ReportedMetric[] {
  return benchmarks.flatMap(({ blocks }) => blocks.flatMap(({ metrics }) => metrics));
}

const corrected = reportWith([card]);
const [first] = metricsOf(corrected).filter((metric) => metric.corrected !== undefined);
const style = { width: 110, color: false };
const note = 'It assumes that the judge errs on this run’s replies as it did on those';

describe('a report with cards', () => {
  it('has the corrected score beside the raw one, which stays what it was', () => {
    expect(first).toBeDefined();
    const before = metricsOf(plain);
    for (const [place, metric] of metricsOf(corrected).entries()) {
      const { judgeTrust, corrected: score, uncorrected, ...raw } = metric;
      expect(raw).toEqual(before[place]);
      expect(score === undefined).toBe(uncorrected !== undefined || judgeTrust === undefined);
    }
    expect(first?.corrected).toMatchObject({ method: 'misclassification', goldN: 240 });
    // The least-squares line of this table: 23/120 + 0.7 · h.
    expect(first?.corrected?.value).toBeCloseTo((0.6 - 23 / 120) / 0.7, 10);
    expect(first?.corrected?.value).not.toBeCloseTo(0.6, 2);
  });

  it('corrects nothing without a card, and has nothing to say below the table then', () => {
    const metrics = metricsOf(reportWith([]));
    expect(metrics.some((metric) => metric.corrected !== undefined)).toBe(false);
    expect(metrics[0]?.uncorrected).toBe('nobody has checked the judge');
    expect(reportWith([]).benchmarks[0]?.blocks.every((block) => block.correctionNotes === undefined)).toBe(true);
    expect(metricsOf(plain)[0]).not.toHaveProperty('uncorrected');
  });

  it('is in the JSON: the score with interval, method and number of labels, or null with the reason', () => {
    const [metric] = evaluateJson(corrected, undefined).benchmarks.flatMap(({ metrics }) =>
      metrics.filter((one) => one.id === first?.id),
    );
    const { value, ci, method, goldN } = first?.corrected ?? {};
    expect(metric).toMatchObject({ value: first?.value, corrected: { value, ci, method, goldN } });
    const [unchecked] = evaluateJson(reportWith([]), undefined).benchmarks[0]?.metrics ?? [];
    expect(unchecked).toMatchObject({ corrected: null, uncorrected: 'nobody has checked the judge' });
    const [untouched] = evaluateJson(plain, undefined).benchmarks[0]?.metrics ?? [];
    expect(untouched).not.toHaveProperty('corrected');
    expect(jsonReport(corrected, session)).toContain('"method": "misclassification"');
  });

  it('shows it on a line of its own in a terminal, and below the table what it rests on', () => {
    const text = terminalTable(corrected, style);
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.startsWith(first?.title ?? '?'));
    expect(lines[at + 1]).toMatch(/^↳ corrected\s+\d\.\d\d\s+\d\.\d\d to \d\.\d\d/);
    expect(lines[at + 1]).toContain((first?.corrected?.value ?? 0).toFixed(2));
    expect(text.replace(/\s+/g, ' ')).toContain(note);
    expect(text.replace(/\s+/g, ' ')).toContain('Limits and comparisons go by the score itself.');
    const narrow = terminalTable(corrected, { width: 40, color: false });
    expect(narrow).toContain('↳ corre');
    expect(Math.max(...narrow.split('\n').map((line) => line.length))).toBeLessThan(90);
    expect(terminalTable(plain, style)).not.toContain('corrected');
  });

  it('says where a corrected score was cut at the end of the scale, below the table and in the row', async () => {
    const ofAll = (value: number): RunReport => ({
      ...plain,
      benchmarks: plain.benchmarks.map((benchmark) => ({
        ...benchmark,
        blocks: benchmark.blocks.map((block) => ({
          ...block,
          metrics: block.metrics.map((metric) =>
            metric.unit === 'share' ? { ...metric, value, ci: { low: value - 0.1, high: 1, level: 0.95 } } : metric,
          ),
        })),
      })),
    });
    const notesOf = (value: number): string =>
      withJudgeTrust(ofAll(value), session, [card])
        .benchmarks.flatMap(({ blocks }) => blocks.flatMap(({ correctionNotes = [] }) => correctionNotes))
        .join('\n');
    expect(notesOf(0.95)).toContain(
      `Cut at the end of the scale: ${first?.title ?? '?'}: the judge’s score lies further out`,
    );
    expect(notesOf(0.6)).not.toContain('Cut at');
    const cut = withJudgeTrust(ofAll(0.95), session, [card]);
    const [metric] = metricsOf(cut).filter((one) => one.corrected !== undefined);
    const json = (report: RunReport) =>
      evaluateJson(report, undefined).benchmarks.flatMap(({ metrics }) => metrics.find((one) => one.id === metric?.id));
    expect(json(cut)[0]?.corrected?.cut).toBe(true);
    expect(json(corrected)[0]?.corrected?.cut).toBe(false);
    const rows = (width: number): string => terminalTable(cut, { width, color: false });
    expect(rows(110)).toMatch(
      /^↳ corrected\s.*\d at the end of the scale$|^↳ corrected\s.* {2}at the end of the scale$/m,
    );
    expect(rows(50)).toMatch(/^↳ corr.*\n {4}at the end of the scale$/m);
    expect(markdownReport(cut, session)).toMatch(/^\| ↳ corrected for the judge’s errors, at the end of the scale \|/m);
    expect(await htmlReport(cut, session)).toContain('240 labelled, at the end of the scale</small>');
    expect(rows(110).match(/at the end of the scale$/gm)).toHaveLength(
      metricsOf(cut).filter((one) => one.corrected?.cut === true).length,
    );
    expect(terminalTable(corrected, style)).not.toMatch(/at the end of the scale$/m);
  });

  it('says why a checked judge’s score is not corrected', () => {
    const older = { ...card, confusion: undefined, clusterProducts: undefined };
    const text = terminalTable(reportWith([older]), style).replace(/\s+/g, ' ');
    expect(text).toContain(`Not corrected: ${first?.title ?? '?'}: the card has no counts of the judge’s errors`);
    expect(text).not.toContain(note);
  });

  it('shows it in Markdown, a row below its metric', () => {
    const lines = markdownReport(corrected, session).split('\n');
    const at = lines.findIndex((line) => line.startsWith(`| ${first?.title ?? '?'} `));
    expect(lines[at + 1]).toMatch(
      /^\| ↳ corrected for the judge’s errors \| \d\.\d\d \| \d\.\d\d to \d\.\d\d \| 240 labelled \| {2}\| {2}\|$/,
    );
    expect(lines[at + 1]?.split(' | ').length).toBe(lines[at]?.split(' | ').length);
    expect(lines.join('\n')).toContain('errs on this run’s replies as it did on those');
  });

  it('shows it in HTML, a row below its metric with a bar of its own, and no text can act as markup', async () => {
    const html = await htmlReport(corrected, session);
    expect(html).toContain('<tr class="corrected"><th scope="row">↳ corrected</th>');
    expect(html).toContain('240 labelled');
    expect(html).toContain(`<p class="table-note">Corrected: `);
    const hostile = {
      ...corrected,
      benchmarks: corrected.benchmarks.map((benchmark) => ({
        ...benchmark,
        blocks: benchmark.blocks.map((block) => ({ ...block, correctionNotes: ['<script>x</script>'] })),
      })),
    };
    expect(await htmlReport(hostile, session)).toContain('<p class="table-note">&lt;script&gt;');
    expect(await htmlReport(plain, session)).not.toContain('class="corrected"');
  });
});
