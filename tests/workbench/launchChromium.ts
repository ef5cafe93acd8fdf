import { chromium, type Browser, type BrowserContext, type BrowserServer } from 'playwright-core';
import { chromiumPath } from '../../scripts/testTools/chromiumPath.mjs';

/** Needs no sandbox or graphics card, and talks only to the server under test. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the system's Chromium without a window. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), headless: true, args: CHROMIUM_FLAGS });
}

/** The same for several processes to connect to. */
export function launchChromiumServer(): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath: chromiumPath(), headless: true, args: CHROMIUM_FLAGS });
}

let shared: Promise<BrowserContext> | undefined;

/** One context for all windows of this process, so that VS Code's own files are read from its cache. */
export function sharedContext(): Promise<BrowserContext> {
  shared ??= launchChromium().then((browser) => browser.newContext({ viewport: { width: 1400, height: 900 } }));
  return shared;
}
