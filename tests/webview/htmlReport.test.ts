import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RunSession } from '../../src/core/run/runSession';
import { buildReport } from '../../src/core/results/buildReport';
import { htmlReport, type HtmlReportOptions } from '../../src/core/report/htmlReport';
import type { BenchmarkReport, RunReport, TurnMapPicture } from '../../src/core/results/reportModel';
import { hostileRun, hostileText } from '../unit/report/hostileRun';
import { ended, judged, mixedRun, replied, sample, toySession } from '../unit/report/reportFixture';
import { metricBarsBenchmark, preferencesBenchmark } from './barReports';
import { axeFindings } from './pageFaults';
import { textsOf } from './pageTexts';
import { turnMap, turnMapBenchmark } from './turnMapReport';

interface Look extends HtmlReportOptions {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
  readonly language?: string;
}

let browser: Browser;
let folder: string;
const contexts: BrowserContext[] = [];
/** Console messages, uncaught errors and requests for anything but the file itself. */
const faults: string[] = [];

beforeAll(async () => {
  browser = await chromium.connect(inject('browserEndpoint'));
  folder = await mkdtemp(path.join(tmpdir(), 'report-'));
});

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  expect(faults.splice(0)).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(session: RunSession, look: Look = {}, report?: RunReport): Promise<Page> {
  const { width = 1200, colorScheme = 'light', javaScriptEnabled = true, language: tag, ...options } = look;
  const file = path.join(folder, 'report.html');
  const shown = report ?? buildReport(session, { resamples: 100 });
  const language = tag === undefined ? undefined : { tag, texts: textsOf(tag) };
  await writeFile(file, await htmlReport(shown, session, { ...inject('reportAssets'), language }, options));
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, javaScriptEnabled });
  contexts.push(context);
  const page = await context.newPage();
  const { href } = pathToFileURL(file);
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (request.url() !== href && !request.url().startsWith('data:')) faults.push(request.url());
  });
  await page.goto(href);
  if (javaScriptEnabled) for (const line of await page.locator('.benchmark-line').all()) await line.click();
  return page;
}

/** Opens all that is folded, cases first. */
async function unfold(page: Page): Promise<void> {
  for (const summary of await page.locator('.report-case > summary').all()) await summary.click();
  for (const summary of await page.locator('.report-case .case-content details > summary').all()) await summary.click();
}

function withBenchmark(session: RunSession, benchmark: BenchmarkReport): RunReport {
  return { ...buildReport(session, { resamples: 100 }), benchmarks: [benchmark] };
}

/** A run whose first sample has two replies that a map leads to. */
const mapped: TurnMapPicture = {
  ...turnMap(1, 1),
  turns: 1,
  marks: [],
  layers: [
    {
      id: 'J1',
      title: 'Gives in',
      rows: [{ sampleId: 'c', repeat: 0, label: 'Train', cells: ['failed'] }],
      byTurn: [{ failed: 1, judged: 1 }],
    },
  ],
};

describe('the script of HTML reports', () => {
  it('holds nothing that could end its element or hide its end', () => {
    expect(inject('reportAssets').script).not.toMatch(/<\/?script/i);
    expect(inject('reportAssets').style).not.toMatch(/<\/style/i);
  });
});

describe('an HTML report', () => {
  it.each([
    [1200, 'light'],
    [360, 'dark'],
  ] as const)('runs nothing of a run’s texts, asks for nothing and fits %i px (%s)', async (width, colorScheme) => {
    const page = await open(hostileRun(), { width, colorScheme });
    await unfold(page);
    expect(await axeFindings({ page })).toEqual([]);
    const found = await page.evaluate(() => ({
      hit: 'hit' in globalThis,
      handlers: [...document.querySelectorAll('*')].filter((one) =>
        one.getAttributeNames().some((name) => name.startsWith('on')),
      ).length,
      links: document.querySelectorAll('a, iframe, object, embed, form, base, link, img').length,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      words: document.querySelector('.turn.reply .turn-words')?.textContent ?? '',
    }));
    expect(found).toMatchObject({ hit: false, handlers: 0, links: 0, overflow: 0 });
    expect(found.words).toContain(hostileText.split('\n')[0]);
  });

  it('shows what each rule adds without a button that only an editor can serve', async () => {
    const session = mixedRun();
    const rule = {
      numbers: [2],
      text: 'Ask.',
      line: 4,
      effects: [],
      outcome: 'nothing',
      words: 'no evidence',
    } as const;
    const winner = { ...rule, title: 'shorter.md', numbers: [], outcome: 'helps', words: 'best' } as const;
    const rules = { title: 'Which', targets: [], rules: [{ ...rule, title: '2. Ask.' }, winner], kept: [], notes: [] };
    const page = await open(session, {}, { ...buildReport(session, { resamples: 100 }), rules });
    await page.locator('.rules li', { hasText: 'shorter.md' }).waitFor();
    expect(await page.locator('.rules li').count()).toBe(2);
    expect(await page.locator('.rules :is(vscode-button, button, a)').count()).toBe(0);
  });

  it('has the words of its language in its file', async () => {
    const page = await open(mixedRun(), { language: 'sv' });
    expect(await page.locator('html').getAttribute('lang')).toBe('sv');
    await page.getByRole('heading', { name: 'Benchmarkar' }).waitFor();
    expect(await page.locator('.report-cases h3').first().innerText()).toMatch(/^Fall, sämst först/);
  });

  it('lets no other script and no other style in', async () => {
    const page = await open(mixedRun());
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.hit = 1';
      document.body.append(script);
      document.body.insertAdjacentHTML(
        'beforeend',
        '<p id="odd" style="color: red" onclick="globalThis.hit = 1">x</p>',
      );
      document.getElementById('odd')?.click();
    });
    expect(await page.evaluate(() => 'hit' in globalThis)).toBe(false);
    expect(await page.locator('#odd').evaluate((odd) => getComputedStyle(odd).color)).not.toBe('rgb(255, 0, 0)');
    // The browser says so, and of nothing else.
    expect(faults.splice(0).filter((fault) => !fault.includes('Content Security Policy'))).toEqual([]);
  });

  it('opens with the answer and a line for each benchmark, and folds the rest', async () => {
    const page = await open(mixedRun());
    await page.locator('.benchmark-line').click();
    const heads = await page.locator('h1, h2, h3').allInnerTexts();
    expect(heads.map((head) => head.split('\n')[0]?.trim())).toEqual([
      expect.stringContaining('toy.md'),
      expect.stringMatching(/judged cases? fails?|^Weakest/),
      'Benchmarks',
      expect.any(String),
      'About this run',
    ]);
    await expect
      .poll(() => page.locator('.report-facts').innerText())
      .toMatch(/\d{1,2} \w{3,4} \d{4}, \d\d:\d\d, took/);
    expect(await page.locator('.report-case, tr.metric').count()).toBe(0);
  });

  it('lists its contents, and each entry leads to its cases', async () => {
    for (const width of [1_200, 420]) {
      const page = await open(mixedRun(), { width });
      await page.locator('.benchmark-line').click();
      const entries = page.getByRole('navigation', { name: 'Contents' }).getByRole('button');
      expect(await entries.count()).toBe(1);
      await entries.first().click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^cases-/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

  it('draws scores, cases and formulas with the components of the panel', async () => {
    const page = await open(mixedRun());
    expect(await page.locator('tr.metric').count()).toBeGreaterThan(2);
    expect(await page.locator('.interval-bar').count()).toBeGreaterThan(1);
    expect(await page.locator('.report-cases h3').textContent()).toMatch(/Cases, worst first\s+5 cases/);
    await unfold(page);
    expect(await page.locator('.member math').count()).toBeGreaterThan(0);
    expect(await page.locator('.verdict').count()).toBeGreaterThan(3);
    expect(await page.locator('[id]').evaluateAll((all) => all.length - new Set(all.map(({ id }) => id)).size)).toBe(0);
  });

  it('draws every kind of picture', async () => {
    const session = mixedRun();
    for (const benchmark of [turnMapBenchmark(), preferencesBenchmark, metricBarsBenchmark]) {
      const page = await open(session, {}, withBenchmark(session, benchmark));
      expect(await page.locator('figure.picture').count()).toBe(benchmark.pictures.length);
      expect(await page.locator('figure.picture').first().textContent()).toContain(benchmark.pictures[0]?.title);
    }
    const page = await open(session);
    expect(await page.locator('.levels-bar').count()).toBeGreaterThan(1);
  });

  it('leads from a metric to its failing cases, and back to all', async () => {
    const page = await open(mixedRun());
    const cases = page.locator('.report-case');
    const all = await cases.count();
    await page.locator('.answer button').click();
    expect(await page.locator('.report-cases h3').evaluate((head) => head === document.activeElement)).toBe(true);
    expect(await cases.count()).toBeLessThan(all);
    await page.locator('.report-cases .link').click();
    expect(await cases.count()).toBe(all);
  });

  it('leads from a cell of a map to the reply', async () => {
    const session = mixedRun();
    const [toy] = buildReport(session, { resamples: 100 }).benchmarks;
    const page = await open(session, {}, withBenchmark(session, { ...toy!, pictures: [mapped] }));
    await page.locator('.map-grid [data-row="0"] [data-column="0"]').click();
    const led = page.locator('.report-case[open] .turn.led');
    expect(await led.textContent()).toContain('Look again.');
  });

  it('shows the members of a pair side by side, and below each other where it is narrow', async () => {
    for (const [width, beside] of [
      [1200, true],
      [360, false],
    ] as const) {
      const page = await open(mixedRun(), { width });
      await unfold(page);
      const [left, right] = await page.$$eval('.members.pair > .member', (members) =>
        members.map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
      );
      expect(left !== undefined && right !== undefined && right.left >= left.right).toBe(beside);
    }
  });

  it('says how many cases it leaves out', async () => {
    const samples = ['a', 'b', 'c'].map((id) => sample(id));
    const records = samples.flatMap(({ id }, index) => [
      replied(id, `Reply ${id}`),
      judged(id, 'Helps', 1 - index / 2),
    ]);
    const page = await open(toySession({ samples, records: [...records, ended()] }), { mostCases: 2 });
    expect(await page.locator('.report-case').count()).toBe(2);
    const text = (await page.locator('.report-cases').textContent())?.replaceAll(/\s+/g, ' ');
    expect(text).toContain('1 more case is left out here, those with the fewest failures.');
  });

  it('follows the colour scheme', async () => {
    const grounds: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(mixedRun(), { colorScheme });
      grounds.push(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
    }
    expect(grounds).toEqual(['rgb(255, 255, 255)', 'rgb(22, 24, 28)']);
  });

  it('has the scores as a table where no script runs', async () => {
    const page = await open(mixedRun(), { javaScriptEnabled: false });
    expect(await page.locator('noscript table tbody tr').count()).toBeGreaterThan(2);
    expect(await page.locator('h1').textContent()).toContain('toy.md');
    expect(await page.locator('noscript table').first().isVisible()).toBe(true);
  });
});
