import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../workbench/launchChromium';
import { judgedChanges, withBadges } from './badgeViews';
import { beatenDetail, cardDetail } from './cardDetails';
import { judgesSeen, judgesUnseen, keyOf } from './judgesViews';
import { PanelPage } from './panelPage';
import { guideEval, twoBenchmarks, withReport } from './panelStates';
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

async function shoot(panel: PanelPage, name: string): Promise<void> {
  await panel.page.mouse.move(0, 0);
  await panel.page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
}

for (const theme of themes) {
  for (const width of [320, 520, 700, 900, 1200]) {
    it(`draws badges and judges, ${theme.name}, ${String(width)} px`, async () => {
      const panel = await PanelPage.open(browser, server, { width, height: 1_000, theme: theme.name });
      const name = `${theme.name}-${String(width)}`;
      await panel.show(withReport(withBadges(guideEval), { changes: judgedChanges }));
      await shoot(panel, `${name}-badges-changes`);
      await panel.show(withReport(withBadges(twoBenchmarks)));
      await shoot(panel, `${name}-badges`);
      await panel.page.locator('#tab-judges').click();
      await shoot(panel, `${name}-judges-loading`);
      await panel.send({ kind: 'judges', view: judgesUnseen });
      await shoot(panel, `${name}-judges-none`);
      await panel.send({ kind: 'judges', view: judgesSeen });
      await shoot(panel, `${name}-judges`);
      await panel.page.locator(`#judge-card-${keyOf(2)}`).click();
      await panel.send({ kind: 'judgeCard', key: keyOf(2), detail: cardDetail });
      await shoot(panel, `${name}-judge-card`);
      await panel.page.locator(`#judge-card-${keyOf(6)}`).click();
      await panel.send({ kind: 'judgeCard', key: keyOf(6), detail: beatenDetail });
      await shoot(panel, `${name}-judge-card-beaten`);
      expect(await panel.problems()).toEqual([]);
      await panel.close();
    });
  }
}
