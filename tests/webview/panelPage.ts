import type { Browser, Page } from 'playwright-core';
import type { FromPanel, ToPanel } from '../../src/protocol/messages';
import type { PanelState } from '../../src/protocol/panelState';
import type { PanelServer } from './panelServer';
import type { Theme } from './themes';

interface PanelWindow {
  readonly sent: FromPanel[];
  readonly breaches: string[];
  readonly hacked: number;
}

/** The panel in a browser, seen from the extension's side. */
export class PanelPage {
  readonly page: Page;
  /** Console errors, uncaught errors and failed loads, in order. */
  readonly faults: string[] = [];
  /** Requests that left for anything but the page's own files. */
  readonly strayRequests: string[] = [];

  private constructor(page: Page, origin: string) {
    this.page = page;
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.faults.push(`page: ${error.message}`));
    page.on('request', (request) => {
      const url = request.url();
      const own = ['/main.js', '/main.css', '/panel/'].some((path) => url.startsWith(origin + path));
      if (!own && !url.startsWith('data:')) this.strayRequests.push(url);
    });
  }

  static async open(
    browser: Browser,
    server: PanelServer,
    options: { readonly width?: number; readonly height?: number; readonly theme?: Theme['name'] } = {},
  ): Promise<PanelPage> {
    const { width = 900, height = 800, theme = 'dark' } = options;
    const page = await browser.newPage({ viewport: { width, height } });
    const panel = new PanelPage(page, server.origin);
    await page.goto(`${server.origin}/panel/${theme}`);
    await page.waitForFunction(() =>
      (window as unknown as PanelWindow).sent.some((message) => message.kind === 'ready'),
    );
    return panel;
  }

  /** Sends a message as the extension would, and waits until it is drawn. */
  async send(message: ToPanel): Promise<void> {
    // As text: the driver takes seconds to pass a large object.
    await this.page.evaluate(async (text) => {
      const data: unknown = JSON.parse(text);
      window.postMessage(data, '*');
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, JSON.stringify(message));
  }

  async show(state: PanelState): Promise<void> {
    await this.send({ kind: 'state', state });
  }

  async sent(): Promise<readonly FromPanel[]> {
    return this.page.evaluate(() => (window as unknown as PanelWindow).sent);
  }

  /** Waits until the panel has sent such a message. */
  async waitForSent(message: FromPanel): Promise<void> {
    await this.page.waitForFunction(
      (wanted) => (window as unknown as PanelWindow).sent.some((item) => JSON.stringify(item) === wanted),
      JSON.stringify(message),
    );
  }

  /** How often text that should be inert ran. */
  async hacked(): Promise<number> {
    return this.page.evaluate(() => (window as unknown as PanelWindow).hacked);
  }

  /** Everything that went wrong, empty when nothing did. */
  async problems(): Promise<readonly string[]> {
    const breaches = await this.page.evaluate(() => (window as unknown as PanelWindow).breaches);
    const sent = await this.sent();
    const reported = sent.flatMap((message) => (message.kind === 'error' ? [message.message] : []));
    return [...this.faults, ...breaches, ...reported, ...this.strayRequests];
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}
