import { describe, expect, it } from 'vitest';
import { PanelBrowser } from './panelBrowser';
import { guideEval, withReport } from './panelStates';
import { failingCases, tagged, untagged } from './taggedReport';

const browser = new PanelBrowser();

describe('failure tags', () => {
  it('are offered with the number of failing replies, and asked for by the host', async () => {
    const panel = await browser.open();
    await panel.showUnfolded(withReport(untagged));
    const part = panel.page.locator('.failure-tags');
    expect(await part.innerText()).toContain(`${failingCases.length + 2} replies with a perception score below 1`);
    await part.getByRole('button', { name: 'Ask how they failed…' }).click();
    await expect.poll(async () => panel.sent()).toContainEqual({ kind: 'tagFailures' });
  });

  it('are not offered where nothing may be started, or nothing fails', async () => {
    const panel = await browser.open();
    await panel.showUnfolded(withReport(untagged, { trusted: false }));
    expect(await panel.page.locator('.failure-tags').count()).toBe(0);
    await panel.showUnfolded(withReport(untagged, { example: true }));
    expect(await panel.page.locator('.failure-tags').count()).toBe(0);
    await panel.showUnfolded(withReport(guideEval));
    expect(await panel.page.locator('.failure-tags').count()).toBe(0);
  });

  it('are bars with counts, of how many, and what is missing', async () => {
    const panel = await browser.open();
    await panel.showUnfolded(withReport(tagged));
    const part = panel.page.locator('.failure-tags');
    const count = failingCases.length;
    expect(await part.innerText()).toContain(`Tagged: ${count} of ${count + 2} replies`);
    expect(await part.innerText()).toContain('1 answer missing or unreadable.');
    expect(await part.innerText()).toContain('Not asked yet: 1.');
    const rows = await part.locator('.bars-row').allInnerTexts();
    expect(rows.map((text) => text.replaceAll(/\s+/gu, ' ').trim())).toEqual([
      `Accepts the error ${count} · 100%`,
      `Agrees, then contradicts 1 · ${Math.round(100 / count)}%`,
    ]);
    expect(await part.getByRole('button', { name: 'Ask about the rest…' }).count()).toBe(1);
  });

  it('lead to the cases that have them, which show them', async () => {
    const panel = await browser.open();
    await panel.showUnfolded(withReport(tagged));
    await panel.page.locator('.failure-tags').getByRole('button', { name: 'Agrees, then contradicts' }).click();
    const rows = panel.page.locator('.case-row');
    expect(await rows.count()).toBe(1);
    expect(await rows.first().getAttribute('data-id')).toBe(failingCases[0]?.id);
    expect(await rows.first().ariaSnapshot()).toContain('Accepts the error Agrees, then contradicts');
    expect(await rows.first().locator('.case-tag').allInnerTexts()).toEqual([
      'Accepts the error',
      'Agrees, then contradicts',
    ]);
    expect(await panel.problems()).toEqual([]);
  });
});
