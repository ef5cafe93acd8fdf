import type { TestProject } from 'vitest/node';
import type { HtmlReportAssets } from '../../src/core/report/htmlReport';
import { launchChromiumServer } from '../workbench/launchChromium';
import { startPanelServer } from './panelServer';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one browser of a test run listens. */
    readonly browserEndpoint: string;
    /** Where the one build of the page is served. */
    readonly panelOrigin: string;
    /** Bytes of the minified script. */
    readonly panelScriptBytes: number;
    readonly reportAssets: HtmlReportAssets;
  }
}

/** Builds the page and starts the browser once for all test files: both cost seconds. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [browser, server] = await Promise.all([launchChromiumServer(), startPanelServer()]);
  project.provide('browserEndpoint', browser.wsEndpoint());
  project.provide('panelOrigin', server.origin);
  project.provide('panelScriptBytes', server.scriptBytes);
  project.provide('reportAssets', server.reportAssets);
  return async () => {
    await browser.close();
    await server.close();
  };
}
