import { describe, expect, it } from 'vitest';
import type { JudgesView } from '../../src/core/report/judgesViewModel';
import { hostileTexts } from './hostileTexts';
import { cardDetail, cardRow, judgesSeen, judgesUnseen, keyOf, withBadges } from './judgesViews';
import { PanelBrowser } from './panelBrowser';
import { brokenStructure, faintTexts, nameless } from './pageFaults';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';
import { themes } from './themes';

const browser = new PanelBrowser();
const opened = keyOf(2);
type Options = Parameters<PanelBrowser['open']>[0];

async function overview(options: Options = {}): Promise<PanelPage> {
  const panel = await browser.open(options);
  await panel.show(withReport(withBadges(guideEval)));
  return panel;
}

async function judges(view: JudgesView, options: Options = {}): Promise<PanelPage> {
  const panel = await overview(options);
  await panel.page.locator('#tab-judges').click();
  await panel.send({ kind: 'judges', view });
  return panel;
}

async function card(options: Options = {}): Promise<PanelPage> {
  const panel = await judges(judgesSeen, options);
  await panel.page.locator(`#judge-card-${opened}`).click();
  await panel.send({ kind: 'judgeCard', key: opened, detail: cardDetail });
  return panel;
}

async function widest(panel: PanelPage): Promise<number> {
  return panel.page.evaluate(() =>
    Math.max(...[document.documentElement, document.getElementById('judges')!].map((box) => box.scrollWidth)),
  );
}

describe('the view Judges', () => {
  it('says how to check a judge before anybody has', async () => {
    const panel = await judges(judgesUnseen);
    await panel.page.getByRole('heading', { name: 'No judge has been calibrated here yet' }).waitFor();
    await panel.page.getByText('Unchecked: nobody has held this judge').waitFor();
    await panel.page.locator('.judges vscode-button', { hasText: 'Calibrate judge…' }).click();
    await panel.waitForSent({ kind: 'action', action: 'calibrateJudge' });
    await panel.page.getByRole('button', { name: 'Calibrate openai:gpt-4.1-mini on GuideEval' }).click();
    await panel.waitForSent({ kind: 'checkJudge', benchmark: 'guideeval', judge: 'openai:gpt-4.1-mini' });
  });

  it('starts no check in Restricted Mode', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval, { trusted: false }));
    await panel.page.locator('#tab-judges').click();
    await panel.send({ kind: 'judges', view: judgesSeen });
    expect(await panel.page.locator('.judges vscode-button:not([disabled])').count()).toBe(0);
    expect(await panel.page.getByRole('button', { name: /^Calibrate .* on / }).count()).toBe(0);
  });

  it('has a line for each dimension with all figures, what is not defined as n/a', async () => {
    const { page } = await judges(judgesSeen);
    const table = page.getByRole('table', { name: /^openai:gpt-4.1-mini at .* on MRBench$/ });
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Dimension',
      'n',
      'Failed',
      'Agreement',
      'Deviation',
      'Kappa',
      'Macro-F1',
      'Pearson',
      'Majority',
      'Wording',
    ]);
    const line = async (name: string): Promise<string> =>
      (await table.getByRole('row', { name }).innerText()).replaceAll(/\s+/g, ' ');
    expect(await line('Revealing of the answer')).toBe(
      'Revealing of the answer 1,204 3 0.81 0.24 0.44 0.36 to 0.52 0.61 0.52 0.71 / 0.28 1a2b3c4d',
    );
    expect(await line('Human-likeness')).toContain('n/a ! . Not to be relied on: people and judge use one label only');
    expect(await line('Tutor tone')).toContain('other wording');
    await page.getByText('Against MRBench_V1.json (mrbench) · checked 4 Mar 2026').waitFor();
    expect(await page.locator('.card-tag', { hasText: 'out of fold' }).count()).toBe(4);
    await page.getByText('comes with the program').waitFor();
  });

  it('keeps checks that no badge goes by folded', async () => {
    const { page } = await judges(judgesSeen);
    expect(await page.getByText('hand-labels').count()).toBe(0);
    await page.getByText('1 other check').click();
    await page.getByText('(hand-labels)').waitFor();
  });

  it('goes on with a calibration that was cut off', async () => {
    const panel = await judges(judgesSeen);
    await panel.page.locator('vscode-button', { hasText: 'Go on' }).click();
    await panel.waitForSent({ kind: 'resumeCheck', runId: '20260305-010203-wxyz' });
  });

  it('comes forward at a card when the host says so, with what is there by then', async () => {
    const panel = await overview();
    const { judge, benchmark } = judgesSeen.judges[2]!;
    await panel.send({ kind: 'showJudges', place: { judge, benchmark } });
    await panel.send({ kind: 'judges', view: judgesSeen });
    expect(await panel.page.evaluate(() => document.activeElement?.textContent)).toBe('offline on MRBench');
  });

  it('comes forward on top, at what is not over, when a calibration was cut off', async () => {
    const panel = await card({ height: 500 });
    await panel.page.locator('#judges').evaluate((box) => box.scrollTo(0, 900));
    await panel.send({ kind: 'showJudges', place: undefined });
    await panel.send({ kind: 'judges', view: judgesSeen });
    expect(await panel.page.evaluate(() => document.activeElement?.id)).toBe('judges-unfinished');
    await panel.page.locator('vscode-button', { hasText: 'Go on' }).waitFor();
    expect(await panel.page.locator('#judges').evaluate((box) => box.scrollTop)).toBeLessThan(60);
  });

  it('keeps its open card over a reload', async () => {
    const panel = await card();
    await panel.page.waitForFunction((key) => sessionStorage.getItem('state')?.includes(key), opened);
    await panel.page.reload();
    await panel.show(withReport(withBadges(guideEval)));
    await panel.send({ kind: 'judges', view: judgesSeen });
    await panel.waitForSent({ kind: 'openJudgeCard', key: opened });
    await panel.send({ kind: 'judgeCard', key: opened, detail: cardDetail });
    await panel.page.getByRole('region', { name: 'Confusion matrix' }).waitFor();
  });
});

describe('a card', () => {
  it('has a confusion matrix with people in rows, the judge in columns and what failed', async () => {
    const { page } = await card();
    const matrix = page.getByRole('region', { name: 'Confusion matrix' });
    expect(await matrix.locator('tbody tr').allInnerTexts()).toEqual([
      'Yes\t812\t60\t14\t1\t887',
      'To some extent\t71\t66\t40\t0\t177',
      'No\t22\t19\t97\t2\t140',
    ]);
    expect(await matrix.locator('td.same').allInnerTexts()).toEqual(['812', '66', '97']);
    await page.setViewportSize({ width: 500, height: 800 });
    expect(await matrix.locator('thead tr').last().innerText()).toContain('To some extent');
  });

  it('lists disagreements with reply, both reasons and who labelled, some at a time', async () => {
    const { page } = await card();
    const items = page.getByRole('list', { name: 'Disagreements' }).locator('> li');
    expect(await items.count()).toBe(10);
    const first = (await items.first().innerText()).replaceAll(/\s+/g, ' ');
    expect(first).toContain('reply of Phi3 · labelled by Ada');
    expect(first).toContain('Ada No It praises and leaves the student where they were.');
    expect(first).toContain('Judge Yes The reply asks the student to look');
    expect(first).toContain('You are close!');
    expect(await items.nth(1).innerText()).toContain('labelled in MRBench_V1.json');
    await page.getByRole('button', { name: 'Show more (14 left)' }).click();
    await page.getByRole('button', { name: 'Show more (4 left)' }).click();
    expect(await items.count()).toBe(24);
    await page.getByText('202 more are not listed here').waitFor();
  });

  it('says why a judge is not to be relied on, and that its run is gone', async () => {
    const panel = await judges(judgesSeen);
    const key = keyOf(6);
    await panel.page.locator(`#judge-card-${key}`).click();
    await panel.send({ kind: 'judgeCard', key, detail: { problem: 'The calibration run was deleted.' } });
    await panel.page.getByText('Not to be relied on: it cannot be told from chance').first().waitFor();
    await panel.page.getByText('The calibration run was deleted.').waitFor();
    expect(await panel.page.locator('.confusion').count()).toBe(0);
  });

  it('says that another wording was checked, and that a sibling answered for a judge that learned', async () => {
    const panel = await judges(judgesSeen);
    await panel.page.locator(`#judge-card-${keyOf(7)}`).click();
    await panel.page.getByText('Another wording of the judge was checked than the one in use').waitFor();
    await panel.page.locator(`#judge-card-${keyOf(20)}`).click();
    await panel.page.getByText('A model that had not seen them answered in its place').waitFor();
    expect(await panel.page.locator('.judge-card').count()).toBe(1);
  });

  it('opens and closes with the keyboard, the focus where it was', async () => {
    const panel = await judges(judgesSeen);
    const button = panel.page.locator(`#judge-card-${opened}`);
    await button.focus();
    await panel.page.keyboard.press('Enter');
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await panel.page.keyboard.press('Enter');
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    expect(await panel.page.evaluate(() => document.activeElement?.id)).toBe(`judge-card-${opened}`);
  });
});

describe('hostile texts', () => {
  it('stay text in names, labels, reasons and replies', async () => {
    const [first] = judgesSeen.judges;
    const evil = '<img src=x onerror="window.hacked++"><script>window.hacked++</script>';
    const row = cardRow(2, {
      title: evil,
      status: 'beaten',
      reason: evil,
      version: evil,
      majority: { label: evil, agreement: 1, macroF1: 1 },
    });
    const check = { ...first!.checks[0]!, gold: { name: evil, format: evil }, rows: [row] };
    const view = {
      judges: [{ ...first!, judge: `${evil}${'x'.repeat(1_900)}`, checks: [check], unchecked: [evil] }],
      unfinished: [{ ...judgesSeen.unfinished[0]!, gold: evil, judges: [evil] }],
      problems: [evil],
    };
    const panel = await judges(view, { width: 320 });
    await panel.page.locator(`#judge-card-${opened}`).click();
    const [one] = cardDetail.disagreements!.listed;
    const listed = hostileTexts.map((text) => ({
      ...one!,
      sampleId: text,
      tutor: text,
      quote: text,
      human: text.slice(0, 300),
      humanReason: text,
      judge: evil,
      judgeReason: text,
      reply: text,
      labelledBy: [text.slice(0, 200)],
    }));
    const confusion = {
      labels: [evil, 'No'],
      counts: [
        [1, 0],
        [0, 1],
      ],
      failed: [0, 0],
    };
    await panel.send({
      kind: 'judgeCard',
      key: opened,
      detail: { confusion, disagreements: { total: listed.length, listed } },
    });
    expect(await panel.page.locator('.disagreement').count()).toBe(Math.min(10, listed.length));
    expect(await panel.page.locator('#judges img, #judges script').count()).toBe(0);
    expect(await widest(panel)).toBeLessThanOrEqual(320);
  });
});

describe.each(themes.map(({ name }) => name))('in %s', (theme) => {
  it('names its controls and can be read: badges, judges, a card, the empty view', async () => {
    for (const open of [() => overview({ theme }), () => judges(judgesUnseen, { theme }), () => card({ theme })]) {
      const panel = await open();
      expect(await nameless(panel)).toEqual([]);
      expect(await brokenStructure(panel)).toEqual([]);
      expect(await faintTexts(panel)).toEqual([]);
    }
  });
});

describe('a panel of 320 px', () => {
  it('has room for tabs, badges and cards', async () => {
    const panel = await overview({ width: 320 });
    expect(await panel.page.evaluate(() => document.querySelector('.overview')!.scrollWidth)).toBeLessThanOrEqual(320);
    const tops = await panel.page
      .locator('.tab')
      .evaluateAll((tabs) => new Set(tabs.map((tab) => tab.getBoundingClientRect().top)).size);
    expect(tops).toBe(1);
    expect(await widest(await card({ width: 320 }))).toBeLessThanOrEqual(320);
  });
});
