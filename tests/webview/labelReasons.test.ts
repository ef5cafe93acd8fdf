import { describe, expect, it } from 'vitest';
import { setupOf, workAt } from './labellingViews';
import { PanelBrowser } from './panelBrowser';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();

describe('a reason that waits for a label', () => {
  it.each([
    ['label mode is left', undefined],
    ['another run or person is chosen', setupOf()],
  ])('is let go of when %s', async (_, between) => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval));
    await panel.send({ kind: 'labelling', view: workAt('a') });
    await panel.page.keyboard.press('r');
    await panel.page.keyboard.type('Of the other run.');
    await panel.page.keyboard.press('Enter');
    const reason = panel.page.locator('.label-row.active .label-reason');
    expect(await reason.innerText()).toContain('Of the other run. (waits for a label)');
    await panel.send({ kind: 'labelling', view: between });
    await panel.send({ kind: 'labelling', view: workAt('a') });
    expect(await reason.innerText()).not.toContain('Of the other run');
    await panel.page.keyboard.press('3');
    const asked = (await panel.sent()).filter(({ kind }) => kind.includes('Label'));
    expect(asked.at(-1)).toMatchObject({ kind: 'giveLabel', choice: 2 });
    expect(asked.at(-1)).not.toHaveProperty('reason');
  });
});
