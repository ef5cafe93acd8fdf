import type { Browser, ConsoleMessage, Page, Request } from 'playwright-core';
import type { ComparisonView } from '../../src/core/report/comparisonViewModel';
import type { Answers, FromPanel, MessageOf, RunPair, ToPanel } from '../../src/protocol/messages';
import type { PanelState } from '../../src/protocol/panelState';
import type { PanelServer } from './panelServer';
import type { Theme } from './themes';

interface PanelWindow {
  readonly sent: FromPanel[];
  readonly asked: { readonly message: FromPanel; readonly id: number }[];
  readonly breaches: string[];
  readonly hacked: number;
}

/** Size of the page and theme of the editor; 900 × 800 pixels and dark when open. */
export interface PanelLook {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: Theme['name'];
  /** Language of the page's own texts; English without one. */
  readonly language?: string;
}

let visits = 0;

/** The panel in a browser, seen from the extension's side. */
export class PanelPage {
  readonly page: Page;
  /** Console errors, uncaught errors and failed loads, in order. */
  readonly faults: string[] = [];
  /** Requests that left for anything but the page's own files. */
  readonly strayRequests: string[] = [];
  /** Parts of faults that a test brings about itself. */
  readonly expected: string[] = [];
  readonly #origin: string;
  /** Questions for comparisons that are answered. */
  readonly #compared = new Set<number>();

  private constructor(page: Page, origin: string) {
    this.page = page;
    this.#origin = origin;
    page.on('console', this.#noteMessage);
    page.on('pageerror', this.#noteError);
    page.on('request', this.#noteRequest);
  }

  /** Opens a page of its own. */
  static async open(browser: Browser, server: PanelServer, look: PanelLook = {}): Promise<PanelPage> {
    return PanelPage.load(await browser.newPage(), server.origin, look);
  }

  /** Loads the panel anew, as a first visit, into a page that may have shown another one. */
  static async load(page: Page, origin: string, look: PanelLook): Promise<PanelPage> {
    const { width = 900, height = 800, theme = 'dark', language = 'en' } = look;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: null, forcedColors: null });
    const panel = new PanelPage(page, origin);
    visits += 1;
    await page.goto(`${origin}/panel/${theme}?visit=${String(visits)}&language=${language}`);
    await page.waitForFunction(() =>
      (window as unknown as PanelWindow).sent.some((message) => message.kind === 'ready'),
    );
    return panel;
  }

  readonly #noteMessage = (message: ConsoleMessage): void => {
    if (message.type() === 'error' || message.type() === 'warning') this.faults.push(`console: ${message.text()}`);
  };

  readonly #noteError = (error: Error): void => {
    this.faults.push(`page: ${error.message}`);
  };

  readonly #noteRequest = (request: Request): void => {
    const url = request.url();
    const own = ['/main.js', '/main.css', '/panel/'].some((path) => url.startsWith(this.#origin + path));
    if (!own && !url.startsWith('data:')) this.strayRequests.push(url);
  };

  /** Sends a message as the extension would, and waits until it is drawn. */
  async send(message: ToPanel): Promise<void> {
    // As text: the driver takes seconds to pass a large object.
    await this.page.evaluate(async (text) => {
      const data: unknown = JSON.parse(text);
      window.postMessage(data, '*');
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, JSON.stringify(message));
  }

  /**
   * Answers the panel's question for a pair of runs and waits until the comparison is drawn. If the last question is
   * already answered, the panel is told to ask again first.
   */
  async compared(runs: RunPair, view: ComparisonView): Promise<void> {
    await this.send({ kind: 'answer', id: await this.#comparisonAsked(runs), value: { view: JSON.stringify(view) } });
  }

  /** The same with why they cannot be compared. */
  async notCompared(runs: RunPair, problem: string): Promise<void> {
    await this.send({ kind: 'answer', id: await this.#comparisonAsked(runs), value: { problem } });
  }

  /** The id of the panel's last question for a comparison of two runs, to be answered once. */
  async #comparisonAsked({ before, after, judges }: RunPair): Promise<number> {
    const question = JSON.stringify({ kind: 'compare', before, after, ...(judges === undefined ? {} : { judges }) });
    const asked = await this.page.evaluate(() => (window as unknown as PanelWindow).asked);
    const last = asked.findLast(({ message }) => message.kind === 'compare');
    if (last !== undefined && this.#compared.has(last.id)) await this.send({ kind: 'compareAgain' });
    const found = await this.page.waitForFunction(
      ([wanted, known]) => {
        const { asked } = window as unknown as PanelWindow;
        const { id, message } = asked.findLast(({ message }) => message.kind === 'compare') ?? {};
        return id !== undefined && !known.includes(id) && JSON.stringify(message) === wanted ? id : undefined;
      },
      [question, [...this.#compared]] as const,
    );
    const id = (await found.jsonValue()) ?? 0;
    this.#compared.add(id);
    return id;
  }

  /** Answers what the panel asked last in these words, once it has asked, and waits until that is drawn. */
  async answer<Question extends MessageOf<keyof Answers>>(
    request: Question,
    value: Answers[Question['kind']],
  ): Promise<void> {
    const found = await this.page.waitForFunction(
      (wanted) =>
        (window as unknown as PanelWindow).asked.findLast(({ message }) => JSON.stringify(message) === wanted)?.id,
      JSON.stringify(request),
    );
    const id = await found.jsonValue();
    if (id !== undefined) await this.send({ kind: 'answer', id, value });
  }

  async show(state: PanelState): Promise<void> {
    await this.send({ kind: 'state', state });
  }

  /** Changes the colours as the editor does when the user takes another theme. */
  async useTheme({ bodyClass, variables }: Theme): Promise<void> {
    await this.page.evaluate(
      async ([classes, values]) => {
        const { style } = document.documentElement;
        for (const name of [...style].filter((one) => one.startsWith('--vscode-'))) style.removeProperty(name);
        for (const [name, value] of Object.entries(values)) style.setProperty(`--vscode-${name}`, value);
        document.body.className = classes;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      },
      [bodyClass, variables] as const,
    );
  }

  /** Shows an overview with all of its benchmarks unfolded. */
  async showUnfolded(state: PanelState): Promise<void> {
    await this.show(state);
    const folded = this.page.locator('.benchmark-line[aria-expanded=false]');
    while ((await folded.count()) > 0) await folded.first().click();
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

  /** Everything that went wrong and was not expected, empty when nothing did. */
  async problems(): Promise<readonly string[]> {
    const breaches = await this.page.evaluate(() => (window as unknown as PanelWindow).breaches);
    const sent = await this.sent();
    const reported = sent.flatMap((message) => (message.kind === 'error' ? [message.message] : []));
    const all = [...this.faults, ...breaches, ...reported, ...this.strayRequests];
    return all.filter((one) => !this.expected.some((part) => one.includes(part)));
  }

  /** Gives the page up for another panel. */
  leave(): Page {
    this.page.off('console', this.#noteMessage);
    this.page.off('pageerror', this.#noteError);
    this.page.off('request', this.#noteRequest);
    return this.page;
  }

  /** Keeps how the page looks now, without a pointer on it, as a picture of this name. */
  async picture(name: string): Promise<void> {
    await this.page.mouse.move(0, 0);
    await this.page.screenshot({ path: `test-results/webview/${name}.png`, animations: 'disabled' });
  }
}
