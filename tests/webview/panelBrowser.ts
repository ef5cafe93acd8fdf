import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchChromium } from '../workbench/launchChromium';
import { PanelPage } from './panelPage';
import type { PanelServer } from './panelServer';
import { startPanelServer } from './panelServer';

type OpenOptions = Parameters<typeof PanelPage.open>[2];

/**
 * A browser and a server for one test file. Every page opened must end without a breach of the policy, an error in the
 * console, a stray request or text that ran; that is asserted after each test.
 */
export class PanelBrowser {
  #browser: Browser | undefined;
  #server: PanelServer | undefined;
  #open: PanelPage[] = [];

  constructor() {
    beforeAll(async () => {
      [this.#browser, this.#server] = await Promise.all([launchChromium(), startPanelServer()]);
    });
    afterEach(async () => {
      const pages = this.#open;
      this.#open = [];
      for (const panel of pages) {
        const problems = await panel.problems();
        const hacked = await panel.hacked();
        await panel.close();
        expect(problems).toEqual([]);
        expect(hacked).toBe(0);
      }
    });
    afterAll(async () => {
      await this.#browser?.close();
      await this.#server?.close();
    });
  }

  get server(): PanelServer {
    if (this.#server === undefined) throw new Error('The server is started before the first test, not before.');
    return this.#server;
  }

  async open(options: OpenOptions = {}): Promise<PanelPage> {
    if (this.#browser === undefined) throw new Error('The browser is started before the first test, not before.');
    const panel = await PanelPage.open(this.#browser, this.server, options);
    this.#open.push(panel);
    return panel;
  }
}
