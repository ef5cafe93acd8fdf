import type { ToPanel } from '../src/protocol/messages';
import { historyOf } from '../tests/webview/historyViews';
import { longComparison, longHistory } from '../tests/webview/longLists';
import { PanelPage } from '../tests/webview/panelPage';
import { startPanelServer } from '../tests/webview/panelServer';
import { guideEval, withReport } from '../tests/webview/panelStates';
import { launchChromium } from '../tests/workbench/launchChromium';

// Draws long lists in a real browser and prints what that took, in milliseconds.
const turns = 7;
const [browser, server] = await Promise.all([launchChromium(), startPanelServer()]);
try {
  const panel = await PanelPage.open(browser, server);
  await panel.show(withReport(guideEval));
  await panel.page.locator('#tab-compare').click();
  await panel.send({ kind: 'history', view: historyOf(2) });
  await panel.compared({ before: 'run-1', after: 'run-2' }, longComparison());
  await panel.page.locator('.flip-row').first().waitFor();
  const filters: number[] = [];
  while (filters.length < turns) {
    filters.push(
      await panel.page.evaluate(async () => {
        const started = performance.now();
        document.querySelector<HTMLElement>('.chip.stillFailing')?.click();
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return performance.now() - started;
      }),
    );
  }
  await panel.page.locator('#tab-history').click();
  const histories: number[] = [];
  const text = JSON.stringify({ kind: 'history', view: longHistory() } satisfies ToPanel);
  while (histories.length < turns) {
    histories.push(
      await panel.page.evaluate(async (json) => {
        const data: unknown = JSON.parse(json);
        const started = performance.now();
        window.dispatchEvent(new MessageEvent('message', { data }));
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return performance.now() - started;
      }, text),
    );
  }
  const rows = await panel.page.locator('.revision-row').count();
  const problems = await panel.problems();
  if (problems.length > 0 || rows === 0) throw new Error(problems.join('\n') || 'Nothing was drawn.');
  process.stdout.write(`${JSON.stringify({ filters, histories })}\n`);
} finally {
  await browser.close();
  await server.close();
}
