import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../workbench/launchChromium';
import { PanelPage } from './panelPage';
import type { PanelServer } from './panelServer';
import { startPanelServer } from './panelServer';
import { withReport } from './panelStates';
import { tagged, untagged } from './taggedReport';
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

for (const theme of themes) {
  for (const width of [320, 560, 900]) {
    it(`draws failure tags, ${theme.name}, ${String(width)} px`, async () => {
      const panel = await PanelPage.open(browser, server, { width, height: 900, theme: theme.name });
      const name = `${folder}${theme.name}-${String(width)}-tags`;
      for (const [state, report] of Object.entries({ untagged, tagged })) {
        await panel.show(withReport(report));
        await panel.page.locator('.failure-tags').scrollIntoViewIfNeeded();
        await panel.page.mouse.move(0, 0);
        await panel.page.screenshot({ path: `${name}-${state}.png`, animations: 'disabled' });
      }
      await panel.page.locator('.failure-tags .levels-row button').first().click();
      await panel.page.screenshot({ path: `${name}-cases.png`, animations: 'disabled' });
      expect(await panel.problems()).toEqual([]);
      await panel.close();
    });
  }
}
