import { describe, expect, it } from 'vitest';
import type { ComparisonView, FlipDetail } from '../../src/core/report/comparisonViewModel';
import type { HistoryView } from '../../src/core/report/historyViewModel';
import { meant, turnRates } from './comparisonFindings';
import {
  baselineChanges,
  benchmarkView,
  comparison,
  flippedCase,
  flipView,
  row,
  runView,
  sampleView,
  unlike,
} from './comparisonViews';
import { flipDetail } from './flipDetails';
import { historyOf } from './historyViews';
import { spread } from '../thorough';
import { hostileTexts } from './hostileTexts';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';
import { faultsInEveryTheme } from './pageFaults';

const browser = new PanelBrowser();
const runs = { before: 'run-1', after: 'run-2' } as const;
const flip = { beforeRun: 'run-1', afterRun: 'run-2', beforeCase: flippedCase, afterCase: flippedCase };

async function openWith(options: Parameters<PanelBrowser['open']>[0]): Promise<PanelPage> {
  const panel = await browser.open(options);
  await panel.show(withReport(guideEval, { changes: baselineChanges }));
  return panel;
}

/** Goes through the states of both views; `look` is called in each. */
async function walk(panel: PanelPage, look: (state: string) => Promise<void>): Promise<void> {
  await look('overview with changes');
  await panel.page.locator('#tab-compare').click();
  await panel.send({ kind: 'history', view: historyOf(1) });
  await look('one run');
  await panel.send({ kind: 'history', view: historyOf(2) });
  await look('loading');
  await panel.notCompared(runs, 'Gone.');
  await look('failed');
  await panel.compared(runs, unlike);
  await look('unlike');
  await panel.compared(runs, meant);
  await look('meant');
  const rates = benchmarkView({ turns: turnRates(4) });
  await panel.compared(runs, comparison({ benchmarks: [rates] }));
  await panel.page.locator('#compare details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
  await look('compared');
  await panel.page.locator('.flip-row').first().click();
  await panel.answer({ kind: 'openFlip', flip }, flipDetail);
  await look('flip');
  await panel.page.locator('#tab-history').click();
  const damaged = [{ id: 'run-x', problem: 'No manifest.' }];
  await panel.send({ kind: 'history', view: historyOf(12, { damaged }) });
  await panel.page.locator('#history-table summary').click();
  await panel.page.locator('.history-table').waitFor();
  await look('history');
}

describe('comparison and history for everyone', () => {
  it('can be named, referred to and read in every theme', async () => {
    const panel = await openWith({});
    await walk(panel, async (state) => {
      expect(await faultsInEveryTheme(panel), state).toEqual([]);
    });
  });

  it('fits in 320 pixels', async () => {
    const panel = await openWith({ width: 320, height: 700 });
    await walk(panel, async (state) => {
      const wide = await panel.page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('#compare, #history, #flip-content, .overview')].some(
          (element) => element.scrollWidth > element.clientWidth,
        ),
      );
      expect(wide, state).toBe(false);
    });
  });

  it('reaches every part of a comparison by the Tab key, in the order of the page', async () => {
    const panel = await openWith({});
    await panel.page.locator('#tab-compare').click();
    await panel.send({ kind: 'history', view: historyOf(2) });
    await panel.compared(runs, comparison());
    await panel.page.locator('.prompt-diff .disclosure > summary').click();
    await panel.page.locator('#tab-compare').focus();
    const reached: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      await panel.page.keyboard.press('Tab');
      const name = await panel.page.evaluate(() => {
        const element = document.activeElement;
        return element === null || element === document.body
          ? ''
          : element.id || element.className || element.localName;
      });
      if (name === '') break;
      reached.push(name);
    }
    const order = ['pick-before', 'pick-after', 'diff', 'metric-name', 'chip broken', 'flip-row'];
    const places = order.map((name) => reached.findIndex((other) => other.trim() === name || other.startsWith(name)));
    const flipPosition = reached.findIndex((name) => name.startsWith('flip-'));
    places[5] = flipPosition;
    expect(places.every((place) => place >= 0)).toBe(true);
    expect([...places].sort((one, other) => one - other)).toEqual(places);
    expect(reached.filter((name) => name.startsWith('flip-'))).toHaveLength(1);
  });
});

function hostileComparison(text: string): ComparisonView {
  const line = text.slice(0, 300);
  const run = { name: line, promptName: line, promptPath: line, tutor: line, judge: line };
  const difference = {
    kind: 'tutor',
    name: line,
    before: line,
    after: line,
    breaks: true,
    remedy: 'judgeAgain',
    intended: false,
    meaning: line,
  } as const;
  return comparison({
    before: runView('run-1', run),
    after: runView('run-2', run),
    sentence: line,
    differences: [
      difference,
      { ...difference, breaks: false, benchmark: line },
      { ...difference, intended: true, benchmark: line },
    ],
    benchmarks: [
      benchmarkView({
        title: line,
        groups: [
          { id: line, role: 'target', title: line, rows: [row('P-Affirm', { key: line, title: line, details: text })] },
        ],
        beforeOnly: [line],
        afterOnly: [line],
        changed: [line],
        samples: [sampleView(0, { id: line, title: line, quote: line, group: line })],
        turns: turnRates(2).map((judge) => ({ ...judge, judgeTitle: line })),
        flips: [flipView(0, 'broken', { judgeTitle: line, criterion: line, before: line, after: line })],
      }),
    ],
    prompt: {
      added: 1,
      removed: 1,
      omitted: 0,
      rules: [{ kind: 'changed', number: 1, before: line, after: line }],
      lines: [
        { kind: 'removed', before: 1, parts: [{ text, marked: true }] },
        { kind: 'added', after: 1, parts: [{ text, marked: false }] },
      ],
    },
  });
}

function hostileFlip(text: string): FlipDetail {
  const detail = {
    ...flipDetail.before!,
    turns: flipDetail.before!.turns.map((turn) => ({ ...turn, text, images: [{ source: text, alt: text }] })),
    verdicts: flipDetail.before!.verdicts.map((verdict) => ({ ...verdict, reasoning: text, judgeTitle: text })),
    failure: text,
    sibling: undefined,
  };
  const segments = [
    { kind: 'same', text },
    { kind: 'removed', text },
    { kind: 'added', text },
  ] as const;
  return { before: detail, after: detail, turns: [{ turn: 1, segments }] };
}

function hostileHistory(text: string): HistoryView {
  const line = text.slice(0, 300);
  const history = historyOf(4, {
    damaged: [{ id: line, problem: line }],
    problems: [line],
    problem: text,
    suggested: runs,
  });
  return {
    ...history,
    revisions: history.revisions.map((revision) => ({
      ...revision,
      label: line,
      git: [{ commit: line, branch: line, dirty: true }],
      change: { added: 1, removed: 1, lines: [line], rules: [line] },
    })),
    runs: history.runs.map((run) => ({
      ...run,
      repliesAt: line,
      statusText: line,
      tutor: line,
      judges: [line],
      benchmarks: [line],
    })),
    series: history.series.map((series) => ({ ...series, title: line, group: line, benchmark: line, judge: line })),
  };
}

/** Elements that no text may bring into the page, and texts outside their places. */
async function intruders(panel: PanelPage): Promise<readonly string[]> {
  return panel.page.evaluate(() => {
    const names = 'script, iframe, object, embed, link, meta, base, style, form, a, video, template, noscript';
    const found = [...document.querySelectorAll('#app *')].filter((element) => element.matches(names));
    const handlers = [...document.querySelectorAll('#app *')].filter((element) =>
      [...element.attributes].some(({ name }) => name.startsWith('on') || name === 'style' || name === 'srcdoc'),
    );
    // Custom properties are set through the CSSOM, which shows as a style attribute.
    const real = handlers.filter(
      (element) => !/^(?:\s*--[\w-]+:[^;]*;)*\s*$/u.test(element.getAttribute('style') ?? 'x:y;'),
    );
    return [...found, ...real].map((element) => element.outerHTML.slice(0, 120));
  });
}

describe('hostile text', () => {
  it('stays text in every place of both views', async () => {
    const panel = await openWith({});
    await panel.page.locator('#tab-compare').click();
    await panel.send({ kind: 'history', view: historyOf(2) });
    for (const text of spread(hostileTexts, 10)) {
      await panel.page.locator('#tab-compare').click();
      await panel.compared(runs, hostileComparison(text));
      await panel.page
        .locator('#compare details')
        .evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
      expect(await intruders(panel), text.slice(0, 60)).toEqual([]);
      expect(await panel.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      await panel.page.locator('.flip-row').first().click();
      await panel.answer({ kind: 'openFlip', flip }, hostileFlip(text));
      expect(await intruders(panel), text.slice(0, 60)).toEqual([]);
      await panel.page.keyboard.press('Escape');
      await panel.page.locator('#tab-history').click();
      await panel.send({ kind: 'history', view: hostileHistory(text) });
      expect(await intruders(panel), text.slice(0, 60)).toEqual([]);
    }
  }, 240_000);
});
