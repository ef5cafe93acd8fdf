import { describe, expect, it } from 'vitest';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, panelStates, twoBenchmarks, withReport } from './panelStates';
import { sixBenchmarks } from './sixBenchmarks';

const browser = new PanelBrowser();
const report = sixBenchmarks(guideEval, twoBenchmarks);

async function overview(width = 900): Promise<PanelPage> {
  const panel = await browser.open({ width });
  await panel.show(panelStates.sixBenchmarks!);
  return panel;
}

describe('a run of six benchmarks', () => {
  it('has many metrics', () => {
    const metrics = report.benchmarks.flatMap(({ blocks }) => blocks.flatMap((block) => block.metrics));
    expect(metrics.length).toBeGreaterThan(40);
  });

  it('lists them with their first metric and leads to their sections', async () => {
    const panel = await overview();
    const entries = panel.page.locator('.contents li');
    expect(await entries.count()).toBe(6);
    expect(await entries.locator('.contents-value').allInnerTexts()).toEqual([
      '0.42',
      '64.3%',
      '0.61',
      '42.1%',
      '50.0%',
      '55.2%',
    ]);
    await entries.getByRole('button', { name: 'KMP-Dialogue' }).press('Enter');
    expect(await panel.page.evaluate(() => document.activeElement?.textContent)).toBe('KMP-Dialogue');
    const [heading, view] = [
      await panel.page.locator('#benchmark-kmp-dialogue').boundingBox(),
      await panel.page.locator('.overview').boundingBox(),
    ];
    expect(heading!.y).toBeGreaterThanOrEqual(view!.y - 1);
    expect(heading!.y).toBeLessThan(view!.y + 40);
    expect(await panel.page.evaluate(() => document.documentElement.scrollTop + document.body.scrollTop)).toBe(0);
  });

  it('has no such list with two', async () => {
    const panel = await browser.open();
    await panel.show(withReport(twoBenchmarks));
    expect(await panel.page.locator('.contents').count()).toBe(0);
  });

  it('opens the first block of each, and remembers what the reader opens and folds', async () => {
    const panel = await overview();
    const expanded = async (): Promise<readonly (string | null)[]> =>
      panel.page
        .locator('[aria-labelledby="benchmark-mrbench"].metrics .fold')
        .evaluateAll((all) => all.map((fold) => fold.getAttribute('aria-expanded')));
    expect(await expanded()).toEqual(['true', 'false', 'false']);
    await panel.page.locator('[aria-labelledby="benchmark-mrbench"].metrics .fold').nth(1).click();
    await panel.page.locator('[aria-labelledby="benchmark-mrbench"].metrics .fold').nth(0).click();
    expect(await expanded()).toEqual(['false', 'true', 'false']);
    await panel.page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('"unfolded":["mrbench/'));
    await panel.page.reload();
    await panel.show(panelStates.sixBenchmarks!);
    expect(await expanded()).toEqual(['false', 'true', 'false']);
  });

  it('narrows the choices of cases to the benchmark that is chosen', async () => {
    const panel = await overview();
    await panel.page.locator('#tab-cases').click();
    const options = async (name: string): Promise<readonly string[]> =>
      (await panel.page.locator(`vscode-dropdown[aria-label="${name}"] vscode-option`).allTextContents()).map((text) =>
        text.trim(),
      );
    expect(await options('Dimension')).toContain('States the result (SocratesBench)');
    expect(await panel.page.locator('.case-row').first().innerText()).toContain('GuideEval · ');
    const dropdown = panel.page.locator('vscode-dropdown[aria-label="Benchmark"]');
    await dropdown.click();
    await dropdown.locator('vscode-option', { hasText: 'SocratesBench' }).click();
    expect(await options('Dimension')).toEqual([
      'Any dimension',
      'Computes a step of the solution',
      'States the result',
      'Names the method',
    ]);
    const rows = panel.page.locator('.case-row');
    expect(await rows.first().innerText()).not.toContain('SocratesBench');
    const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-case') ?? ''));
    expect(ids.every((id) => id.startsWith('socratesbench/'))).toBe(true);
    expect(await panel.page.locator('.case-count').innerText()).toContain('42 of 106 cases');
  });

  it('fits 320 px', async () => {
    const panel = await overview(320);
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const wide = await panel.page.evaluate(() => {
      const view = document.getElementById('overview')!;
      return view.scrollWidth - view.clientWidth;
    });
    expect(wide).toBe(0);
  });
});
