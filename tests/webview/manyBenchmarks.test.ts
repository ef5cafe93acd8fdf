import { describe, expect, it } from 'vitest';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, panelStates, twoBenchmarks } from './panelStates';
import { sixBenchmarks } from './sixBenchmarks';

const browser = new PanelBrowser();
const report = sixBenchmarks(guideEval, twoBenchmarks);

async function overview(width = 900): Promise<PanelPage> {
  const panel = await browser.open({ width });
  await panel.showUnfolded(panelStates.sixBenchmarks!);
  return panel;
}

describe('a run of six benchmarks', () => {
  it('has many metrics', () => {
    const metrics = report.benchmarks.flatMap(({ blocks }) => blocks.flatMap((block) => block.metrics));
    expect(metrics.length).toBeGreaterThan(40);
  });

  it('has a line for each, with its foremost metric, its value and what it rests on', async () => {
    const panel = await browser.open();
    await panel.show(panelStates.sixBenchmarks!);
    const lines = panel.page.locator('.benchmark-line');
    expect(await lines.locator('.benchmark-value').allInnerTexts()).toEqual([
      '0.42, n 6',
      '9 of 14',
      '0.61, n 40',
      '42.1%, n 40',
      '50.0%, n 40',
      '55.2%, n 40',
    ]);
    expect(await lines.locator('.interval-bar').count()).toBe(6);
    expect(await panel.page.locator('.metrics, .picture').count()).toBe(0);
    const bars = await lines.locator('.benchmark-bar').evaluateAll((all) =>
      all.map((bar) => {
        const { left, width } = bar.getBoundingClientRect();
        return `${String(left)} ${String(width)}`;
      }),
    );
    expect(new Set(bars).size).toBe(1);
  });

  it('unfolds one by keyboard, and keeps it so over a reload', async () => {
    const panel = await browser.open();
    await panel.show(panelStates.sixBenchmarks!);
    const line = panel.page.getByRole('button', { name: /^KMP-Dialogue/ });
    await line.press('Enter');
    await expect.poll(() => panel.page.locator('.picture.preferences').count()).toBe(1);
    expect(await panel.page.evaluate(() => document.activeElement?.id)).toBe('heading-kmp-dialogue');
    await panel.page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('"toggled":["kmp-'));
    await panel.page.reload();
    await panel.show(panelStates.sixBenchmarks!);
    expect(await line.getAttribute('aria-expanded')).toBe('true');
    await line.press('Enter');
    await expect.poll(() => panel.page.locator('.picture').count()).toBe(0);
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
    await panel.page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('"mrbench/'));
    await panel.page.reload();
    await panel.showUnfolded(panelStates.sixBenchmarks!);
    expect(await expanded()).toEqual(['false', 'true', 'false']);
  });

  it('narrows the choices of cases to the benchmark that is chosen', async () => {
    const panel = await overview();
    await panel.page.locator('#tab-cases').click();
    const options = async (name: string): Promise<readonly string[]> =>
      (await panel.page.locator(`select[aria-label="${name}"] option`).allTextContents()).map((text) => text.trim());
    expect(await options('Dimension')).toContain('States the result (SocratesBench)');
    expect(await panel.page.locator('.case-row').first().innerText()).toContain('GuideEval · ');
    await panel.page.locator('select[aria-label="Benchmark"]').selectOption({ label: 'SocratesBench' });
    expect(await options('Dimension')).toEqual([
      'Any dimension',
      'Computes a step of the solution',
      'States the result',
      'Names the method',
    ]);
    const rows = panel.page.locator('.case-row');
    expect(await rows.first().innerText()).not.toContain('SocratesBench');
    const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-id') ?? ''));
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
