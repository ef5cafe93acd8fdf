import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LabellingView } from '../../src/core/report/labellingView';
import { launchChromium } from '../workbench/launchChromium';
import { begun, onCriteria, over, reviewing, setupOf, workAt } from './labellingViews';
import { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';
import type { PanelServer } from './panelServer';
import { startPanelServer } from './panelServer';
import { themes } from './themes';

const folder = fileURLToPath(new URL('../../test-results/webview/', import.meta.url));

let browser: Browser;
let server: PanelServer;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  [browser, server] = await Promise.all([launchChromium(), startPanelServer()]);
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

const views: Readonly<Record<string, LabellingView>> = {
  setup: setupOf(),
  'setup-go-on': setupOf({ wish: { ...setupOf().wish, benchmark: 'tutorbench', mode: 'reviewing' } }),
  blind: begun('a'),
  reviewing: reviewing('b'),
  criteria: onCriteria('c'),
  'not-kept': workAt('d', 0, { problem: 'Cannot write labels/mrbench.jsonl: no space left on the device.' }),
  'set-aside': over(3),
  over: over(0),
};

for (const theme of themes) {
  for (const [size, width] of Object.entries({ wide: 1100, narrow: 380, narrowest: 320 })) {
    it(`draws label mode, ${theme.name}, ${size}`, async () => {
      const panel = await PanelPage.open(browser, server, { width, height: 820, theme: theme.name });
      const shoot = async (name: string): Promise<void> => {
        await panel.page.mouse.move(0, 0);
        const path = `${folder}${theme.name}-${size}-labels-${name}.png`;
        await panel.page.screenshot({ path, animations: 'disabled' });
      };
      await panel.show(withReport(guideEval));
      await panel.page.locator('#tab-cases').click();
      await shoot('entry');
      for (const [name, view] of Object.entries(views)) {
        await panel.send({ kind: 'labelling', view });
        await shoot(name);
        expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
      await panel.send({ kind: 'labelling', view: begun('e') });
      await panel.page.keyboard.press('1');
      await panel.page.keyboard.press('ArrowUp');
      await panel.page.keyboard.press('r');
      await panel.page.keyboard.type('It says which number to look at.');
      await shoot('reason');
      expect(await panel.problems()).toEqual([]);
      await panel.close();
    });
  }
}
