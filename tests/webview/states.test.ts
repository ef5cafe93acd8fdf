import { describe, expect, it } from 'vitest';
import { historyOf } from './historyViews';
import { PanelBrowser } from './panelBrowser';
import { guideEval, panelStates, withReport } from './panelStates';

const browser = new PanelBrowser();

/** What a reader must find in each state: the button, and words on the page. */
const expectations: Readonly<Record<string, { readonly button: string; readonly words: readonly string[] }>> = {
  empty: { button: 'Evaluate', words: ['Not evaluated yet', 'saved or not'] },
  untrusted: { button: 'Evaluate', words: ['Restricted Mode', 'Manage workspace trust'] },
  starting: { button: 'Cancel', words: ['Getting ready', 'Nothing has been sent yet'] },
  runningFirst: { button: 'Cancel', words: ['Waiting for the first reply', 'Replies 0 of 24'] },
  running: { button: 'Cancel', words: ['Replies 9 of 24, judgements 27 of about 72', 'so far', 'nothing judged yet'] },
  cancelling: { button: 'Cancelling…', words: ['Replies 9 of 24'] },
  cancelled: { button: 'Resume', words: ['Cancelled: 9 of 24 replies are kept'] },
  overBudget: { button: 'Resume', words: ['Stopped at a cap', 'Raise the cap…', 'The limit of $0.50 was reached.'] },
  failed: { button: 'Evaluate again', words: ['No call succeeded', 'the key was not accepted (401)', 'Open log'] },
  failedMidway: { button: 'Resume', words: ['The run stopped: 9 of 24 replies are kept', 'resume the run later'] },
  blocked: { button: 'Evaluate', words: ['No API key for OpenAI is stored.', 'Set API key', 'Not started'] },
  finished: { button: 'Evaluate again', words: ['8 of 23 judged cases', '$0.31', '1 min 12 s', 'verdicts unscored'] },
  edited: { button: 'Evaluate', words: ['edited since this run'] },
  simulated: { button: 'Evaluate again', words: ['simulated', 'Tutor and judges are simulated', 'Cost $0'] },
  nothingUnderstood: {
    button: 'Evaluate again',
    words: ['so there are no scores', 'Choose models', 'No scores.', 'Read the replies'],
  },
  turnMap: {
    button: 'Evaluate again',
    words: ['Where the tutor gave in', '42 conversations', 'asks to be shown the next step'],
  },
  preferences: {
    button: 'Evaluate again',
    words: ['A tie is not a win.', 'Relevant to what was said', 'verdicts unscored'],
  },
  metricBars: { button: 'Evaluate again', words: ['What the replies are good at', 'Uses examples or analogies'] },
  emptyPictures: { button: 'Evaluate again', words: ['Where the tutor gave in', 'No verdict yet.'] },
  sixBenchmarks: { button: 'Evaluate again', words: ['Resilience', 'Weighted rubric score', 'KMP-Skills'] },
};

describe('states of the panel', () => {
  it.each([
    [true, 'No key is needed, and nothing is sent.'],
    [false, 'made-up-judge scores each reply.'],
  ])('says that nothing is sent only where all models are simulated: %s', async (sendsNothing, words) => {
    const panel = await browser.open();
    const { choices } = panelStates.empty!;
    await panel.show({
      ...panelStates.empty!,
      choices: { ...choices, simulated: ['tutor', 'judge'], sendsNothing },
    });
    await panel.page.getByText(words).waitFor();
    expect(await panel.page.getByText('nothing is sent').count()).toBe(sendsNothing ? 1 : 0);
  });

  it('has an expectation for every state', () => {
    expect(Object.keys(expectations).sort()).toEqual(Object.keys(panelStates).sort());
  });

  for (const [name, state] of Object.entries(panelStates)) {
    it(`says what is going on: ${name}`, async () => {
      const panel = await browser.open();
      const { button, words } = expectations[name]!;
      await panel.showUnfolded(state);
      expect(await panel.page.locator('.run-button').innerText()).toBe(button);
      await panel.page.locator('#open-about').click();
      const text = await panel.page.locator('#app').innerText();
      await panel.page.keyboard.press('Escape');
      for (const word of words) expect(text).toContain(word);
      // Both tabs must draw in every state.
      await panel.page.locator('#tab-cases').click();
      expect(await panel.page.locator('.cases').count()).toBe(1);
    });
  }

  it('offers all five views before the first run, and says what will be in each', async () => {
    const panel = await browser.open();
    await panel.show(panelStates.empty!);
    await expect
      .poll(() => panel.page.locator('.tab').allInnerTexts())
      .toEqual(['Overview', 'Cases', 'Compare', 'History', 'Judges']);
    await panel.send({ kind: 'history', view: historyOf(0) });
    for (const tab of ['compare', 'history']) {
      await panel.page.locator(`#tab-${tab}`).click();
      await expect.poll(() => panel.page.locator('#panel').innerText()).toContain('No run yet: evaluate this prompt');
    }
    const problem = 'The runs’ folder cannot be read.';
    await panel.send({ kind: 'history', view: historyOf(0, { problem }) });
    for (const tab of ['compare', 'history']) {
      await panel.page.locator(`#tab-${tab}`).click();
      await expect.poll(() => panel.page.locator('#panel').innerText()).toContain(problem);
      await expect.poll(() => panel.page.locator('#panel').innerText()).not.toContain('No run yet');
    }
  });

  it('asks the host for what a button says', async () => {
    const panel = await browser.open();
    await panel.show(panelStates.empty!);
    await panel.page.locator('.run-button').click();
    await panel.waitForSent({ kind: 'action', action: 'evaluate' });
    await panel.show(panelStates.running!);
    await panel.page.locator('.run-button').click();
    await panel.waitForSent({ kind: 'action', action: 'cancel' });
    await panel.show(panelStates.cancelled!);
    await panel.page.locator('.run-button').click();
    await panel.waitForSent({ kind: 'action', action: 'resume' });
    await panel.show(panelStates.blocked!);
    await panel.page.getByRole('button', { name: 'Set API key' }).click();
    await panel.waitForSent({ kind: 'action', action: 'setApiKey' });
    await panel.page.locator('#open-about').press('Enter');
    await panel.page.getByRole('button', { name: 'GuideEval', exact: true }).click();
    await panel.waitForSent({ kind: 'action', action: 'chooseBenchmarks' });
  });

  it('does not evaluate in an untrusted workspace', async () => {
    const panel = await browser.open();
    await panel.show(panelStates.untrusted!);
    await panel.page.locator('.run-button').click({ force: true });
    await panel.page.getByRole('button', { name: 'Manage workspace trust' }).click();
    await panel.waitForSent({ kind: 'action', action: 'manageTrust' });
    expect(await panel.sent()).not.toContainEqual({ kind: 'action', action: 'evaluate' });
  });

  it('offers a cancelled run of an edited prompt for evaluation, not for resuming', async () => {
    const panel = await browser.open();
    await panel.show({ ...panelStates.cancelled!, editedSinceRun: true });
    expect(await panel.page.locator('.run-button').innerText()).toBe('Evaluate');
    expect(await panel.page.getByText('Cancelled: 9 of 24 replies are kept.').count()).toBe(1);
    expect(await panel.page.getByText('Resume continues').count()).toBe(0);
  });

  it('has a menu that works by keyboard', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval));
    await panel.page.locator('#open-menu').focus();
    await panel.page.keyboard.press('Enter');
    const focused = panel.page.locator('[role=menuitem]:focus');
    expect(await focused.innerText()).toBe('Export report…');
    await panel.page.keyboard.press('ArrowDown');
    expect(await focused.innerText()).toBe('Calibrate judge…');
    await panel.page.keyboard.press('Escape');
    expect(await panel.page.locator('#open-menu:focus').count()).toBe(1);
    await panel.page.keyboard.press('Enter');
    await panel.page.keyboard.press('Enter');
    await panel.waitForSent({ kind: 'action', action: 'exportReport' });
    expect(await panel.page.locator('[role=menu]:popover-open').count()).toBe(0);
  });

  it('stays within its size', () => {
    expect(browser.scriptBytes).toBeLessThan(820_000);
    expect(browser.scriptBytes).toBeGreaterThan(100_000);
  });
});
