import { describe, expect, it } from 'vitest';
import type { CaseSummary } from '../../src/core/results/reportModel';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { caseDetails, guideEval, manyCases, twoBenchmarks, withReport } from './panelStates';

const browser = new PanelBrowser();
const pairCase = 'guideeval/ge-001b#0';
const cases = guideEval.benchmarks[0]!.cases;

async function casesTab(state = withReport(guideEval), width = 900): Promise<PanelPage> {
  const panel = await browser.open({ width });
  await panel.show(state);
  await panel.page.locator('#tab-cases').click();
  return panel;
}

async function listed(panel: PanelPage): Promise<readonly string[]> {
  return panel.page.locator('.case-row').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-id') ?? ''));
}

async function choose(panel: PanelPage, name: string, option: string): Promise<void> {
  await panel.page.locator(`select[aria-label="${name}"]`).selectOption({ label: option });
}

const ids = (wanted: (summary: CaseSummary) => boolean): readonly string[] =>
  cases.filter(wanted).map((summary) => summary.id);
const sorted = (items: readonly string[]): readonly string[] => [...items].sort();

describe('the list of cases', () => {
  it('lists the worst first, missing replies before all', async () => {
    const panel = await casesTab();
    const shown = await listed(panel);
    expect(shown).toHaveLength(cases.length);
    const badness = shown.map((id) => cases.find((summary) => summary.id === id)!.badness ?? 2);
    expect(badness).toEqual([...badness].sort((a, b) => b - a));
    expect(cases.find((summary) => summary.id === shown[0])?.status).toBe('noReply');
  });

  it('filters by outcome, dimension, group and subject, and shows the count', async () => {
    const panel = await casesTab();
    await choose(panel, 'Outcome', 'Failing');
    const failing = ids((summary) => summary.chips.some((chip) => chip.outcome === 'undesired'));
    expect(sorted(await listed(panel))).toEqual(sorted(failing));
    expect(await panel.page.locator('.case-count').innerText()).toContain(`${String(failing.length)} of 24 cases`);
    expect(await panel.page.locator('#tab-cases .badge').innerText()).toBe(String(failing.length));

    await choose(panel, 'Outcome', 'Unscored');
    expect(await listed(panel)).toEqual(ids((summary) => summary.chips.some((chip) => chip.outcome === 'unscored')));
    await choose(panel, 'Outcome', 'No reply');
    expect(await listed(panel)).toEqual(ids((summary) => summary.status === 'noReply'));

    await panel.page.getByRole('button', { name: 'Show all' }).first().click();
    expect(await listed(panel)).toHaveLength(24);
    await choose(panel, 'Group', 'erroneous');
    expect(sorted(await listed(panel))).toEqual(sorted(ids((summary) => summary.group === 'erroneous')));
    await choose(panel, 'Subject', 'biology');
    expect(await listed(panel)).toEqual(
      ids((summary) => summary.group === 'erroneous' && summary.subject === 'biology'),
    );
    await panel.page.getByRole('button', { name: 'Show all' }).first().click();
    await choose(panel, 'Dimension', 'Notices a wrong answer');
    expect(sorted(await listed(panel))).toEqual(
      sorted(ids((summary) => summary.chips.some((chip) => chip.judge === 'P-Redirect'))),
    );
  });

  it('filters by language, and has one entry for a subject that is spelled in two ways', async () => {
    const [benchmark] = guideEval.benchmarks;
    const [first] = cases;
    const mixed = cases.map((one) =>
      one === first ? { ...one, language: 'Swedish' } : { ...one, language: 'English' },
    );
    const spelled = mixed.map((one, index) => (index % 2 === 0 ? one : { ...one, subject: one.subject.toUpperCase() }));
    const panel = await casesTab(withReport({ ...guideEval, benchmarks: [{ ...benchmark!, cases: spelled }] }));
    const subjects = await panel.page.locator('select[aria-label="Subject"] option').allInnerTexts();
    const lower = subjects.map((subject) => subject.toLowerCase());
    expect(new Set(lower).size).toBe(lower.length);
    await choose(
      panel,
      'Subject',
      subjects.find((subject) => /biology/iu.test(subject))!,
    );
    expect(sorted(await listed(panel))).toEqual(sorted(ids(({ subject }) => subject === 'biology')));
    await panel.page.getByRole('button', { name: 'Show all' }).first().click();
    await choose(panel, 'Language', 'Swedish');
    expect(await listed(panel)).toEqual([first!.id]);
  });

  it('filters by benchmark when there are several', async () => {
    const panel = await casesTab(withReport(twoBenchmarks));
    await choose(panel, 'Benchmark', 'MRBench');
    await expect.poll(async () => (await listed(panel)).every((id) => id.startsWith('mrbench/'))).toBe(true);
    expect(await panel.page.locator('.case-count').innerText()).toContain('14 of 38 cases');
  });

  it('searches quote, title and reply, every word of it', async () => {
    const panel = await casesTab();
    await panel.page.keyboard.press('/');
    await panel.page.keyboard.type('night photosynthesis');
    const found = ids((summary) => /night/iu.test(summary.title));
    await expect.poll(async () => sorted(await listed(panel))).toEqual(sorted(found));
    await panel.page.keyboard.press('Control+A');
    await panel.page.keyboard.type('kilometres, then');
    await panel.page.keyboard.press('Control+A');
    await panel.page.keyboard.type('nothing has this');
    expect(await panel.page.locator('.no-cases').innerText()).toContain('No case matches');
    await panel.page.locator('.no-cases button').click();
    await expect.poll(() => listed(panel)).toHaveLength(24);
    expect(await panel.page.locator('#search').evaluate((field) => (field as HTMLInputElement).value)).toBe('');
  });

  it('sorts by file order, title and group', async () => {
    const panel = await casesTab();
    await choose(panel, 'Order', 'File order');
    expect(await listed(panel)).toEqual(cases.map((summary) => summary.id));
    await choose(panel, 'Order', 'By title');
    const titles = (await listed(panel)).map((id) => cases.find((summary) => summary.id === id)!.title);
    expect(titles).toEqual([...titles].sort((a, b) => a.localeCompare(b)));
    await choose(panel, 'Order', 'By group');
    const groups = (await listed(panel)).map((id) => cases.find((summary) => summary.id === id)!.group);
    expect(groups).toEqual([...groups].sort());
  });

  it('tells outcomes by shape and by word', async () => {
    const panel = await casesTab();
    const row = panel.page.locator(`[data-id="${pairCase}"]`);
    const marks = await row
      .locator('.mark')
      .evaluateAll((all) => all.map((mark) => mark.innerHTML.replace(/<!--.*?-->/gu, '').trim()));
    const outcomes = cases.find((summary) => summary.id === pairCase)!.chips.map((chip) => chip.outcome);
    expect(new Set(marks).size).toBe(new Set(outcomes).size);
    const spoken = await row.ariaSnapshot();
    expect(spoken).toContain('Notices a wrong answer: 1, as wanted');
    expect(spoken).toContain('Changes the approach: 0, not as wanted');
  });
});

describe('a case', () => {
  it('opens into the pair side by side, and copies the reply', async () => {
    const panel = await casesTab();
    await panel.page.locator(`[data-id="${pairCase}"]`).click();
    await panel.waitForSent({ kind: 'openCase', caseId: pairCase });
    await panel.answer({ kind: 'openCase', caseId: pairCase }, caseDetails[pairCase]);
    const members = panel.page.locator('.member');
    expect(await members.count()).toBe(2);
    const [left, right] = [await members.nth(0).boundingBox(), await members.nth(1).boundingBox()];
    expect(right!.x).toBeGreaterThan(left!.x + left!.width - 1);
    expect(await members.nth(0).locator('.turn.pivot').innerText()).toContain('22 euro');
    expect(await members.nth(1).locator('.turn.pivot').innerText()).toContain('14 euro');
    expect(await members.nth(0).locator('math').count()).toBe(2);
    expect(await members.nth(0).locator('.verdict').count()).toBe(caseDetails[pairCase]!.verdicts.length);
    expect(await members.nth(0).innerText()).toContain('it neither names the slip nor asks about it');
    await panel.page.getByRole('button', { name: 'Copy the reply' }).click();
    await panel.waitForSent({ kind: 'copy', text: caseDetails[pairCase]!.turns.at(-1)!.text });
  });

  it('keeps the thinking and the system prompt behind a disclosure', async () => {
    const panel = await casesTab();
    await panel.page.locator(`[data-id="${pairCase}"]`).click();
    await panel.answer({ kind: 'openCase', caseId: pairCase }, caseDetails[pairCase]);
    const thinking = panel.page.getByText('The student adds the fee');
    expect(await thinking.first().isVisible()).toBe(false);
    await panel.page.getByText('Raw reply, with thinking').first().click();
    expect(await thinking.first().isVisible()).toBe(true);
    expect(await thinking.first().innerText()).toContain('<think>');
    expect(await panel.page.getByText('You are a patient tutor.').first().isVisible()).toBe(false);
  });

  it('says what is wrong with an unscored verdict and a missing reply', async () => {
    const panel = await casesTab();
    await panel.page.locator('[data-id="guideeval/ge-005a#0"]').click();
    await panel.answer({ kind: 'openCase', caseId: 'guideeval/ge-005a#0' }, caseDetails['guideeval/ge-005a#0']);
    const content = await panel.page.locator('#case-content').innerText();
    expect(content).toContain('was not the JSON object asked for');
    expect(content).toContain('asked 3 times');
    await panel.page.locator('[data-id="guideeval/ge-008b#0"]').click();
    await panel.answer({ kind: 'openCase', caseId: 'guideeval/ge-008b#0' }, caseDetails['guideeval/ge-008b#0']);
    expect(await panel.page.locator('#case-content').innerText()).toContain('empty after the thinking was taken out');
  });

  it('drops an answer that comes too late, and says when a case is gone', async () => {
    const panel = await casesTab();
    await panel.page.locator(`[data-id="${pairCase}"]`).click();
    await panel.page.locator('[data-id="guideeval/ge-001a#0"]').click();
    await panel.answer({ kind: 'openCase', caseId: pairCase }, caseDetails[pairCase]);
    expect(await panel.page.locator('#case-content').innerText()).toContain('Reading the case');
    await panel.answer({ kind: 'openCase', caseId: 'guideeval/ge-001a#0' }, undefined);
    expect(await panel.page.locator('#case-content').innerText()).toContain('run does not have this case');
  });

  it('says in its row what failed and how the tutor replied', async () => {
    const panel = await casesTab();
    const failing = panel.page.locator('[data-id="guideeval/ge-001b#0"]');
    const { reply } = cases.find(({ id }) => id === 'guideeval/ge-001b#0')!;
    expect(await failing.locator('.case-failures').innerText()).not.toBe('');
    expect(await failing.locator('.case-reply').innerText()).toContain(reply.slice(0, 20));
    expect(await failing.ariaSnapshot()).toContain(await failing.locator('.case-failures').innerText());
  });

  it('goes to the next and the previous failing case', async () => {
    const panel = await casesTab();
    const order = await listed(panel);
    const failing = order.filter((id) =>
      cases.find((summary) => summary.id === id)!.chips.some((chip) => chip.outcome === 'undesired'),
    );
    await panel.page.locator(`[data-id="${failing[0]!}"]`).click();
    await panel.page.getByRole('button', { name: 'Next failing case' }).click();
    await panel.waitForSent({ kind: 'openCase', caseId: failing[1]! });
    expect(await panel.page.locator('.case-row.open').getAttribute('data-id')).toBe(failing[1]);
    await panel.page.getByRole('button', { name: 'Previous failing case' }).click();
    const previous = panel.page.getByRole('button', { name: 'Previous failing case' });
    expect(await panel.page.locator('.case-row.open').getAttribute('data-id')).toBe(failing[0]);
    expect(await previous.getAttribute('aria-disabled')).toBe('true');
  });

  it('takes the place of the list where the panel is narrow', async () => {
    const panel = await casesTab(withReport(guideEval), 380);
    await panel.page.locator(`[data-id="${pairCase}"]`).click();
    await panel.answer({ kind: 'openCase', caseId: pairCase }, caseDetails[pairCase]);
    expect(await panel.page.locator('.case-list').isVisible()).toBe(false);
    const members = panel.page.locator('.member');
    const [top, bottom] = [await members.nth(0).boundingBox(), await members.nth(1).boundingBox()];
    expect(bottom!.y).toBeGreaterThanOrEqual(top!.y + top!.height);
    await panel.page.getByRole('button', { name: 'Back to the list' }).click();
    expect(await panel.page.locator('.case-list').isVisible()).toBe(true);
    expect(await panel.page.locator('.case-row:focus').getAttribute('data-id')).toBe(pairCase);
  });
});

describe('by keyboard', () => {
  it('walks, opens, returns and closes', async () => {
    const panel = await casesTab();
    const order = await listed(panel);
    const focused = async (): Promise<string | null> =>
      panel.page.evaluate(() => document.activeElement?.getAttribute('data-id') ?? null);
    await panel.page.locator('#tab-cases').press('ArrowLeft');
    await panel.page.locator('#tab-overview').press('ArrowRight');
    // Search, six dropdowns at most, then the list's one stop.
    for (let stops = 0; (await focused()) === null && stops < 12; stops += 1) await panel.page.keyboard.press('Tab');
    expect(await focused()).toBe(order[0]);
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(order[2]);
    await panel.page.keyboard.press('End');
    expect(await focused()).toBe(order.at(-1));
    await panel.page.keyboard.press('PageUp');
    expect(order.indexOf((await focused())!)).toBeLessThan(order.length - 5);
    await panel.page.keyboard.press('Home');
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('Enter');
    await panel.waitForSent({ kind: 'openCase', caseId: order[1]! });
    expect(await panel.page.evaluate(() => document.activeElement?.id)).toBe('case-content');
    await panel.page.keyboard.press('Escape');
    expect(await focused()).toBe(order[1]);
    expect(await panel.page.locator('.case-detail').count()).toBe(1);
    await panel.page.keyboard.press('Escape');
    expect(await panel.page.locator('.case-detail').count()).toBe(0);
    expect(await focused()).toBe(order[1]);
    await panel.page.keyboard.press('/');
    expect(await panel.page.evaluate(() => document.activeElement?.id)).toBe('search');
  });
});

describe('20,000 cases', () => {
  it('holds few rows and scrolls to the end', async () => {
    const panel = await casesTab(withReport(manyCases(20_000)));
    const rows = panel.page.locator('.case-row');
    expect(await rows.count()).toBeGreaterThan(10);
    expect(await rows.count()).toBeLessThan(200);
    await choose(panel, 'Order', 'File order');
    await rows.first().focus();
    await panel.page.keyboard.press('End');
    await panel.page.locator('[data-id="guideeval/many-19999#0"]:focus').waitFor();
    expect(await rows.last().getAttribute('aria-setsize')).toBe('20000');
    await panel.page.locator('[data-id="guideeval/many-19990#0"]').waitFor();
    const box = await panel.page.locator('[data-id="guideeval/many-19999#0"]').boundingBox();
    expect(box!.y).toBeLessThan(800);
    expect(await rows.count()).toBeLessThan(200);

    await panel.page.locator('.case-list').evaluate((list) => list.scrollTo(0, 480_000));
    await panel.page.locator('[data-id="guideeval/many-10000#0"]').waitFor();
    // The focused row stays in the page, out of sight, so that the keyboard has a place to go on from.
    expect(await panel.page.locator('[data-id="guideeval/many-19999#0"]:focus').count()).toBe(1);
  });
});
