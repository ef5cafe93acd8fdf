import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';
import { benchmarks } from '../src/core/benchmarks/registry';
import { createRunSession } from '../src/core/run/runSession';
import { buildReport } from '../src/core/results/buildReport';
import type { RunReport } from '../src/core/results/reportModel';
import { FileRunStore } from '../src/core/store/fileRunStore';
import type { ToPanel } from '../src/protocol/messages';
import { PanelPage } from '../tests/webview/panelPage';
import { startPanelServer } from '../tests/webview/panelServer';
import { launchChromium } from '../tests/workbench/launchChromium';

// Sends the report of the only run in the store ROOT to the panel in a real browser. Prints times in milliseconds and
// memory in megabytes. A run under way sends such snapshots four times a second.
const updates = 5;
const report = await readReport(process.argv[2] ?? '');
const snapshot = JSON.stringify({ kind: 'state', state: stateOf(report) } satisfies ToPanel);
const [browser, server] = await Promise.all([launchChromium(), startPanelServer()]);
try {
  const panel = await PanelPage.open(browser, server);
  const { page } = panel;
  const cdp = await page.context().newCDPSession(page);
  const empty = await memory(cdp);
  await watchLongTasks(page);
  await page.evaluate((text) => Object.assign(window, { snapshot: text }), snapshot);
  const first = await drawn(page, 'snapshot');
  const overview = [];
  while (overview.length < updates) overview.push(await drawn(page, 'snapshot'));
  const opening = await drawn(page, 'cases');
  const casesUpdates = [];
  while (casesUpdates.length < updates) casesUpdates.push(await drawn(page, 'snapshot'));
  const rows = await page.locator('.case-list [role=option]').count();
  await page.evaluate(() => Object.assign(window, { snapshot: undefined }));
  const full = await memory(cdp);
  const problems = await panel.problems();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  process.stdout.write(
    `${JSON.stringify({
      cases: report.benchmarks.reduce((sum, { cases }) => sum + cases.length, 0),
      rows,
      verdicts: report.benchmarks.reduce((sum, { verdicts }) => sum + verdicts, 0),
      bytes: Buffer.byteLength(snapshot),
      first,
      overview,
      opening,
      casesUpdates,
      empty,
      full,
    })}\n`,
  );
} finally {
  await browser.close();
  await server.close();
}

async function readReport(root: string): Promise<RunReport> {
  const store = new FileRunStore(root);
  const [listing] = await store.list();
  if (listing === undefined) throw new Error('There is no run in the store.');
  const { manifest, samples, records, problems } = await store.open(listing.id);
  return buildReport(createRunSession(manifest, samples, benchmarks, records, problems), { resamples: 500 });
}

function stateOf(shown: RunReport): Extract<ToPanel, { kind: 'state' }>['state'] {
  return {
    promptName: 'tutor.md',
    promptPath: 'tutor.md',
    editedSinceRun: false,
    trusted: true,
    phase: { kind: 'done' },
    choices: { benchmarks: ['TutorBench'], tutor: shown.run.tutor, judges: shown.run.judges, limit: undefined },
    report: shown,
  };
}

/** Tasks of 50 ms and more, as the browser reports them. */
async function watchLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ['longtask'],
    });
  });
}

interface Drawn {
  /** From the message (or the click) to the frame after the one in which it was drawn. */
  readonly ms: number;
  /** 0 where none took 50 ms. */
  readonly longestTask: number;
}

/** Sends the snapshot that the page was given, or opens the cases, and waits until that is on the screen. */
function drawn(page: Page, what: 'snapshot' | 'cases'): Promise<Drawn> {
  return page.evaluate(async (act) => {
    const own = window as unknown as { readonly snapshot: string; readonly longTasks: number[] };
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const data: unknown = act === 'snapshot' ? JSON.parse(own.snapshot) : undefined;
    // What came before is not this one's work: the observer tells of a task when it has ended.
    await frame();
    await frame();
    own.longTasks.length = 0;
    const started = performance.now();
    if (act === 'snapshot') {
      const arrived = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
      window.postMessage(data, '*');
      await arrived;
    } else document.getElementById('tab-cases')?.click();
    await frame();
    await frame();
    const ms = performance.now() - started;
    await frame();
    return { ms, longestTask: Math.max(0, ...own.longTasks) };
  }, what);
}

interface Memory {
  readonly heapMb: number;
  /** Resident memory of the page's process, Chromium's own code and data included. */
  readonly residentMb: number;
  readonly nodes: number;
}

/** After a collection of garbage. */
async function memory(cdp: CDPSession): Promise<Memory> {
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (name: string): number => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const resident = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentMb(id));
  await session.detach();
  return { heapMb: metric('JSHeapUsedSize') / 1e6, residentMb: Math.max(...resident), nodes: metric('Nodes') };
}

function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_000;
}
