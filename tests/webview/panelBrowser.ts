import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { type PanelLook, PanelPage } from './panelPage';

/**
 * The pages of one test file, in the browser that all files share. Every page opened must end without a breach of the
 * policy, an error in the console, a stray request or text that ran; that is asserted after each test.
 */
export class PanelBrowser {
  #browser: Browser | undefined;
  #open: PanelPage[] = [];
  /** Pages that tests have done with. A new one costs four times as much: its process has everything to load. */
  #idle: Page[] = [];

  constructor() {
    beforeAll(async () => {
      this.#browser = await chromium.connect(inject('browserEndpoint'));
    });
    afterEach(async () => {
      const panels = this.#open;
      this.#open = [];
      for (const panel of panels) {
        const problems = await panel.problems();
        const hacked = await panel.hacked();
        this.#idle.push(panel.leave());
        expect(problems).toEqual([]);
        expect(hacked).toBe(0);
      }
    });
    afterAll(() => this.#browser?.close());
  }

  /** Bytes of the minified script. */
  get scriptBytes(): number {
    return inject('panelScriptBytes');
  }

  async open(look: PanelLook = {}): Promise<PanelPage> {
    if (this.#browser === undefined) throw new Error('The browser is connected to before the first test, not before.');
    const page = this.#idle.pop() ?? (await this.#browser.newPage());
    const panel = await PanelPage.load(page, inject('panelOrigin'), look);
    this.#open.push(panel);
    return panel;
  }
}
