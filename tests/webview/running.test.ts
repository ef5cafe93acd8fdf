import { describe, expect, it } from 'vitest';
import type { RunReport } from '../../src/core/results/reportModel';
import type { PanelState } from '../../src/protocol/panelState';
import { PanelBrowser } from './panelBrowser';
import { caseDetails, guideEval, manyCases, partOf, withReport } from './panelStates';

const browser = new PanelBrowser();
const running = (report: RunReport, done: number): PanelState =>
  withReport(partOf(report, done), { phase: { kind: 'running' } });

describe('while a run goes', () => {
  it('says in words what all of it waits for', async () => {
    const panel = await browser.open();
    const waitsFor = 'Waiting for calls of other runs, which count towards the cap of 60 calls a day';
    await panel.show({ ...running(guideEval, 9), waitsFor });
    await expect.poll(() => panel.page.locator('.progress-words').textContent()).toContain(waitsFor);
    expect(await panel.page.getByRole('progressbar').getAttribute('aria-valuetext')).toContain(waitsFor);
    await panel.show(running(guideEval, 10));
    await expect.poll(() => panel.page.locator('.progress-words').textContent()).not.toContain('Waiting');
  });

  it('offers to ask a silent server again at once, and other models', async () => {
    const panel = await browser.open();
    const again = panel.page.getByRole('button', { name: 'Try again' });
    const waitsFor = 'Waiting for OpenAI: no answer for 30 s to one call';
    await panel.show({ ...running(guideEval, 9), waitsFor, silentServer: 'asked' });
    await panel.page.getByRole('button', { name: 'Choose models', exact: true }).first().waitFor();
    expect(await again.count()).toBe(0);
    await panel.show({
      ...running(guideEval, 9),
      waitsFor: `${waitsFor}. Next try in 40 s`,
      silentServer: 'askedLater',
    });
    await again.click();
    expect(await panel.sent()).toContainEqual({ kind: 'action', action: 'tryAgain' });
    await panel.show({ ...running(guideEval, 10) });
    await expect.poll(() => again.count()).toBe(0);
  });

  it('says each time when it has drawn a state', async () => {
    const panel = await browser.open();
    for (const done of [2, 9, 20]) await panel.show(running(guideEval, done));
    await expect.poll(async () => (await panel.sent()).filter(({ kind }) => kind === 'drawn').length).toBe(3);
  });

  it('keeps the focus on the same case while the order changes', async () => {
    const panel = await browser.open();
    await panel.show(running(guideEval, 2));
    await panel.page.locator('#tab-cases').click();
    const row = panel.page.locator('.case-row').nth(5);
    const id = await row.getAttribute('data-id');
    await row.focus();
    const places = new Set<string | null>();
    for (let done = 3; done <= 24; done += 1) {
      await panel.show(running(guideEval, done));
      const focused = await panel.page.evaluate(() => ({
        id: document.activeElement?.getAttribute('data-id'),
        place: document.activeElement?.getAttribute('aria-posinset') ?? null,
      }));
      expect(focused.id).toBe(id);
      places.add(focused.place);
    }
    expect(places.size).toBeGreaterThan(1);
  });

  it('keeps what the reader looks at in place', async () => {
    const panel = await browser.open();
    const report = manyCases(2_000);
    await panel.show(running(report, 100));
    await panel.page.locator('#tab-cases').click();
    await panel.page.locator('.case-list').evaluate((list) => list.scrollTo(0, 48 * 900 + 9));
    await panel.page.locator('[data-id="guideeval/many-900#0"]').waitFor();
    const topRow = (): Promise<{ id: string | null; offset: number }> =>
      panel.page.locator('.case-list').evaluate((list) => {
        const top = list.getBoundingClientRect().top;
        const rows = [...list.querySelectorAll('.case-row')];
        const first = rows.find((row) => row.getBoundingClientRect().bottom > top + 0.5);
        return {
          id: first?.getAttribute('data-id') ?? null,
          offset: (first?.getBoundingClientRect().top ?? 0) - top,
        };
      });
    const before = await topRow();
    for (let done = 110; done <= 200; done += 10) await panel.show(running(report, done));
    const after = await topRow();
    expect(after.id).toBe(before.id);
    expect(after.offset).toBeCloseTo(before.offset, 0);
  });

  it('does not rebuild rows that did not change, nor the text that is being read', async () => {
    const panel = await browser.open();
    await panel.show(running(guideEval, 20));
    await panel.page.locator('#tab-cases').click();
    const id = 'guideeval/ge-001b#0';
    await panel.page.locator(`[data-id="${id}"]`).click();
    await panel.answer({ kind: 'openCase', caseId: id }, caseDetails[id]);
    await panel.page.evaluate(() => {
      for (const element of document.querySelectorAll('.case-row, .model-text, .verdict, select'))
        element.setAttribute('data-seen', '');
    });
    const count = await panel.page.locator('[data-seen]').count();
    for (let round = 0; round < 5; round += 1) await panel.show(running(guideEval, 20));
    expect(await panel.page.locator('[data-seen]').count()).toBe(count);
    // The case did not change, so it was asked for once.
    expect((await panel.sent()).filter((message) => message.kind === 'openCase')).toHaveLength(1);
    await panel.show(running(guideEval, 24));
    expect((await panel.sent()).filter((message) => message.kind === 'openCase')).toHaveLength(1);
  });

  it('asks again for the open case when its verdicts change', async () => {
    const panel = await browser.open();
    await panel.show(running(guideEval, 0));
    await panel.page.locator('#tab-cases').click();
    await panel.page.locator('[data-id="guideeval/ge-001b#0"]').click();
    await panel.show(running(guideEval, 5));
    await panel.page.waitForFunction(
      () =>
        (window as unknown as { sent: { kind: string }[] }).sent.filter((item) => item.kind === 'openCase').length ===
        2,
    );
  });

  it('lets the reader type and choose while snapshots arrive', async () => {
    const panel = await browser.open();
    await panel.show(running(guideEval, 4));
    await panel.page.locator('#tab-cases').click();
    await panel.page.keyboard.press('/');
    let done = 5;
    for (const letter of 'taxi') {
      await panel.page.keyboard.type(letter);
      await panel.show(running(guideEval, (done += 1)));
    }
    expect(await panel.page.locator('#search').evaluate((field) => (field as HTMLInputElement).value)).toBe('taxi');
    expect(await panel.page.evaluate(() => document.activeElement?.id)).toBe('search');
    const dropdown = panel.page.locator('select[aria-label="Outcome"]');
    await dropdown.focus();
    await panel.show(running(guideEval, 15));
    expect(await panel.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Outcome');
    await dropdown.selectOption({ label: 'Failing' });
    await panel.show(running(guideEval, 20));
    expect(await dropdown.evaluate((element) => (element as HTMLElement & { value: string }).value)).toBe('failing');
  });

  it('moves the bar with the counts', async () => {
    const panel = await browser.open();
    await panel.show(running(guideEval, 6));
    const bar = panel.page.locator('[role=progressbar]');
    expect(await bar.getAttribute('aria-valuenow')).toBe('25');
    expect(await bar.getAttribute('aria-valuetext')).toBe('Replies 6 of 24, judgements 18 of about 72');
    await panel.show(withReport(guideEval));
    expect(await bar.count()).toBe(0);
    expect(await panel.page.locator('#app > [role=status]').innerText()).toBe('Evaluation finished.');
  });
});

describe('over a reload', () => {
  it('comes back to the same view, filters, case, row and place', async () => {
    const panel = await browser.open();
    const report = manyCases(500);
    await panel.show(withReport(report));
    await panel.page.locator('#tab-cases').click();
    await panel.page.keyboard.press('/');
    await panel.page.keyboard.type('case');
    await panel.page.locator('.case-list').evaluate((list) => list.scrollTo(0, 48 * 100));
    // By its place in the whole list: which rows are in the page depends on the moment.
    const row = panel.page.locator('.case-row[aria-posinset="106"]');
    const id = (await row.getAttribute('data-id'))!;
    await row.click();
    await panel.page.waitForFunction(
      (wanted) => (sessionStorage.getItem('state') ?? '').includes(`"openCase":"${wanted}"`),
      id,
    );
    const top = await panel.page.locator('.case-list').evaluate((list) => list.scrollTop);
    await panel.page.waitForFunction(
      (wanted) => (sessionStorage.getItem('state') ?? '').includes(`"case-list":${String(wanted)}`),
      top,
    );

    await panel.page.reload();
    await panel.show(withReport(report));
    await panel.waitForSent({ kind: 'openCase', caseId: id });
    expect(await panel.page.locator('#tab-cases').getAttribute('aria-selected')).toBe('true');
    expect(await panel.page.locator('#search').evaluate((field) => (field as HTMLInputElement).value)).toBe('case');
    expect(await panel.page.locator('.case-row.open').getAttribute('data-id')).toBe(id);
    expect(await panel.page.locator('.case-list').evaluate((list) => list.scrollTop)).toBe(top);
    expect(await panel.page.locator('.case-row[tabindex="0"]').getAttribute('data-id')).toBe(id);
  });

  it('keeps the prompt that the extension brings the panel back for', async () => {
    const panel = await browser.open();
    const promptUri = (): Promise<unknown> =>
      panel.page.evaluate(
        () => (JSON.parse(sessionStorage.getItem('state') ?? '{}') as { promptUri?: string }).promptUri,
      );
    expect(await promptUri()).toBe('file:///prompts/made-up.tutor.md');
    await panel.show(withReport(guideEval));
    await panel.page.locator('#tab-cases').click();
    await panel.page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('"tab":"cases"'));
    expect(await promptUri()).toBe('file:///prompts/made-up.tutor.md');
  });

  it('begins anew from a state that it cannot read', async () => {
    const panel = await browser.open();
    for (const state of ['{"version":99}', '{"version":1,"filter":7,"scrolls":"x","folded":[1]}', '"text"', '[]']) {
      await panel.page.evaluate((text) => {
        window.addEventListener('pagehide', () => sessionStorage.setItem('state', text));
      }, state);
      await panel.page.reload();
      await panel.showUnfolded(withReport(guideEval));
      expect(await panel.page.locator('#tab-overview').getAttribute('aria-selected')).toBe('true');
      expect(await panel.page.locator('tr.metric').count()).toBe(12);
    }
  });
});
