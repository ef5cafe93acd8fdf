import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../workbench/launchChromium';
import { PanelPage } from './panelPage';
import { caseDetails, panelStates } from './panelStates';
import type { PanelServer } from './panelServer';
import { startPanelServer } from './panelServer';
import { themes } from './themes';

const folder = fileURLToPath(new URL('../../test-results/webview/', import.meta.url));
const widths = { wide: 900, narrow: 380 } as const;

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

async function openCase(panel: PanelPage, id: string): Promise<void> {
  await panel.page.locator(`[data-case="${id}"]`).click();
  await panel.send({ kind: 'case', caseId: id, detail: caseDetails[id] });
}

for (const theme of themes) {
  for (const [size, width] of Object.entries(widths)) {
    it(`draws every state, ${theme.name}, ${size}`, async () => {
      const panel = await PanelPage.open(browser, server, { width, height: 760, theme: theme.name });
      for (const [name, state] of Object.entries(panelStates)) {
        await panel.show(state);
        await shoot(panel, `${theme.name}-${size}-${name}`);
      }
      await panel.page.locator('.overview').evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await shoot(panel, `${theme.name}-${size}-simulated-end`);
      await panel.page.locator('#tab-cases').click();
      await shoot(panel, `${theme.name}-${size}-cases-two`);
      await panel.show(panelStates.finished!);
      await shoot(panel, `${theme.name}-${size}-cases`);
      await openCase(panel, 'guideeval/ge-001b#0');
      await shoot(panel, `${theme.name}-${size}-case`);
      expect(await panel.problems()).toEqual([]);
      await panel.close();
    });
  }
}

it('draws a wide case', async () => {
  const panel = await PanelPage.open(browser, server, { width: 1600, height: 900 });
  await panel.show(panelStates.finished!);
  await panel.page.locator('#tab-cases').click();
  await openCase(panel, 'guideeval/ge-001b#0');
  await shoot(panel, 'dark-1600-case');
  expect(await panel.problems()).toEqual([]);
  await panel.close();
});

it('draws the narrowest', async () => {
  const panel = await PanelPage.open(browser, server, { width: 320, height: 700 });
  await panel.show(panelStates.simulated!);
  await shoot(panel, 'dark-320-overview');
  expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await panel.close();
});
