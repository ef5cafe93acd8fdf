import { describe, expect, it } from 'vitest';
import { faultsInEveryTheme } from './pageFaults';
import { begun, onCriteria, over, positionOf, reviewing, setupOf, workAt } from './labellingViews';
import { PanelBrowser } from './panelBrowser';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();

const views = {
  setup: setupOf(),
  blind: begun('a'),
  reviewing: reviewing('b'),
  criteria: onCriteria('c'),
  'set aside': over(3),
} as const;

describe('label mode in every theme', () => {
  it('names its controls and can be read', async () => {
    const panel = await browser.open({ width: 1000 });
    await panel.show(withReport(guideEval));
    for (const [name, view] of Object.entries(views)) {
      await panel.send({ kind: 'labelling', view });
      // The tabs are out of sight, with the views that they lead to.
      expect(await faultsInEveryTheme(panel), name).toEqual(['not one selected tab']);
    }
    await panel.send({ kind: 'labelling', view: reviewing('d') });
    await panel.page.keyboard.press('ArrowUp');
    expect(await panel.page.locator('.label-choice[aria-pressed=true]').count()).toBe(1);
    expect(await faultsInEveryTheme(panel)).toEqual(['not one selected tab']);
  });
});

describe.each([
  [320, 760],
  [380, 760],
  [410, 280],
  [430, 450],
  [640, 760],
  [760, 640],
  [860, 700],
  [860, 450],
])('label mode in a window of %d by %d px', (width, height) => {
  it.each([
    ['MRBench', workAt('a')],
    ['TutorBench', onCriteria('b')],
  ])('has all labels of each row of %s in sight, and nothing beside the page', async (_, view) => {
    const panel = await browser.open({ width, height });
    await panel.show(withReport(guideEval));
    await panel.send({ kind: 'labelling', view });
    for (const { title } of view.position?.rows ?? []) {
      const side = (await panel.page.locator('.label-side').boundingBox())!;
      const choices = await panel.page.locator('.label-row.active .label-choice').all();
      expect(choices.length).toBeGreaterThan(1);
      for (const choice of choices) {
        const box = (await choice.boundingBox())!;
        expect(box.y, title).toBeGreaterThanOrEqual(side.y - 1);
        expect(box.y + box.height, title).toBeLessThanOrEqual(side.y + side.height + 1);
      }
      await panel.page.keyboard.press('ArrowDown');
    }
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});

describe('the guide in label mode', () => {
  it.each([320, 1000])('stands there to its last word at %d px', async (width) => {
    const panel = await browser.open({ width, height: 760 });
    await panel.show(withReport(guideEval));
    const view = workAt('a');
    await panel.send({ kind: 'labelling', view });
    for (const { question, definition, choices } of view.position?.rows ?? []) {
      const said = await panel.page.locator('.label-row.active .label-row-body').innerText();
      for (const text of [question, definition, ...choices.map(({ meaning }) => meaning)]) expect(said).toContain(text);
      await panel.page.keyboard.press('ArrowDown');
    }
  });
});

describe('hostile texts in label mode', () => {
  it('stay texts', async () => {
    const attack = '<img src=x onerror="hacked++"><script>hacked++</script>\u202Egnirts [a](javascript:hacked++)';
    const panel = await browser.open({ width: 1000 });
    await panel.show(withReport(guideEval));
    const base = reviewing('a');
    const rows = base.position!.rows.map((row) => ({
      ...row,
      criterion: attack,
      reason: attack,
      chosen: 0,
      choices: row.choices.map(() => ({ title: attack, meaning: attack })),
      verdicts: row.verdicts.map((verdict) => ({
        ...verdict,
        judgeModel: attack,
        label: attack,
        reasoning: attack,
        evidence: attack,
      })),
    }));
    const position = positionOf('a', {
      title: attack,
      rows,
      facts: [{ label: attack, value: attack }],
      turns: [
        {
          speaker: 'tutor',
          role: 'reply',
          turn: 1,
          text: attack,
          images: [{ source: 'https://example.org/a.png', alt: attack }],
        },
      ],
    });
    await panel.send({ kind: 'labelling', view: { ...base, by: attack, position, problem: attack } });
    expect(await panel.page.locator('.labelling img, .labelling script, .labelling a').count()).toBe(0);
    expect(await panel.page.locator('.label-choice').first().innerText()).toContain('⟦U+202E⟧');
    const offer = { ...setupOf().offers[0]!, title: attack, notes: [attack] };
    await panel.send({ kind: 'labelling', view: setupOf({ by: attack, offers: [offer], problem: attack }) });
    expect(await panel.page.locator('.labelling img, .labelling script, .labelling a').count()).toBe(0);
    // That nothing ran and nothing was loaded is asserted for every page.
    expect(await panel.hacked()).toBe(0);
  });
});
