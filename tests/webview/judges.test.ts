import { describe, expect, it } from 'vitest';
import type { JudgesView } from '../../src/core/report/judgesViewModel';
import { hostileTexts } from './hostileTexts';
import { withBadges } from './badgeViews';
import { cardDetail } from './cardDetails';
import { cardRow, judgesSeen, judgesShipped, judgesUnseen, keyOf, withinTutors } from './judgesViews';
import { PanelBrowser } from './panelBrowser';
import { faultsInEveryTheme } from './pageFaults';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();
const opened = keyOf(2);
type Options = Parameters<PanelBrowser['open']>[0];

async function overview(options: Options = {}): Promise<PanelPage> {
  const panel = await browser.open(options);
  await panel.showUnfolded(withReport(withBadges(guideEval)));
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
  await panel.answer({ kind: 'openJudgeCard', key: opened }, cardDetail);
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
    await panel.page.getByRole('heading', { name: 'No judge of yours has been checked yet' }).waitFor();
    await panel.page.getByText('Unchecked: nobody has checked this judge').waitFor();
    await panel.page.locator('.judges vscode-button', { hasText: 'Calibrate judge…' }).click();
    await panel.waitForSent({ kind: 'action', action: 'calibrateJudge' });
    await panel.page.getByRole('button', { name: /^Calibrate openai:gpt-4.1-mini at .* on GuideEval$/ }).click();
    await panel.waitForSent({ kind: 'checkJudge', benchmark: 'guideeval', judge: 'openai:gpt-4.1-mini' });
  });

  it('says so above the cards that come with the program, too', async () => {
    const panel = await judges(judgesShipped);
    await panel.page.getByRole('heading', { name: 'No judge of yours has been checked yet' }).waitFor();
    await panel.page.getByText('comes with the program').waitFor();
    await panel.page.locator('.judges vscode-button', { hasText: 'Calibrate judge…' }).waitFor();
  });

  it('has kappa within tutors where labels name several, the pooled one beside it, and each tutor on the card', async () => {
    const key = keyOf(90);
    const tutors = [
      {
        tutor: 'GPT4',
        n: 193,
        failed: 0,
        agreement: 0.91,
        kappa: 0.7,
        pearson: 0.71,
        majority: { label: 'Yes', agreement: 0.93 },
      },
      {
        tutor: '',
        n: 12,
        failed: 0,
        agreement: 1,
        kappa: null,
        pearson: null,
        majority: { label: 'No', agreement: 1 },
      },
    ];
    const row = cardRow(90, { key, kappa: 0.59, within: withinTutors({ kappa: 0.4, tutors }) });
    const [, , shipped] = judgesSeen.judges;
    const { page } = await judges({
      ...judgesShipped,
      judges: [{ ...shipped!, checks: [{ ...shipped!.checks[0]!, rows: [row] }] }],
    });
    const line = page.getByRole('row', { name: row.title }).first();
    expect(await line.locator('.of-kappa').innerText()).toContain('0.40');
    await page.locator(`#judge-card-${key}`).click();
    await page.getByText('within 2 tutors: kappa 0.40').waitFor();
    expect(await page.locator('.card-details').innerText()).toContain('Pooled 0.59');
    const cells = await page.locator('.tutor-table tbody tr').allInnerTexts();
    expect(cells.map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'GPT4 193 0.70 0.71 0.91 0.93',
      'not named 12 n/a n/a 1.00 1.00',
    ]);
  });

  it('has no table of tutors where none has labels enough', async () => {
    const key = keyOf(90);
    const row = cardRow(90, { key, within: withinTutors({}) });
    const [, , shipped] = judgesSeen.judges;
    const { page } = await judges({
      ...judgesShipped,
      judges: [{ ...shipped!, checks: [{ ...shipped!.checks[0]!, rows: [row] }] }],
    });
    await page.locator(`#judge-card-${key}`).click();
    await page.locator('.card-name[aria-expanded=true]').waitFor();
    expect(await page.locator('.tutor-table').count()).toBe(0);
  });

  it('starts no check in Restricted Mode', async () => {
    const panel = await browser.open();
    await panel.showUnfolded(withReport(guideEval, { trusted: false }));
    await panel.page.locator('#tab-judges').click();
    await panel.send({ kind: 'judges', view: judgesSeen });
    expect(await panel.page.locator('.judges vscode-button:not([disabled])').count()).toBe(0);
    expect(await panel.page.getByRole('button', { name: /^Calibrate .* on / }).count()).toBe(0);
  });

  it('has a line for each dimension with all statistics, what is not defined as n/a', async () => {
    const { page } = await judges(judgesSeen);
    const table = page.getByRole('table', { name: /^openai:gpt-4.1-mini at .* on MRBench$/ });
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Dimension',
      'Kappa',
      'Interval',
      'n',
      'Failed',
      'Agreement',
      'Majority',
    ]);
    const line = async (name: string): Promise<string> =>
      (await table.getByRole('row', { name }).innerText()).replaceAll(/\s+/g, ' ');
    const [, row] = judgesSeen.judges[0]!.checks[0]!.rows;
    const { key, kappa, kappaCi, agreement, deviation, macroF1, pearson, majority } = row!;
    const two = (value: number | null | undefined): string => (value ?? Number.NaN).toFixed(2);
    expect(await line('Mistake location')).toBe(
      [
        'Mistake location',
        two(kappa),
        `${two(kappaCi?.low)} to ${two(kappaCi?.high)}`,
        '1,204 3',
        two(agreement),
        `${two(majority?.agreement)} / ${two(majority?.macroF1)}`,
      ].join(' '),
    );
    expect(await line('Human-likeness')).toMatch(/^Human-likeness too few labels n\/a n\/a 1,204 /u);
    await page.locator(`#judge-card-${key}`).click();
    const details = (await page.locator('.card-details').innerText()).replaceAll(/\s+/g, ' ');
    const [apart, rare, correlation] = [deviation, macroF1, pearson].map(two);
    expect(details).toBe(`Pooled – Deviation ${apart} Macro-F1 ${rare} Pearson ${correlation}`);
    expect(await line('Coherence')).toContain('Coherence not reliable');
    expect(await line('Tutor tone')).toContain('other prompt');
    await page.getByText('Against MRBench_V1.json · checked 4 Mar 2026').waitFor();
    await page.getByText('comes with the program').waitFor();
    expect(await page.locator('#judges').innerText()).not.toMatch(
      /\b[0-9a-f]{7}\b|\brun \d{8}|\((?:mrbench|hand-labels)\)|\w@\w/u,
    );
  });

  it('says too few labels, other material and whose labels they are, in the line, the card and the matrix', async () => {
    const [model, ...others] = judgesSeen.judges;
    const [check] = model!.checks;
    const row = {
      ...check!.rows[0]!,
      status: 'few' as const,
      reason: '6 labels, and at least 40 are needed to tell',
      measuredOn: 'measured on single replies, the score is per conversation',
    };
    const own = { ...model!, checks: [{ ...check!, gold: { ...check!.gold, by: 'judge' as const }, rows: [row] }] };
    const panel = await judges({ ...judgesSeen, judges: [own, ...others] });
    const { page } = panel;
    await page.getByText('labels of another judge, not of people').waitFor();
    expect(await page.locator('.card-line').first().locator('.card-tag').allInnerTexts()).toEqual([
      'too few labels',
      'other material',
    ]);
    await page.locator(`#judge-card-${row.key}`).click();
    await panel.answer({ kind: 'openJudgeCard', key: row.key }, cardDetail);
    await page.getByText('Too few labels: 6 labels, and at least 40 are needed to tell.').waitFor();
    await page.getByText('The judge was measured on single replies, the score is per conversation.').waitFor();
    const matrix = page.getByRole('region', { name: 'Confusion matrix' });
    expect(await matrix.getByRole('columnheader', { name: 'Other judge', exact: true }).count()).toBe(1);
    expect(await matrix.getByRole('columnheader', { name: 'People', exact: true }).count()).toBe(0);
  });

  it('says unchecked in the folded line where the labels are another judge’s, and whose they are in the tips', async () => {
    const [model] = judgesSeen.judges;
    const [check] = model!.checks;
    const reason = 'held against another judge’s labels only, not people’s (κ 0.33, n 1,204)';
    const row = { ...check!.rows[0]!, status: 'unchecked' as const, reason };
    const view = (by: 'judge' | 'people'): JudgesView => ({
      ...judgesSeen,
      judges: [{ ...model!, checks: [{ ...check!, gold: { ...check!.gold, by }, rows: [row] }] }],
    });
    const panel = await judges(view('judge'));
    const tag = panel.page.locator('.card-line .card-tag');
    expect(await tag.allInnerTexts()).toEqual(['unchecked']);
    expect(await tag.getAttribute('data-tip')).toBe(reason);
    const tips = (): Promise<readonly string[]> =>
      panel.page
        .locator('.card-columns th')
        .evaluateAll((heads) => heads.map((head) => head.getAttribute('data-tip') ?? ''));
    expect((await tips()).join('. ')).not.toMatch(/people|human/iu);
    await panel.send({ kind: 'judges', view: view('people') });
    await expect.poll(async () => (await tips()).join('. ')).toMatch(/judge and people.*human label/iu);
  });

  it('keeps checks that no badge goes by folded', async () => {
    const { page } = await judges(judgesSeen);
    expect(await page.getByText('Against mrbench.jsonl').count()).toBe(0);
    await page.getByText('1 other check').click();
    await page.getByText('Against mrbench.jsonl').waitFor();
  });

  it('goes on with a calibration that was cut off', async () => {
    const panel = await judges(judgesSeen);
    await panel.page.locator('vscode-button', { hasText: 'Resume' }).click();
    await panel.waitForSent({ kind: 'resumeCheck', runId: '20260305-010203-wxyz' });
  });

  it('comes forward at a card when the host says so, with what is there by then', async () => {
    const panel = await overview();
    const { judge, benchmark } = judgesSeen.judges[2]!;
    await panel.send({ kind: 'show', tab: 'judges', card: { judge, benchmark } });
    await panel.send({ kind: 'judges', view: judgesSeen });
    expect(await panel.page.evaluate(() => document.activeElement?.textContent)).toBe('offline on MRBench');
  });

  it('comes forward on top, at what is not over, when a calibration was cut off', async () => {
    const panel = await card({ height: 500 });
    await panel.page.locator('#judges').evaluate((box) => box.scrollTo(0, 900));
    await panel.send({ kind: 'show', tab: 'judges', card: undefined });
    await panel.send({ kind: 'judges', view: judgesSeen });
    expect(await panel.page.evaluate(() => document.activeElement?.id)).toBe('judges-unfinished');
    await panel.page.locator('vscode-button', { hasText: 'Resume' }).waitFor();
    expect(await panel.page.locator('#judges').evaluate((box) => box.scrollTop)).toBeLessThan(60);
  });

  it('keeps its open card over a reload', async () => {
    const panel = await card();
    await panel.page.waitForFunction((key) => sessionStorage.getItem('state')?.includes(key), opened);
    await panel.page.reload();
    await panel.showUnfolded(withReport(withBadges(guideEval)));
    await panel.send({ kind: 'judges', view: judgesSeen });
    await panel.waitForSent({ kind: 'openJudgeCard', key: opened });
    await panel.answer({ kind: 'openJudgeCard', key: opened }, cardDetail);
    await panel.page.getByRole('region', { name: 'Confusion matrix' }).waitFor();
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
      judgeVersion: evil,
      majority: { label: evil, agreement: 1, macroF1: 1 },
    });
    const check = { ...first!.checks[0]!, gold: { name: evil, format: evil, by: 'people' as const }, rows: [row] };
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
      criterion: text,
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
    const detail = { confusion, disagreements: { total: listed.length, listed } };
    await panel.answer({ kind: 'openJudgeCard', key: opened }, detail);
    expect(await panel.page.locator('.disagreement').count()).toBe(Math.min(10, listed.length));
    expect(await panel.page.locator('#judges img, #judges script').count()).toBe(0);
    expect(await widest(panel)).toBeLessThanOrEqual(320);
  });
});

describe('in every theme', () => {
  it('names its controls and can be read: badges, judges, a card, the empty view', async () => {
    for (const open of [() => overview(), () => judges(judgesUnseen), () => card()])
      expect(await faultsInEveryTheme(await open())).toEqual([]);
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
