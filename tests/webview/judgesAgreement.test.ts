import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';
import { severalJudgesReport as report } from './severalJudges';

const browser = new PanelBrowser();
const [benchmark] = report.benchmarks;
const dimensions = benchmark?.agreement?.dimensions ?? [];

async function shown(width = 900): Promise<PanelPage> {
  const panel = await browser.open({ width });
  await panel.showUnfolded(withReport(report));
  return panel;
}

function row(panel: PanelPage, title: string): Locator {
  return panel.page.locator('.agreement tbody tr', { has: panel.page.locator('th', { hasText: title }) });
}

/** The cases of which a judge's verdict differs from another's, counted from the labels. */
function splitCases(judge?: string): number {
  return (benchmark?.cases ?? []).filter(({ chips }) =>
    chips.some((one) =>
      chips.some(
        (other) =>
          one.judge === other.judge &&
          (judge === undefined || one.judge === judge) &&
          one.outcome !== 'unscored' &&
          other.outcome !== 'unscored' &&
          one.label !== other.label,
      ),
    ),
  ).length;
}

describe('the agreement between judges', () => {
  it('has a line for each decision with its statistics', async () => {
    const panel = await shown();
    expect(await panel.page.locator('.agreement tbody th').allInnerTexts()).toEqual(
      dimensions.map(({ title }) => title),
    );
    const first = dimensions[0];
    const cells = await row(panel, first?.title ?? '')
      .locator('td')
      .allInnerTexts();
    expect(cells.map((text) => text.replace(/\s+/gu, ' ').trim())).toEqual([
      `${((first?.agreement ?? 0) * 100).toFixed(0)}%`,
      expect.stringMatching(/^0\.\d\d −?\d\.\d\d to \d\.\d\d$/u),
      expect.stringMatching(/^0\.\d\d −?\d\.\d\d to \d\.\d\d$/u),
      String(first?.split),
      String(first?.pairable),
    ]);
  });

  it('says why there is no alpha', async () => {
    const panel = await shown();
    const missing = row(panel, 'Coherence').locator('.has-tip').first();
    expect(await missing.innerText()).toContain('n/a');
    expect(await missing.getAttribute('data-tip')).toContain('all verdicts are identical');
  });

  it('is not there with one judge', async () => {
    const panel = await shown();
    await panel.showUnfolded(withReport(guideEval));
    expect(await panel.page.locator('.judges-agreement').count()).toBe(0);
  });

  it('leads to the cases that are split, about one thing and about any', async () => {
    const panel = await shown();
    const judge = dimensions[0];
    await row(panel, judge?.title ?? '')
      .locator('button')
      .click();
    const count = panel.page.locator('.case-count .number');
    expect(await count.innerText()).toBe(`${splitCases(judge?.id)} of ${benchmark?.cases.length ?? 0} cases`);
    await panel.page.locator('#tab-overview').click();
    await panel.page.locator('.judges-agreement p button').click();
    expect(await count.innerText()).toContain(`${splitCases()} `);
    expect(splitCases()).toBe(benchmark?.agreement?.cases);
  });

  it('offers disagreement as a filter only where there are several judges', async () => {
    const panel = await shown();
    await panel.page.locator('#tab-cases').click();
    const options = panel.page.locator('select[aria-label=Outcome] option');
    expect(await options.allTextContents()).toContain('Judges disagree');
    await panel.showUnfolded(withReport(guideEval));
    expect(await options.allTextContents()).not.toContain('Judges disagree');
  });

  it('keeps the filter over a reload', async () => {
    const panel = await shown();
    await panel.page.locator('.judges-agreement p button').click();
    await panel.page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('disagreeing'));
    await panel.page.reload();
    await panel.showUnfolded(withReport(report));
    expect(await panel.page.locator('.case-count .number').innerText()).toContain(`${splitCases()} `);
  });

  it('names the majority apart from the judges, and says what it lacks', async () => {
    const panel = await shown();
    const judges = await panel.page.locator('.metrics td.judge').allInnerTexts();
    expect(judges.filter((name) => name === 'majority of 3')).toHaveLength(judges.length / 4);
    const { majority } = benchmark ?? {};
    const open = (majority?.split ?? 0) + (majority?.tooFew ?? 0);
    expect(open).toBeGreaterThan(0);
    expect(await panel.page.locator('.judges-agreement').innerText()).toContain(
      `Majority of 3: ${String(majority?.verdicts)} verdicts, ${String(open)} unscored`,
    );
  });

  it('fits a panel of 320 pixels', async () => {
    const panel = await shown(320);
    const table = panel.page.locator('.agreement');
    const room = await table.evaluate((one) => (one.parentElement?.clientWidth ?? 0) - one.scrollWidth);
    expect(room).toBeGreaterThanOrEqual(0);
  });
});
