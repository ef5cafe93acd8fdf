import { describe, expect, it } from 'vitest';
import type { PanelBatches, PanelBatchWait, PanelState } from '../../src/protocol/panelState';
import { PanelBrowser } from './panelBrowser';
import { guideEval, partOf, withReport } from './panelStates';

const browser = new PanelBrowser();

const wait: PanelBatchWait = {
  provider: 'OpenAI',
  batches: 2,
  calls: 1_200,
  done: 340,
  collected: 0,
  since: '2026-03-01T10:05:00',
  polledAt: '2026-03-01T11:00:00',
  nextPollAt: '2026-03-01T11:05:00',
};

function waiting(batches: PanelBatches, change: Partial<PanelState> = {}): PanelState {
  return withReport(partOf(guideEval, 0), { phase: { kind: 'running' }, batches, ...change });
}

function left(change: Partial<PanelState> = {}): PanelState {
  const report = partOf(guideEval, 0);
  const { provider, batches, calls, since } = wait;
  const waits = [{ provider, batches, calls, since }];
  return withReport(
    { ...report, run: { ...report.run, status: 'interrupted' } },
    { batches: { isFollowed: false, waits }, ...change },
  );
}

describe('a run that waits for batches', () => {
  it('says what is where since when, and when somebody looks again, in place of a bar that stands still', async () => {
    const panel = await browser.open();
    await panel.show(waiting({ isFollowed: true, waits: [wait] }));
    const section = panel.page.getByRole('region', { name: 'Batches' });
    const said = await section.innerText();
    expect(said).toContain('1,200 calls in 2 batches with OpenAI since 1 Mar 2026, 10:05.');
    expect(said).toContain(
      'Last checked 1 Mar 2026, 11:00: 340 of these calls done. Next check about 1 Mar 2026, 11:05.',
    );
    expect(said).toContain('You can close VS Code');
    expect(said).not.toContain('collected.');
    expect(await panel.page.getByRole('progressbar').count()).toBe(0);
    expect(await panel.page.locator('.progress-words').innerText()).toBe('Replies 0 of 24, judgements 0 of about 72');
    await section.getByText('Detach', { exact: true }).click();
    await panel.waitForSent({ kind: 'action', action: 'leaveBatch' });
    expect(await panel.page.locator('.run-button').innerText()).toBe('Cancel');
  });

  it('tells two providers apart, what is collected, and what nobody has looked at', async () => {
    const panel = await browser.open();
    const fresh = { ...wait, provider: 'Anthropic at http://localhost:1', polledAt: undefined, calls: 1, batches: 1 };
    await panel.show(waiting({ isFollowed: true, waits: [{ ...wait, collected: 800 }, fresh] }));
    const lines = await panel.page.locator('.batches-text p').allInnerTexts();
    expect(lines[0]).toContain('800 of 2,000 calls collected.');
    expect(lines[1]).toMatch(/^1 call in 1 batch with Anthropic at http:\/\/localhost:1 since .*Not checked yet\./);
  });

  it('has no buttons while it is being cancelled', async () => {
    const panel = await browser.open();
    await panel.show(waiting({ isFollowed: true, waits: [wait] }, { phase: { kind: 'cancelling' } }));
    const section = panel.page.getByRole('region', { name: 'Batches' });
    expect(await section.innerText()).toContain('The batches are being ended. Answers that are ready by now are kept.');
    expect(await section.locator('vscode-button').count()).toBe(0);
  });

  it('goes back to the bar when nothing waits any more', async () => {
    const panel = await browser.open();
    await panel.show(waiting({ isFollowed: true, waits: [wait] }));
    await panel.show(withReport(partOf(guideEval, 6), { phase: { kind: 'running' } }));
    expect(await panel.page.getByRole('progressbar').count()).toBe(1);
    expect(await panel.page.getByRole('region', { name: 'Batches' }).count()).toBe(0);
  });
});

describe('a run that has left its batches', () => {
  it('offers to collect and to cancel them, and says nothing twice', async () => {
    const panel = await browser.open();
    await panel.show(left());
    const section = panel.page.getByRole('region', { name: 'Batches' });
    expect(await section.innerText()).toContain('1,200 calls in 2 batches with OpenAI since 1 Mar 2026, 10:05.');
    expect(await section.innerText()).not.toContain('looked');
    expect(await panel.page.locator('.run-button').innerText()).toBe('Collect');
    expect(await panel.page.locator('.notices').count()).toBe(0);
    await section.getByText('Cancel', { exact: true }).click();
    await panel.waitForSent({ kind: 'action', action: 'cancel' });
    await section.getByText('Collect', { exact: true }).click();
    await panel.waitForSent({ kind: 'action', action: 'resume' });
  });

  it('can be collected after the prompt was edited: the run has its own text', async () => {
    const panel = await browser.open();
    await panel.show(left({ editedSinceRun: true }));
    expect(await panel.page.locator('.run-button').innerText()).toBe('Evaluate');
    await panel.page.getByRole('region', { name: 'Batches' }).getByText('Collect', { exact: true }).click();
    await panel.waitForSent({ kind: 'action', action: 'resume' });
  });

  it('asks nothing of a provider in Restricted Mode', async () => {
    const panel = await browser.open();
    await panel.show(left({ trusted: false }));
    const section = panel.page.getByRole('region', { name: 'Batches' });
    for (const button of await section.locator('vscode-button').all())
      expect(await button.evaluate((element) => (element as HTMLButtonElement).disabled)).toBe(true);
  });

  it('shows a hostile address as text', async () => {
    const panel = await browser.open();
    const state = left();
    const [one] = state.batches?.waits ?? [];
    if (one === undefined) throw new Error('The state has no batches.');
    const provider = 'OpenAI at http://x/<img src=x onerror=alert(1)>\u202e';
    await panel.show({ ...state, batches: { isFollowed: false, waits: [{ ...one, provider }] } });
    expect(await panel.page.locator('.batches img').count()).toBe(0);
    expect(await panel.page.locator('.batches').innerText()).not.toContain('\u202e');
  });
});
