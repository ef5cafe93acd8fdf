import { describe, expect, it } from 'vitest';
import type { RuleOutcome, RuleReport, RulesView, TestedRule } from '../../src/core/results/ruleModel';
import { faultsInEveryTheme } from './pageFaults';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, panelStates, twoBenchmarks, withReport } from './panelStates';
import { themes } from './themes';

const browser = new PanelBrowser();
const runId = guideEval.run.id;

function rule(
  number: number,
  text: string,
  worth: number,
  outcome: RuleOutcome | undefined,
  words: string,
): TestedRule {
  const interval = { low: worth - 12.25, high: worth + 12.25, level: 0.95 };
  const effect = { worth, interval, p: outcome === 'nothing' ? 1 : 0.003, text: `${worth} (…)` };
  return { title: `${number}. ${text}`, numbers: [number], text, line: number + 4, effects: [effect], outcome, words };
}

const report: RuleReport = {
  title: 'What each rule adds',
  targets: [{ name: 'mrbench/all/actionability', title: 'Actionability', unit: 'percent', n: 72 }],
  rules: [
    rule(3, 'Ask one guiding question at a time.', 40.9, 'helps', 'helps Actionability'),
    rule(2, 'Never give the final answer away, whatever the student says.', 7.5, 'nothing', 'no evidence'),
    rule(4, 'Read the whole problem aloud before each reply.', -21, 'hurts', 'hurts Actionability'),
  ],
  kept: [],
  notes: ['Outcomes are corrected for all rules and targets.'],
};

const edit = (title: string, outcome: RuleOutcome, words: string, effects: TestedRule['effects'] = []): TestedRule => {
  return { title, numbers: [], text: title, line: 0, effects, outcome, words };
};
const race: RuleReport = {
  title: 'Which edit is best',
  targets: [],
  rules: [edit('guiding.md', 'helps', 'best, to be confirmed'), edit('weather.md', 'nothing', 'not better')],
  kept: [],
  notes: ['A race shows no numbers: the winner’s would be too good. Confirm it on the other half.'],
};
const confirmed: RuleReport = {
  title: 'What the edit gains',
  targets: [
    { name: 'mrbench/all/actionability', title: 'Actionability', unit: 'percent', n: 36 },
    { name: 'mrbench/all/tutor_tone', title: 'Guard: Tutor tone', unit: 'percent', n: 36 },
  ],
  rules: [
    edit('guiding.md', 'helps', 'proved', [
      { worth: 38.9, interval: { low: 21.5, high: 56.3, level: 0.95 }, p: 0.0004, text: '+38.9 (21.5 to 56.3)' },
      { worth: -2.8, interval: { low: -8.4, high: 2.9, level: 0.95 }, p: 1, text: '−2.8 (−8.4 to 2.9)' },
    ]),
  ],
  kept: [],
  notes: ['“Proved” needs a p of at most 0.025: each confirmation on the same units lowers it.'],
};

async function open(theme: (typeof themes)[number]['name'], width: number, shown = report): Promise<PanelPage> {
  const panel = await browser.open({ theme, width });
  await panel.show(withReport({ ...guideEval, rules: shown }));
  await panel.page.locator('#tab-rules').click();
  await panel.page.getByRole('heading', { name: shown.title }).waitFor();
  return panel;
}

describe('what each rule adds', () => {
  it.each([900, 320])('names its controls and can be read in every theme at %i px', async (width) => {
    const panel = await open('dark', width);
    expect(await faultsInEveryTheme(panel)).toEqual([]);
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await panel.page.locator('.rules li').evaluateAll(widerThanTheirPlace)).toEqual([]);
    for (const theme of themes) {
      await panel.useTheme(theme);
      await panel.picture(`rules-${theme.name}-${width}`);
    }
  });

  it.each([race, confirmed].flatMap((shown) => [900, 320].map((width) => [shown, width] as const)))(
    'shows edits without a line, and Confirm for the winner of a race alone: $title at %i px',
    async (shown, width) => {
      const panel = await open('light', width, shown);
      expect(await faultsInEveryTheme(panel)).toEqual([]);
      const rows = panel.page.locator('.rules li');
      expect(await rows.count()).toBe(shown.rules.length);
      const buttons = rows.locator('vscode-button, a');
      expect(await buttons.allTextContents()).toEqual(shown === race ? ['Confirm'] : []);
      expect(await rows.locator('.interval-bar').count()).toBe(shown.targets.length);
      expect(await rows.evaluateAll(widerThanTheirPlace)).toEqual([]);
      await panel.picture(`edits-${shown.title.replaceAll(' ', '-')}-${width}`);
    },
  );

  it('labels the zero line of its bars once', async () => {
    const panel = await browser.open();
    await panel.show(withReport({ ...guideEval, rules: report }));
    await panel.page.locator('#tab-rules').click();
    const axis = panel.page.locator('.effect-axis');
    await expect.poll(() => axis.allInnerTexts()).toEqual([expect.stringMatching(/worse\s+0\s+better/u)]);
    const middle = (part: string): Promise<number> =>
      panel.page
        .locator(part)
        .first()
        .evaluate((one) => one.getBoundingClientRect().x + one.getBoundingClientRect().width / 2);
    expect(
      Math.abs((await middle('.effect-axis .axis-head span:nth-child(2)')) - (await middle('.rules .zero'))),
    ).toBeLessThan(2);
  });

  it('offers to confirm the winner of a race', async () => {
    const reordered = { ...race, rules: race.rules.toReversed() };
    const panel = await open('dark', 900, reordered);
    const rows = panel.page.locator('.rules li');
    expect(await rows.filter({ hasText: 'not better' }).locator('vscode-button').count()).toBe(0);
    await rows.getByRole('button', { name: 'Confirm guiding.md' }).click();
    await panel.waitForSent({ kind: 'confirmEdit', runId, position: 1, rules: [] });
  });

  it('offers to confirm the removal of a rule that was tested, and to remove one that was only ranked', async () => {
    const panel = await open('dark', 900);
    const rows = panel.page.locator('.rules li');
    const idle = rows.filter({ hasText: 'no evidence' });
    expect(await idle.locator('vscode-button').allTextContents()).toEqual(['Confirm', 'Remove']);
    await idle.getByRole('button', { name: /^Confirm the removal of 2\. Never give/ }).click();
    await panel.waitForSent({ kind: 'confirmEdit', runId, position: 1, rules: [2] });
    const ranked = report.rules.map((one) => ({ ...one, outcome: undefined, words: '' }));
    await panel.show(withReport({ ...guideEval, rules: { ...report, rules: ranked } }));
    await idle.waitFor({ state: 'detached' });
    expect(await rows.locator('vscode-button').allTextContents()).toEqual(['Remove', 'Remove', 'Remove']);
  });

  it('offers to remove a rule, but none that helps, and leads to its line', async () => {
    const panel = await open('dark', 900);
    const rows = panel.page.locator('.rules li');
    expect(await rows.filter({ hasText: 'helps Actionability' }).locator('vscode-button').count()).toBe(0);
    await rows
      .filter({ hasText: 'hurts Actionability' })
      .getByRole('button', { name: /^Remove/ })
      .click();
    await panel.waitForSent({ kind: 'leaveOut', runId, rules: [4] });
    await rows.first().getByText('Ask one guiding question').click();
    await panel.waitForSent({ kind: 'openLine', line: 7 });
  });

  it('shows an opinion apart from what was measured', async () => {
    const panel = await browser.open({ theme: 'dark', width: 320 });
    const opinion = {
      number: 3,
      text: '<b>Ask</b> one question.',
      cases: 2,
      caused: 0,
      ids: ['a', 'b'],
      words: 'named in 2 of 9 failing cases',
    };
    const counts = { metric: 'm', judge: 'j', cases: 9, unscored: 0, decoys: { named: 0, of: 18 } };
    const cites = {
      title: 'Opinion of a judge',
      ...counts,
      agreement: { same: 5, of: 9 },
      missing: [],
      rules: [opinion],
      notes: ['n'],
    };
    await panel.show(withReport({ ...guideEval, rules: report, cites }));
    await panel.page.locator('#tab-rules').click();
    const section = panel.page.locator('section.opinion');
    await section.getByText('<b>Ask</b> one question.').waitFor();
    expect(await panel.page.locator('.rules li').first().textContent()).not.toContain('named in 2 of 9');
    expect(await section.locator('.interval-bar').count()).toBe(0);
    expect(await faultsInEveryTheme(panel)).toEqual([]);
  });

  it('stands without benchmarks, since no play of a test of rules had the full prompt', async () => {
    const panel = await browser.open({ theme: 'dark', width: 900 });
    await panel.show(withReport({ ...guideEval, benchmarks: [], rules: report }));
    // The overview leads there, and each thing stands once.
    expect(await panel.page.locator('.rules').count()).toBe(0);
    await panel.page.getByRole('heading', { name: report.title }).getByRole('button').click();
    await panel.page.locator('.rules li').first().waitFor();
    expect(await panel.page.getByRole('heading', { name: 'Benchmarks' }).count()).toBe(0);
    expect(await faultsInEveryTheme(panel)).toEqual([]);
  });

  it('draws an interval from zero, to either side', async () => {
    const panel = await open('dark', 900);
    const labels = await panel.page
      .locator('.rules .interval-bar')
      .evaluateAll((bars) => bars.map((bar) => bar.getAttribute('aria-label') ?? ''));
    expect(labels[0]).toMatch(/^40\.9%, 95% interval 28\.[67]% to 53\.[12]%/);
    const places = await panel.page.locator('.rules .interval-bar').evaluateAll((bars) =>
      bars.map((bar) => {
        const zero = bar.querySelector('.zero')!.getBoundingClientRect().left;
        return Math.sign(bar.querySelector('.point')!.getBoundingClientRect().left - zero);
      }),
    );
    expect(places).toEqual([1, 1, -1]);
    const zeros = await panel.page
      .locator('.rules .zero')
      .evaluateAll((all) => all.map((zero) => Math.round(zero.getBoundingClientRect().left)));
    expect(new Set(zeros).size).toBe(1);
  });
});

const found: RulesView = {
  tested: { run: 'earlier-test', at: '2026-11-03T10:02:00.000Z', report },
  changed: [
    {
      title: '3. Ask one guiding question at a time.',
      text: 'Ask one guiding question at a time.',
      line: 7,
      revisions: [
        {
          name: 'rule 3: one question',
          at: '2026-11-02T09:00:00.000Z',
          sizes: 'Actionability +9.7 (2.1 to 17.3).',
          pair: { before: 'run-1', after: 'run-2' },
        },
        { name: '<b>bold</b>', at: '2026-11-01T09:00:00.000Z', sizes: '' },
      ],
    },
    {
      title: '5. Praise effort.',
      text: 'Praise effort.',
      line: 9,
      revisions: [{ name: 'rule 5: praise', at: '2026-11-01T08:00:00.000Z', sizes: '' }],
    },
  ],
  alike: [[2, 4]],
};

describe('the view Rules', () => {
  it('is there where a prompt has rules, between the others, and asks for what other runs say of them', async () => {
    const panel = await browser.open();
    await panel.show({ ...panelStates.empty!, hasRules: true });
    const tabs = panel.page.getByRole('tab');
    await expect
      .poll(() => tabs.allInnerTexts())
      .toEqual(['Overview', 'Cases', 'Rules', 'Compare', 'History', 'Judges']);
    await panel.page.locator('#tab-overview').press('ArrowRight');
    await panel.page.keyboard.press('ArrowRight');
    await panel.waitForSent({ kind: 'openRules' });
    expect(await panel.page.getByRole('tabpanel', { name: 'Rules' }).innerText()).toContain('Reading the runs');
    await panel.page.keyboard.press('ArrowRight');
    expect(await panel.page.locator('#tab-compare').getAttribute('aria-selected')).toBe('true');
    await panel.page.locator('#tab-rules').click();
    // Without rules the view is gone, and the overview stands in for it.
    await panel.show(panelStates.empty!);
    await expect.poll(() => tabs.allInnerTexts()).not.toContain('Rules');
    expect(await panel.page.locator('#tab-overview').getAttribute('aria-selected')).toBe('true');
  });

  it.each([
    [900, 1],
    [320, 1],
    [900, 2],
  ])('offers a test in one sentence where there is none yet, at %i px and zoom %i', async (width, zoom) => {
    const panel = await browser.open({ width, theme: 'dark' });
    await panel.page.evaluate((factor) => (document.documentElement.style.zoom = String(factor)), zoom);
    await panel.show(withReport(guideEval, { hasRules: true }));
    await panel.page.locator('.fix-first').getByRole('button', { name: 'What the rules do' }).click();
    await panel.answer({ kind: 'openRules' }, { changed: [], alike: found.alike });
    await panel.page.getByText('Rules 2 and 4 are alike').waitFor();
    expect(await faultsInEveryTheme(panel)).toEqual([]);
    await panel.picture(`rules-offer-${width}-${zoom}`);
    await panel.page.getByRole('button', { name: 'Test Rules' }).click();
    await panel.waitForSent({ kind: 'action', action: 'testRules' });
    await panel.show(withReport(guideEval, { hasRules: true, trusted: false }));
    await expect.poll(() => panel.page.getByRole('button', { name: 'Test Rules' }).count()).toBe(0);
  });

  it.each([
    [900, 1],
    [320, 1],
    [900, 2],
  ])('shows the newest test of another run with what revisions show, at %i px and zoom %i', async (width, zoom) => {
    const panel = await browser.open({ width, theme: 'dark' });
    await panel.page.evaluate((factor) => (document.documentElement.style.zoom = String(factor)), zoom);
    await panel.show(withReport(guideEval, { hasRules: true }));
    await panel.page.locator('#tab-rules').click();
    await panel.answer({ kind: 'openRules' }, found);
    const tested = panel.page.getByRole('region', { name: report.title });
    const row = tested.locator('li').filter({ hasText: 'Ask one guiding question' });
    await row.getByText('No other rule changed, 2 Nov 2026, 09:00: rule 3: one question').waitFor();
    expect(await row.innerText()).toContain('Actionability +9.7 (2.1 to 17.3).');
    expect(await row.innerText()).toContain('<b>bold</b>');
    const others = panel.page.getByRole('region', { name: 'Revisions that changed one rule' });
    expect(await others.locator('li').count()).toBe(1);
    expect(await faultsInEveryTheme(panel)).toEqual([]);
    expect(await panel.page.locator('.rules li').evaluateAll(widerThanTheirPlace)).toEqual([]);
    await panel.picture(`rules-view-${width}-${zoom}`);
    await tested
      .locator('li')
      .filter({ hasText: 'hurts' })
      .getByRole('button', { name: /^Remove/ })
      .click();
    await panel.waitForSent({ kind: 'leaveOut', runId: 'earlier-test', rules: [4] });
    await row.getByRole('button', { name: 'Compare' }).click();
    expect(await panel.page.locator('#tab-compare').getAttribute('aria-selected')).toBe('true');
    await panel.waitForSent({ kind: 'compare', before: 'run-1', after: 'run-2' });
  });

  it('is not covered by a tip once the pointer has left the panel', async () => {
    const panel = await open('dark', 900);
    await panel.page.locator('#open-menu').hover();
    await panel.page.locator('.tooltip:popover-open').waitFor();
    await panel.page.locator('html').dispatchEvent('pointerleave');
    await expect.poll(() => panel.page.locator('.tooltip:popover-open').count()).toBe(0);
  });

  it('makes an opinion faint whose judge names rules that there are not', async () => {
    const panel = await browser.open();
    const counts = { decoys: { named: 2, of: 4 }, agreement: { same: 1, of: 2 }, unscored: 0, missing: [] };
    const about = { title: 'Opinion', metric: 'm', judge: 'j', cases: 2, rules: [], notes: ['Unusable: too many.'] };
    await panel.show(withReport({ ...twoBenchmarks, cites: { ...about, ...counts, unusable: 'Unusable: too many.' } }));
    await panel.page.getByRole('tab', { name: 'Rules' }).click();
    const section = panel.page.locator('section.opinion');
    await section.getByText('Unusable: too many.').waitFor();
    expect(await section.getAttribute('class')).toContain('muted');
  });

  it('shows the test of the shown run once, and an opinion of another run', async () => {
    const panel = await open('dark', 900);
    const cites = {
      title: 'Opinion of a judge',
      metric: 'm',
      judge: 'j',
      cases: 9,
      unscored: 0,
      missing: [],
      notes: [],
    };
    const counts = { decoys: { named: 0, of: 18 }, agreement: { same: 5, of: 9 }, rules: [] };
    const tested = { ...found.tested!, run: runId };
    await panel.answer({ kind: 'openRules' }, { ...found, tested, cites: { ...cites, ...counts } });
    await panel.page.locator('section.opinion').waitFor();
    expect(await panel.page.getByRole('heading', { name: report.title }).count()).toBe(1);
  });

  it('offers to ask a judge which rules were broken, once and where a judge may be asked', async () => {
    const panel = await browser.open();
    const ask = panel.page.getByRole('button', { name: 'Ask a judge which rules were broken…' });
    await panel.show(withReport(twoBenchmarks, { hasRules: true }));
    await panel.page.locator('#tab-rules').click();
    await ask.press('Enter');
    await panel.waitForSent({ kind: 'citeRules' });
    const opinion = { title: 'Opinion', metric: 'm', judge: 'j', cases: 1, unscored: 0, rules: [], notes: [] };
    const counts = { decoys: { named: 0, of: 2 }, agreement: { same: 1, of: 1 }, missing: [] };
    for (const [shown, change] of [
      [twoBenchmarks, { trusted: false }],
      [twoBenchmarks, { example: true }],
      [twoBenchmarks, { phase: { kind: 'running' } }],
      [{ ...twoBenchmarks, cites: { ...opinion, ...counts } }, {}],
    ] as const) {
      await panel.show(withReport(shown, { hasRules: true, ...change }));
      await expect.poll(() => ask.count()).toBe(0);
      await panel.show(withReport(twoBenchmarks, { hasRules: true }));
      await panel.page.locator('#tab-rules').click();
      await expect.poll(() => ask.count()).toBe(1);
    }
  });

  it('gives way to the overview when an evaluation ends, and stays for a test of rules', async () => {
    const panel = await browser.open();
    const tab = (name: string) => panel.page.locator(`#tab-${name}[aria-selected=true]`);
    for (const [ended, shown] of [
      [guideEval, 'overview'],
      [{ ...guideEval, rules: report }, 'rules'],
    ] as const) {
      await panel.show(withReport(guideEval, { hasRules: true }));
      await panel.page.locator('#tab-rules').click();
      await panel.show(withReport(guideEval, { hasRules: true, phase: { kind: 'running' } }));
      await panel.show(withReport(ended, { hasRules: true }));
      await tab(shown).waitFor();
    }
  });
});

function widerThanTheirPlace(elements: readonly Element[]): readonly string[] {
  return elements
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => element.textContent.trim());
}
