import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../workbench/launchChromium';
import { withCorrections } from './correctedReports';
import { judgedChanges, withBadges } from './badgeViews';
import { PanelPage } from './panelPage';
import type { PanelServer } from './panelServer';
import { startPanelServer } from './panelServer';
import { guideEval, twoBenchmarks, withReport } from './panelStates';
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
  for (const width of [320, 900]) {
    it(`draws corrected scores, ${theme.name}, ${String(width)} px`, async () => {
      const panel = await PanelPage.open(browser, server, { width, height: 1_100, theme: theme.name });
      const name = `${folder}${theme.name}-${String(width)}-corrected`;
      await panel.show(withReport(withCorrections(withBadges(guideEval)), { changes: judgedChanges }));
      await panel.page.mouse.move(0, 0);
      await panel.page.screenshot({ path: `${name}-changes.png`, animations: 'disabled' });
      await panel.show(withReport(withCorrections(withBadges(twoBenchmarks))));
      await panel.page.screenshot({ path: `${name}.png`, animations: 'disabled' });
      expect(await panel.problems()).toEqual([]);
      await panel.close();
    });
  }
}
