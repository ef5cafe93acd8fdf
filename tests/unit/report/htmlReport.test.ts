import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../scripts/testTools/chromiumPath.mjs';
import type { RunSession } from '../../../src/core/engine/runSession';
import { buildReport } from '../../../src/core/report/buildReport';
import { checkedMathMl } from '../../../src/core/report/html/checkedMathMl';
import { loadFormulaRenderer } from '../../../src/core/report/html/formulaRenderer';
import { htmlReport } from '../../../src/core/report/htmlReport';
import { launchChromium } from '../../workbench/launchChromium';
import { hostileRun, hostileText } from './hostileRun';
import { ended, judged, mixedRun, offlineModel, replied, sample, toySession } from './reportFixture';

const htmlOf = (session: RunSession, options = {}): Promise<string> =>
  htmlReport(buildReport(session, { resamples: 100 }), session, options);

describe('htmlReport', () => {
  it('shows value, interval, n and unscored of each metric', async () => {
    const html = await htmlOf(mixedRun());
    expect(html).toContain('<td class="figure value">0.00 (0/1)</td>');
    expect(html).toContain(
      '<td class="figure interval">0.00 to 0.79</td><td class="figure">1</td><td class="figure"><strong>1</strong></td>',
    );
    expect(html).toContain('aria-label="0.00, 95% interval 0.00 to 0.79, scale 0.00 to 1.00"');
  });

  it('draws every picture, its lowest and highest level in the outer shades', async () => {
    const figures = (await htmlOf(mixedRun())).match(/<figure class="levels">.*?<\/figure>/gs) ?? [];
    const shades = figures.map((figure) =>
      [...figure.matchAll(/<rect class="level-(\d)" width/g)].map(([, shade]) => shade),
    );
    expect(shades).toEqual([
      ['0', '3'],
      ['0', '2', '3'],
    ]);
    expect(figures[1]).toContain('aria-label="all: none: 1, half: 2, full: 3"');
    // The count stands on the shade it was chosen for.
    expect(figures[1]).toMatch(
      /<rect class="level-2" x="16\.67%" width="33\.33%"[^>]*\/><text class="on-level-2"[^>]*>2</,
    );
  });

  it('is marked simulated in title, heading and benchmark', async () => {
    const session = toySession({ samples: [sample('a')], records: [], manifest: { judges: [offlineModel] } });
    const html = await htmlOf(session);
    expect(html).toContain('<title>toy.md (simulated judge)</title>');
    expect(html.match(/<span class="simulated">simulated judge<\/span>/g)).toHaveLength(2);
    expect(html).toContain('offline (simulated)');
  });

  it('says how many cases it leaves out, and leaves out the least bad', async () => {
    const samples = ['a', 'b', 'c'].map((id) => sample(id));
    const records = samples.flatMap(({ id }, index) => [
      replied(id, `Reply ${id}`),
      judged(id, 'Helps', 1 - index / 2),
    ]);
    const html = await htmlOf(toySession({ samples, records: [...records, ended()] }), { mostCases: 2 });
    expect(html.match(/<details class="case">/g)).toHaveLength(2);
    expect(html).not.toContain('Reply a');
    expect(html.indexOf('Reply c')).toBeLessThan(html.indexOf('Reply b'));
    expect(html).toContain('1 more case is left out here');
  });

  it('holds no script and a policy that allows none', async () => {
    const html = await htmlOf(hostileRun());
    expect(html).not.toMatch(/<script|<img|<iframe|<a[ >]|<link|<object|<embed|<form|<base/i);
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`);
    // Every tag in it is one that the report writes.
    const tags = new Set([...html.matchAll(/<([a-zA-Z][^\s/>]*)/g)].map(([, name]) => name ?? ''));
    const mine = [
      'html',
      'head',
      'meta',
      'title',
      'style',
      'body',
      'header',
      'main',
      'section',
      'div',
      'span',
      'p',
      'bdi',
      'small',
      'strong',
      'code',
      'pre',
      'q',
      'h1',
      'h2',
      'h3',
      'h4',
    ];
    const more = [
      'ul',
      'li',
      'dl',
      'dt',
      'dd',
      'table',
      'caption',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'figure',
      'figcaption',
      'details',
      'summary',
    ];
    const drawn = [
      'svg',
      'rect',
      'line',
      'circle',
      'path',
      'text',
      'math',
      'semantics',
      'mrow',
      'mi',
      'mn',
      'mo',
      'msup',
      'mspace',
      'mtext',
      'mstyle',
    ];
    expect([...tags].filter((name) => ![...mine, ...more, ...drawn].includes(name))).toEqual([]);
  });
});

describe('formulas', () => {
  it('become MathML without source, links or styles', async () => {
    const formulas = await loadFormulaRenderer();
    const drawn = formulas.text('so \\(\\frac{x^2}{3} = 1\\) & <b>');
    expect(drawn).toMatch(
      /^so <math xmlns="http:\/\/www.w3.org\/1998\/Math\/MathML"><semantics>.*<mfrac>.*<\/semantics><\/math> &amp; &lt;b&gt;$/,
    );
    expect(drawn).not.toMatch(/annotation|style=|class=/);
  });

  it.each([
    '\\(\\href{javascript:alert(1)}{x}\\)',
    '\\(\\includegraphics{https://evil.example/a.png}\\)',
    '\\(\\frac{\\)',
    '\\(\\def\\a{\\a\\a}\\a\\)',
    `\\(${'{'.repeat(900)}x${'}'.repeat(900)}\\)`,
  ])('that cannot be trusted or read are shown without effect: %j', async (text) => {
    const formulas = await loadFormulaRenderer();
    expect(formulas.text(text)).not.toMatch(/<(?!\/?(code|math|semantics|m[a-z]+)\b)|<[^>]*(href|src|style|on\w+)=/);
  });

  it('are refused when their markup holds anything else', () => {
    expect(checkedMathMl('<math><mi>x</mi></math>')).toBe('<math><mi>x</mi></math>');
    for (const bad of [
      '<math><script>x</script></math>',
      '<math><mi onclick=x>x</mi></math>',
      '<math><mi>x</math>',
      '<math><mi>x</mi></mi></math>',
      '<math><a href="x">y</a></math>',
      'no',
      '<math><math></math></math>',
      '<math>a < b</math>',
    ]) {
      expect(checkedMathMl(bad)).toBeUndefined();
    }
    expect(checkedMathMl('<math><mspace width="9999em" style="x" onclick="y"/></math>')).toBe('<math><mspace/></math>');
  });
});

describe.skipIf(findChromium() === undefined)('htmlReport in Chromium (skipped where there is none)', () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    browser = await launchChromium();
    folder = await mkdtemp(path.join(tmpdir(), 'report-'));
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(
    session: RunSession,
    width: number,
    colorScheme: 'light' | 'dark',
  ): Promise<{ page: Page; said: string[]; requested: string[] }> {
    const file = path.join(folder, `${width}-${colorScheme}.html`);
    await writeFile(file, await htmlOf(session));
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const said: string[] = [];
    const requested: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('details')) one.open = true;
    });
    return { page, said, requested };
  }

  it.each([
    [1200, 'light'],
    [360, 'dark'],
  ] as const)('runs nothing, asks for nothing and fits %i px (%s)', async (width, scheme) => {
    const { page, said, requested } = await open(hostileRun(), width, scheme);
    expect(said).toEqual([]);
    expect(requested).toHaveLength(1);
    const found = await page.evaluate(() => ({
      hit: 'hit' in globalThis,
      handlers: [...document.querySelectorAll('*')].filter((one) =>
        one.getAttributeNames().some((name) => name.startsWith('on') || name === 'style'),
      ).length,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      words: document.querySelector('.turn.reply .words')?.textContent ?? '',
    }));
    expect(found).toMatchObject({ hit: false, handlers: 0, overflow: 0 });
    expect(found.words).toContain(hostileText.split('\n')[0]);
    await page.close();
  });

  it('shows the members of a pair side by side, and below each other where it is narrow', async () => {
    for (const [width, beside] of [
      [1200, true],
      [360, false],
    ] as const) {
      const { page } = await open(mixedRun(), width, 'light');
      const [left, right] = await page.$$eval('.members > .member', (members) =>
        members.map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
      );
      expect(left !== undefined && right !== undefined && right.left >= left.right).toBe(beside);
      await page.close();
    }
  });

  it('follows the colour scheme', async () => {
    const grounds = await Promise.all(
      (['light', 'dark'] as const).map(async (scheme) => {
        const { page } = await open(mixedRun(), 800, scheme);
        return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      }),
    );
    expect(grounds).toEqual(['rgb(255, 255, 255)', 'rgb(22, 24, 28)']);
  });
});
