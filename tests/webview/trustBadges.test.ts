import { describe, expect, it } from 'vitest';
import { badges, judgesSeen, keyOf, withBadges } from './judgesViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, panelStates, withReport } from './panelStates';

const browser = new PanelBrowser();
const opened = keyOf(2);

async function overview(): Promise<PanelPage> {
  const panel = await browser.open();
  await panel.show(withReport(withBadges(guideEval)));
  return panel;
}

describe('badges beside metrics', () => {
  it('say kappa, n and day, or that nobody has checked', async () => {
    const { page } = await overview();
    const words = await page.locator('.trust-badge').allInnerTexts();
    expect(words[0]?.replaceAll(/\s+/g, ' ')).toBe('κ 0.41 n 1,204, 2026-03-04');
    expect(words[2]).toBe('unchecked');
    expect(words).toHaveLength(guideEval.benchmarks[0]!.blocks.flatMap(({ metrics }) => metrics).length);
  });

  it('grey a metric out where its judge does not beat the majority label, with the reason for eyes and ears', async () => {
    const { page } = await overview();
    const row = page.locator('.metric').nth(1);
    const color = (of: number): Promise<string> =>
      page
        .locator('.metric .metric-name')
        .nth(of)
        .evaluate((name) => getComputedStyle(name).color);
    expect(await color(1)).not.toBe(await color(0));
    expect(await page.locator('.metric.beaten').count()).toBeGreaterThan(0);
    const name = row.getByRole('button', { name: /^Judge of .*not to be relied on: it cannot be told from chance/ });
    await name.hover();
    await page.locator('.tooltip:popover-open', { hasText: 'it cannot be told from chance' }).waitFor();
    const described = await row.locator('.metric-name').getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described!}"]`).textContent()).toContain('The judge is not to be relied on');
  });

  it('are absent where nothing was looked up', async () => {
    const panel = await browser.open();
    await panel.show(panelStates.finished!);
    expect(await panel.page.locator('.trust-badge, th.trust').count()).toBe(0);
  });

  it('lead to their card with Enter, which is opened and has the focus once it is there', async () => {
    const panel = await overview();
    const { page } = panel;
    await page.locator('.trust-badge').first().focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#tab-judges').getAttribute('aria-selected')).toBe('true');
    await panel.waitForSent({ kind: 'openJudges' });
    const dimension = badges.checked.place.dimension!;
    expect(judgesSeen.judges[0]?.checks[0]?.rows.some((row) => row.dimension === dimension && row.key === opened)).toBe(
      true,
    );
    await panel.send({ kind: 'judges', view: judgesSeen });
    await panel.waitForSent({ kind: 'openJudgeCard', key: opened });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(`judge-card-${opened}`);
    expect(await page.locator(`#judge-card-${opened}`).getAttribute('aria-expanded')).toBe('true');
  });

  it('lead to the judge where nobody has checked it', async () => {
    const panel = await overview();
    await panel.page
      .getByRole('button', { name: /^Judge of .*: unchecked/ })
      .first()
      .click();
    const unchecked = { ...judgesSeen.judges[1]!, judge: badges.unchecked.place.judge };
    await panel.send({ kind: 'judges', view: { ...judgesSeen, judges: [judgesSeen.judges[0]!, unchecked] } });
    expect(await panel.page.evaluate(() => document.activeElement?.textContent)).toContain('on GuideEval');
  });
});
