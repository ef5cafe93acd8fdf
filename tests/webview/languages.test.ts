import { describe, expect, it } from 'vitest';
import { benchmarks } from '../../src/core/benchmarks/registry';
import { cardDetail } from './cardDetails';
import { meant, turnRates } from './comparisonFindings';
import { baselineChanges, benchmarkView, comparison, decided, flippedCase, unlike } from './comparisonViews';
import { flipDetail } from './flipDetails';
import { historyOf } from './historyViews';
import { judgesSeen, judgesShipped, judgesUnseen, keyOf } from './judgesViews';
import { begun, onCriteria, over, reviewing, setupOf, workAt } from './labellingViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { madeUp, widened } from './pageTexts';
import { caseDetails, guideEval, panelStates, withReport } from './panelStates';
import { tagged, untagged } from './taggedReport';

const browser = new PanelBrowser();

/** What the page may show as it is: keys to press, units, statistics, commands, and what the toolkit says itself. */
const plain =
  /^(?:Text|field|Loading|student|name|n|p|s|h|min|kB|MB|r|u|c|Esc|Enter|PgUp|PgDn|a|κ|USD|UTC|MODEL|FILE|BENCHMARK)$/;
/** Names in data, and a value of front matter. */
const ownWords = new Set<string>(['own']);
/** Members of data whose words are for reading; metrics go by their ids. */
const shown =
  /^(?:id|group|subject|language|label|title|statusText|outcomeText|branch|failure|text|quote|reply|value|tag)$/;

/** Data as the host sends it, with the letters of its sentences widened, too. Ids, keys and names stay. */
function foreign<Data>(data: Data): Data {
  const text = JSON.stringify(data, (key, value: unknown) => {
    if (key === 'tags' && Array.isArray(value)) for (const tag of value) ownWords.add(String(tag));
    if (typeof value !== 'string') return value;
    if (/\s/.test(value)) return widened(value);
    // Other words in lower case may be keys, which the page must not show as they are.
    if (shown.test(key) || /[^a-z]/.test(value)) for (const word of value.match(/[A-Za-z]+/g) ?? []) ownWords.add(word);
    return value;
  });
  return JSON.parse(text) as Data;
}

/** English words in sight, in names for a screen reader, in tooltips and placeholders. */
async function leftInEnglish(panel: PanelPage): Promise<readonly string[]> {
  const texts = await panel.page.evaluate(() => {
    const found: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
      if (node instanceof Element) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-tip', 'aria-description'])
          found.push(node.getAttribute(name) ?? '');
      } else if (!['SCRIPT', 'STYLE', 'CODE', 'ANNOTATION'].includes(node.parentElement?.tagName ?? ''))
        found.push(node.textContent ?? '');
    }
    return found;
  });
  return [...new Set(texts)].filter((text) =>
    (text.match(/[A-Za-z]+/g) ?? []).some((word) => !plain.test(word) && !ownWords.has(word)),
  );
}

async function open(state = withReport(guideEval)): Promise<PanelPage> {
  const panel = await browser.open({ language: madeUp });
  await panel.showUnfolded(foreign(state));
  return panel;
}

describe('a page in another language has no English words of its own', () => {
  it.each(Object.entries(panelStates))('in the state %s', async (_, state) => {
    const panel = await open(state);
    expect(await leftInEnglish(panel)).toEqual([]);
    await panel.page.locator('#open-about').click();
    await panel.page.locator('#open-menu').click();
    expect(await leftInEnglish(panel)).toEqual([]);
    await panel.page.keyboard.press('Escape');
    await panel.page.locator('#tab-cases').click();
    expect(await leftInEnglish(panel)).toEqual([]);
  });

  it('with changes, tags and waiting batches', async () => {
    const panel = await open(withReport(guideEval, { changes: baselineChanges }));
    for (const report of [untagged, tagged]) {
      await panel.showUnfolded(foreign(withReport(report)));
      expect(await leftInEnglish(panel)).toEqual([]);
    }
    const since = '2026-03-01T10:05:00';
    const wait = { provider: 'OpenAI', batches: 2, calls: 1_200, done: 340, collected: 0, since, polledAt: since };
    for (const isFollowed of [true, false]) {
      const batches = { isFollowed, waits: [wait] };
      await panel.show(foreign(withReport(guideEval, { phase: { kind: isFollowed ? 'running' : 'done' }, batches })));
      expect(await leftInEnglish(panel)).toEqual([]);
    }
  });

  it('in an open case', async () => {
    const panel = await open();
    const caseId = 'guideeval/ge-001b#0';
    await panel.page.locator('#tab-cases').click();
    await panel.page.locator(`[data-id="${caseId}"]`).click();
    expect(await leftInEnglish(panel)).toEqual([]);
    await panel.answer({ kind: 'openCase', caseId }, foreign(caseDetails[caseId]));
    for (const summary of await panel.page.locator('#case-content summary').all()) await summary.click();
    expect(await leftInEnglish(panel)).toEqual([]);
  });

  it('in the comparison and its verdicts', async () => {
    const panel = await open();
    const runs = { before: 'run-1', after: 'run-2' };
    await panel.page.locator('#tab-compare').click();
    for (const count of [0, 1, 2]) {
      await panel.send({ kind: 'history', view: foreign(historyOf(count)) });
      expect(await leftInEnglish(panel)).toEqual([]);
    }
    await panel.notCompared(runs, '');
    expect(await leftInEnglish(panel)).toEqual([]);
    const turns = comparison({ benchmarks: [benchmarkView({ turns: turnRates(3) })] });
    for (const view of [unlike, meant, ...Object.values(decided), turns, comparison()]) {
      await panel.compared(runs, foreign(view));
      for (const summary of await panel.page.locator('#compare summary:visible').all()) await summary.click();
      expect(await leftInEnglish(panel)).toEqual([]);
    }
    await panel.page.locator('.flip-row').first().click();
    const flip = { beforeRun: 'run-1', afterRun: 'run-2', beforeCase: flippedCase, afterCase: flippedCase };
    await panel.answer({ kind: 'openFlip', flip }, foreign(flipDetail));
    expect(await leftInEnglish(panel)).toEqual([]);
  });

  it('in the history', async () => {
    const panel = await open();
    await panel.page.locator('#tab-history').click();
    for (const count of [0, 1, 24]) {
      await panel.send({ kind: 'history', view: foreign(historyOf(count)) });
      for (const summary of await panel.page.locator('#history summary:visible').all()) await summary.click();
      expect(await leftInEnglish(panel)).toEqual([]);
    }
    await panel.page.locator('.revision-row').nth(1).click();
    expect(await leftInEnglish(panel)).toEqual([]);
  });

  it('among the judges', async () => {
    const panel = await open();
    await panel.page.locator('#tab-judges').click();
    for (const view of [judgesUnseen, judgesShipped, judgesSeen]) {
      await panel.send({ kind: 'judges', view: foreign(view) });
      expect(await leftInEnglish(panel)).toEqual([]);
    }
    const key = keyOf(1);
    await panel.page.locator(`#judge-card-${key}`).click();
    await panel.answer({ kind: 'openJudgeCard', key }, foreign(cardDetail));
    expect(await leftInEnglish(panel)).toEqual([]);
  });

  it('while replies are labelled', async () => {
    const panel = await open();
    const failed = workAt('d', 0, { problem: '' });
    for (const view of [setupOf(), begun('a'), reviewing('b'), onCriteria('c'), failed, over(3), over(0)]) {
      await panel.send({ kind: 'labelling', view: foreign(view) });
      expect(await leftInEnglish(panel)).toEqual([]);
    }
  });
});

it('speaks Swedish', async () => {
  const panel = await browser.open({ language: 'sv' });
  await panel.showUnfolded(panelStates.finished!);
  expect(await panel.page.locator('.run-button').innerText()).toBe('Utvärdera igen');
  expect(await panel.page.locator('[role=tab]').allInnerTexts()).toContain('Översikt');
  expect(await panel.page.locator('html').getAttribute('lang')).toBe('sv');
});

it('explains a benchmark and its metrics in Swedish, and leaves an explanation that it does not know', async () => {
  const { question, blocks, metrics } = benchmarks.get('guideeval')!;
  const title = blocks[0]?.title ?? '';
  const named = guideEval.benchmarks.map((report) => ({
    ...report,
    question,
    blocks: report.blocks.map((block) => ({
      ...block,
      title,
      metrics: block.metrics.map((metric) => ({
        ...metric,
        explain: metrics.find(({ id }) => id === metric.id && metric.id !== 'ESA')?.explain ?? metric.explain,
      })),
    })),
  }));
  const panel = await browser.open({ language: 'sv' });
  await panel.showUnfolded(withReport({ ...guideEval, benchmarks: named }));
  const shown = panel.page.locator('.benchmark').first();
  expect(await shown.innerText()).toContain('Anpassar sig tutorn efter om eleven har rätt');
  expect(await shown.innerText()).toContain('Efter rätta och felaktiga elevsvar');
  const explained = await shown.locator('[id^="explain-"]').allTextContents();
  expect(explained[0]).toContain('Medelpoäng (0; 0,5; 1) efter rätta elevsvar: visar svaret att');
  expect(explained.join('\n')).toContain('Mean difference of question depth');
});
