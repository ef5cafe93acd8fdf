import type { ConsoleMessage, Page } from 'playwright-core';

export interface ConsoleError {
  /** `policy`: a content security policy violation; `exception`: uncaught; `log`: console.error or a failed load. */
  readonly kind: 'policy' | 'exception' | 'log';
  /** Errors of the workbench itself are usually harmless: no marketplace, no accounts. */
  readonly source: 'webview' | 'workbench';
  readonly text: string;
  /** Address of the document or script, empty when the browser names none. */
  readonly url: string;
}

/** Scripts inside a webview's inner document have no URL; everything in the workbench has one. */
function sourceOf(url: string): ConsoleError['source'] {
  return url === '' || url.includes('/webview/browser/pre/') || url.includes('vscode-resource')
    ? 'webview'
    : 'workbench';
}

function fromMessage(message: ConsoleMessage): ConsoleError {
  const { url } = message.location();
  const text = message.text();
  return { kind: /content security policy/i.test(text) ? 'policy' : 'log', source: sourceOf(url), text, url };
}

/** Collects every console message of a page and its frames, from the moment it is made. */
export class ConsoleRecord {
  readonly #errors: ConsoleError[] = [];
  readonly #lines: string[] = [];

  constructor(page: Page) {
    page.on('console', (message) => {
      this.#lines.push(`[${message.type()}] ${message.text()} ${message.location().url}`);
      if (message.type() === 'error') this.#errors.push(fromMessage(message));
    });
    page.on('pageerror', (error) => {
      const url = /https?:\/\/[^\s)]+/.exec(error.stack ?? '')?.[0] ?? '';
      this.#lines.push(`[exception] ${error.stack ?? error.message}`);
      this.#errors.push({ kind: 'exception', source: sourceOf(url), text: error.message, url });
    });
  }

  /** In the order they came. */
  get errors(): readonly ConsoleError[] {
    return [...this.#errors];
  }

  /** Everything that was written, one message after another, for a log file. */
  get text(): string {
    return this.#lines.join('\n');
  }
}
