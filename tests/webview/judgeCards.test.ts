import { describe, expect, it } from 'vitest';
import type { JudgesView } from '../../src/core/report/judgesViewModel';
import { cardDetail, handLabelDetail } from './cardDetails';
import { judgesSeen, keyOf } from './judgesViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();
const opened = keyOf(2);
async function judges(view: JudgesView): Promise<PanelPage> {
  const panel = await browser.open();
  await panel.show(withReport(guideEval));
  await panel.page.locator('#tab-judges').click();
  await panel.send({ kind: 'judges', view });
  return panel;
}

async function card(): Promise<PanelPage> {
  const panel = await judges(judgesSeen);
  await panel.page.locator(`#judge-card-${opened}`).click();
  await panel.answer({ kind: 'openJudgeCard', key: opened }, cardDetail);
  return panel;
}

describe('a card', () => {
  it('has a confusion matrix with people in rows, the judge in columns and what failed', async () => {
    const { page } = await card();
    const matrix = page.getByRole('region', { name: 'Confusion matrix' });
    expect(await matrix.locator('tbody tr').allInnerTexts()).toEqual([
      'Yes\t812\t60\t14\t1\t887',
      'To some extent\t71\t66\t40\t0\t177',
      'No\t22\t19\t97\t2\t140',
    ]);
    expect(await matrix.locator('td.same').allInnerTexts()).toEqual(['812', '66', '97']);
    await page.setViewportSize({ width: 500, height: 800 });
    expect(await matrix.locator('thead tr').last().innerText()).toContain('To some extent');
  });

  it('lists disagreements with reply, both reasons and who labelled, some at a time', async () => {
    const { page } = await card();
    const items = page.getByRole('list', { name: 'Disagreements' }).locator('> li');
    expect(await items.count()).toBe(10);
    const first = (await items.first().innerText()).replaceAll(/\s+/g, ' ');
    expect(first).toContain('reply of Phi3 · labelled in MRBench_V1.json');
    expect(first).toContain('People No no reason given');
    expect(first).toContain('Judge Yes The reply asks the student to look');
    expect(first).toContain('You are close!');
    await page.getByRole('button', { name: 'Show more (14 left)' }).click();
    await page.getByRole('button', { name: 'Show more (4 left)' }).click();
    expect(await items.count()).toBe(24);
    await page.getByText('202 more not listed here').waitFor();
  });

  it('names who labelled by hand, with their reason', async () => {
    const panel = await judges(judgesSeen);
    const key = keyOf(40);
    await panel.page.getByText('1 other check').click();
    await panel.page.locator(`#judge-card-${key}`).click();
    await panel.answer({ kind: 'openJudgeCard', key }, handLabelDetail);
    const list = panel.page.getByRole('list', { name: 'Disagreements' });
    const first = (await list.locator('> li').first().innerText()).replaceAll(/\s+/g, ' ');
    expect(first).toContain('reply of Phi3 · labelled by Ada');
    expect(first).toContain('Ada No It praises and leaves the student where they were.');
    await panel.page.getByText('Too few labels: 36 labels, and at least 40 are needed to tell').waitFor();
  });

  it('says why a judge is not reliable, and that its run is gone', async () => {
    const panel = await judges(judgesSeen);
    const key = keyOf(6);
    await panel.page.locator(`#judge-card-${key}`).click();
    await panel.answer({ kind: 'openJudgeCard', key }, { problem: 'The calibration run was deleted.' });
    await panel.page.getByText('Not reliable: it cannot be told from chance').first().waitFor();
    await panel.page.getByText('The calibration run was deleted.').waitFor();
    expect(await panel.page.locator('.confusion').count()).toBe(0);
  });

  it('says that another prompt was checked', async () => {
    const panel = await judges(judgesSeen);
    await panel.page.locator(`#judge-card-${keyOf(7)}`).click();
    await panel.page.getByText('The check used another judge prompt than the one in use').waitFor();
    expect(await panel.page.locator('.judge-card').count()).toBe(1);
  });

  it('names the statistic in which the judge is better than the majority label', async () => {
    const [model] = judgesSeen.judges;
    const [check] = model!.checks;
    const beats = 'better than the majority label in macro-F1, not in agreement';
    const row = { ...check!.rows[0]!, beats };
    const panel = await judges({ ...judgesSeen, judges: [{ ...model!, checks: [{ ...check!, rows: [row] }] }] });
    await panel.page.locator(`#judge-card-${row.key}`).click();
    await panel.page.getByText('Better than the majority label in macro-F1, not in agreement: kappa').waitFor();
  });

  it('opens and closes with the keyboard, the focus where it was', async () => {
    const panel = await judges(judgesSeen);
    const button = panel.page.locator(`#judge-card-${opened}`);
    await button.focus();
    await panel.page.keyboard.press('Enter');
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await panel.page.keyboard.press('Enter');
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    expect(await panel.page.evaluate(() => document.activeElement?.id)).toBe(`judge-card-${opened}`);
  });
});
