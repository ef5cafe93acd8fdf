import path from 'node:path';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { ConsoleRecord, type ConsoleError } from './consoleErrors';
import { sharedContext } from './launchChromium';
import { pollUntil } from './pollUntil';
import { QuickInput } from './quickInput';

const EXTENSION_ID = 'tutor-prompt-lab.tutor-prompt-lab';

/** Pictures and the DOM around each action, for Playwright's trace viewer. They double the time of a test. */
const isTraced = process.env.E2E_TRACE === '1';
const WHAT_TO_TRACE = { screenshots: true, snapshots: true } as const;

export interface PanelQuery {
  /** `publisher.name` of the extension that made the webview. */
  readonly extensionId?: string;
  /** A selector that must match inside the frame, to tell two panels apart or to wait for the content. */
  readonly containing?: string;
}

/** What a person sees and does in one window of VS Code. */
export class WorkbenchPage {
  readonly #context: BrowserContext;
  readonly #console: ConsoleRecord;
  readonly #quickInput: QuickInput;

  private constructor(
    context: BrowserContext,
    /** For what this object has no word for. */
    readonly page: Page,
    readonly serverUrl: string,
  ) {
    this.#context = context;
    this.#console = new ConsoleRecord(page);
    this.#quickInput = new QuickInput(page);
  }

  /** Opens a tab for the server at `serverUrl`, as if nobody had been there before. E2E_TRACE=1 records a trace. */
  static async launch(serverUrl: string): Promise<WorkbenchPage> {
    const context = await sharedContext();
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    // All but the cache: what the window before kept about itself.
    const storageTypes = 'cookies,local_storage,indexeddb,service_workers';
    await devTools.send('Storage.clearDataForOrigin', { origin: serverUrl, storageTypes });
    await devTools.detach();
    if (isTraced) await context.tracing.start(WHAT_TO_TRACE);
    return new WorkbenchPage(context, page, serverUrl);
  }

  /** Opens a folder (absolute path) and waits for the status bar. The extension host may still be starting. */
  async open(folder: string): Promise<void> {
    await this.page.goto(`${this.serverUrl}/?folder=${encodeURIComponent(folder)}`, { waitUntil: 'commit' });
    await this.#drawn();
  }

  /** Reloads by VS Code's own command, which saves the window's state first; the browser's reload does not. */
  async reload(): Promise<void> {
    const navigated = this.page.waitForEvent('framenavigated', (frame) => frame === this.page.mainFrame());
    await this.runCommand('Developer: Reload Window');
    await navigated;
    await this.#drawn();
  }

  /** Picks a command by its full title, "Category: Title". Does not wait for the command to end. */
  async runCommand(title: string): Promise<void> {
    await this.#quickInput.choose({
      key: 'F1',
      text: `>${title}`,
      matches: (label) => label === title || label.startsWith(`${title}, `),
      wanted: `the command "${title}" in the command palette`,
    });
  }

  /** Opens a file by its path relative to the folder, with forward slashes, and waits for its tab and text. */
  async openFile(file: string): Promise<void> {
    const name = path.posix.basename(file);
    const folder = path.posix.dirname(file);
    // Quick open says the folder after the name, and where it has the file from after a comma.
    const label = folder === '.' ? name : `${name} ${folder}`;
    await this.#quickInput.choose({
      key: 'Control+P',
      text: file,
      matches: (said) => said === label || said.startsWith(`${label}, `),
      wanted: `the file "${file}" in quick open`,
    });
    await this.page.getByRole('tab', { name, selected: true }).first().waitFor();
    // The tab comes before the text, and a command that needs the active editor finds none until then.
    await this.page.locator(`.editor-group-container .monaco-editor[data-uri$="/${name}"]`).first().waitFor();
  }

  /** The visible lines of the active text editor, joined by newlines. */
  async editorText(): Promise<string> {
    const lines = await this.page.locator('.editor-group-container.active .view-line').evaluateAll((elements) =>
      elements
        .map((element) => ({ top: element.getBoundingClientRect().top, text: element.textContent }))
        .sort((first, second) => first.top - second.top)
        .map((line) => line.text),
    );
    // The editor draws spaces as no-break spaces so that the browser keeps them.
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  /** The innermost frame of the extension's webview, the one with its HTML, once it has a body with something in it. */
  async panelFrame(query: PanelQuery = {}): Promise<Frame> {
    const { extensionId = EXTENSION_ID, containing = 'body > *' } = query;
    return pollUntil(`a webview of ${extensionId} containing ${containing}`, async () => {
      const outer = this.page
        .frames()
        .filter((frame) => new URL(frame.url(), this.serverUrl).searchParams.get('extensionId') === extensionId);
      for (const inner of outer.flatMap((frame) => frame.childFrames())) {
        // While a document loads VS Code keeps it in a second, hidden frame with another id.
        const id = await (await inner.frameElement()).getAttribute('id');
        if (id === 'active-frame' && (await inner.locator(containing).count()) > 0) return inner;
      }
      return undefined;
    });
  }

  /** Unfolds all benchmarks in the overview of a panel. */
  async unfold(panel: Frame): Promise<void> {
    await panel.locator('.benchmark-line').first().waitFor();
    const folded = panel.locator('.benchmark-line[aria-expanded=false]');
    while ((await folded.count()) > 0) await folded.first().click();
  }

  /** Visible notifications as a screen reader says them: "Error: text, source: Extension". */
  async notifications(): Promise<readonly string[]> {
    const suffix = ', notification';
    const labels = await this.page
      .getByRole('list', { name: suffix })
      .evaluateAll((lists) => lists.map((list) => list.getAttribute('aria-label') ?? ''));
    return labels.map((label) => label.slice(0, label.lastIndexOf(suffix)));
  }

  /** Everything the status bar says, left to right, separated by spaces. */
  async statusBarText(): Promise<string> {
    return (await this.#statusBar.innerText()).replaceAll(/\s+/g, ' ').trim();
  }

  /** Console errors since the page was made, in order, including content security policy violations. */
  consoleErrors(): readonly ConsoleError[] {
    return this.#console.errors;
  }

  /** Everything the page wrote to its console. */
  consoleText(): string {
    return this.#console.text;
  }

  /** Writes what is on screen to a PNG file. */
  async screenshot(file: string): Promise<void> {
    await this.page.screenshot({ path: file });
  }

  /** Writes the trace since the last call, if one is recorded, to a zip that Playwright's viewer opens. */
  async saveTrace(file: string): Promise<void> {
    if (!isTraced) return;
    await this.#context.tracing.stop({ path: file });
    await this.#context.tracing.start(WHAT_TO_TRACE);
  }

  /** Leaves the page, so that the server ends its extension host, and closes the tab. */
  async dispose(): Promise<void> {
    if (isTraced) await this.#context.tracing.stop();
    await this.page.goto('about:blank');
    await this.page.close();
  }

  get #statusBar() {
    return this.page.getByRole('status').and(this.page.locator('footer'));
  }

  async #drawn(): Promise<void> {
    await this.#statusBar.waitFor({ timeout: 60_000 });
  }
}
