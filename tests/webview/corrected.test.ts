import { describe, expect, it } from 'vitest';
import { withCorrections } from './correctedReports';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();
const report = withCorrections(guideEval);
const [first] = (report.benchmarks[0]?.blocks ?? [])
  .flatMap(({ metrics }) => metrics)
  .filter(({ corrected }) => corrected !== undefined);

async function shown(width = 900): Promise<PanelPage> {
  const panel = await browser.open({ width });
  await panel.show(withReport(report));
  return panel;
}

describe('a corrected score in the panel', () => {
  it('stands on the line below its metric, with a bar and interval of its own, and leaves the score as it is', async () => {
    const panel = await shown();
    const row = panel.page.locator('tr.metric', { hasText: first?.title ?? '?' });
    const below = panel.page.locator('tr.metric + tr.corrected').first();
    expect(await row.locator('.value').innerText()).toContain((first?.value ?? Number.NaN).toFixed(2));
    expect(await below.locator('.value').innerText()).toBe((first?.corrected?.value ?? Number.NaN).toFixed(2));
    const { low, high } = first?.corrected?.ci ?? { low: Number.NaN, high: Number.NaN };
    expect(await below.locator('.interval-bar').getAttribute('aria-label')).toContain(
      `95% interval ${low.toFixed(2)} to ${high.toFixed(2)}`,
    );
    const wanted = (report.benchmarks[0]?.blocks[0]?.metrics ?? []).filter((metric) => metric.corrected !== undefined);
    expect(await panel.page.locator('tbody').first().locator('tr.corrected').count()).toBe(wanted.length);
  });

  it('is named for a screen reader, with the number of labels, and what it rests on stands below the table', async () => {
    const panel = await shown();
    const name = panel.page.locator('.corrected-name').first();
    expect(await name.textContent()).toContain(
      'corrected for the judge’s errors. What people’s labels would have come to',
    );
    expect(await name.textContent()).toContain('240 labelled replies');
    const notes = (await panel.page.locator('.correction-note').allInnerTexts()).join('\n');
    expect(notes).toContain('It assumes that the judge errs on this run’s replies as it did on those');
    expect(notes).toContain('Not corrected: ');
  });

  it('says in the row where it was cut at the end of the scale, and nowhere else', async () => {
    const cut = {
      ...report,
      benchmarks: report.benchmarks.map((benchmark) => ({
        ...benchmark,
        blocks: benchmark.blocks.map((block) => ({
          ...block,
          metrics: block.metrics.map((metric) =>
            metric.corrected === undefined || metric.id !== first?.id
              ? metric
              : { ...metric, corrected: { ...metric.corrected, cut: true } },
          ),
        })),
      })),
    };
    const panel = await browser.open({ width: 320 });
    await panel.show(withReport(cut));
    const rows = panel.page.locator('tr.corrected');
    expect(await rows.first().locator('th').innerText()).toMatch(/at the end of the scale$/u);
    expect(await rows.first().locator('.corrected-name').textContent()).toContain(
      'its interval looks surer than it is',
    );
    expect(await panel.page.locator('.corrected-cut').count()).toBeLessThan(await rows.count());
    const wide = await panel.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });

  it('fits a narrow panel', async () => {
    const panel = await shown(320);
    const wide = await panel.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    const cell = await panel.page.locator('tr.corrected .interval-bar').first().boundingBox();
    expect(cell?.width).toBeGreaterThan(150);
  });

  it('shows hostile notes as text', async () => {
    const panel = await browser.open();
    const benchmarks = report.benchmarks.map((benchmark) => ({
      ...benchmark,
      blocks: benchmark.blocks.map((block) => ({
        ...block,
        correctionNotes: ['<img src=x onerror="hacked++">\u202E'],
      })),
    }));
    await panel.show(withReport({ ...report, benchmarks }));
    expect(await panel.page.locator('.correction-note').innerText()).toBe('<img src=x onerror="hacked++">⟦U+202E⟧');
  });

  it('is nowhere without a card', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval));
    expect(await panel.page.locator('tr.metric').count()).toBeGreaterThan(3);
    expect(await panel.page.locator('tr.corrected, .correction-note').count()).toBe(0);
  });
});
