import { describe, expect, it } from 'vitest';
import { rubrics } from '../../src/core/benchmarks/mrbench/rubrics';
import type { LabellingView } from '../../src/core/labels/labellingView';
import type { FromPanel } from '../../src/protocol/messages';
import { begun, over, positionOf, reviewing, setupOf, workAt } from './labellingViews';
import { PanelBrowser } from './panelBrowser';
import type { PanelPage } from './panelPage';
import { guideEval, withReport } from './panelStates';

const browser = new PanelBrowser();

async function labelling(view: LabellingView, width = 1000): Promise<PanelPage> {
  const panel = await browser.open({ width });
  await panel.show(withReport(guideEval));
  await panel.send({ kind: 'labelling', view });
  return panel;
}

/** What label mode has asked for since it was opened. */
async function asked(panel: PanelPage): Promise<readonly FromPanel[]> {
  return (await panel.sent()).filter(({ kind }) => kind.includes('Label'));
}

async function focusedId(panel: PanelPage): Promise<string> {
  return panel.page.evaluate(() => document.activeElement?.id ?? '');
}

/** The row that stands open. */
async function active(panel: PanelPage): Promise<string | null> {
  return panel.page.locator('.label-row.active').getAttribute('data-slot');
}

async function said(panel: PanelPage): Promise<string> {
  return panel.page.locator('.labelling > [role=status]').innerText();
}

const firstSlot = 'mistake_identification||';
const positionId = positionOf('a').id;

describe('label mode', () => {
  it('is asked for from the list of cases and fills the page', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval));
    await panel.page.locator('#tab-cases').click();
    await panel.page.getByRole('button', { name: 'Label replies…' }).click();
    await panel.waitForSent({ kind: 'openLabelling' });
    await panel.send({ kind: 'labelling', view: setupOf() });
    expect(await panel.page.locator('h1').innerText()).toBe('Label replies');
    // What names judge and tutor elsewhere is gone.
    expect(await panel.page.locator('.header, [role=tablist]').count()).toBe(0);
    expect(await panel.page.locator('#app').innerText()).not.toContain(guideEval.run.tutor);
  });

  it('puts the keyboard on the reply, with its question, labels and keys in sight', async () => {
    const panel = await labelling(workAt('a'));
    expect(await focusedId(panel)).toBe('label-rows');
    expect(await active(panel)).toBe(firstSlot);
    const words = await panel.page.locator('.label-row.active').innerText();
    expect(words).toContain('Did the tutor recognise that the student made a mistake?');
    expect(words).toContain(rubrics.mistake_identification.levels[2]);
    const legend = await panel.page.locator('#label-keys').innerText();
    for (const key of ['1–9, 0', 'Enter, →', '←', 'u', 's', 'r', 'Esc']) expect(legend).toContain(key);
    expect(await said(panel)).toContain('1 Yes, 2 To some extent, 3 No');
  });
});

describe('the keys', () => {
  it.each([
    ['1', 0, 'Yes'],
    ['2', 1, 'To some extent'],
    ['3', 2, 'No'],
  ])('%s chooses a label, says it and goes to the next row at once', async (key, choice, title) => {
    const panel = await labelling(workAt('a'));
    await panel.page.keyboard.press(key);
    expect(await asked(panel)).toEqual([
      { kind: 'giveLabel', number: 1, position: positionId, slot: firstSlot, choice },
    ]);
    expect(await active(panel)).toBe('mistake_location||');
    expect(await panel.page.locator('.label-row').first().innerText()).toContain(title);
    expect(await said(panel)).toMatch(new RegExp(`^Mistake identification: ${title}\\. Mistake location\\.`, 'u'));
    expect(await focusedId(panel)).toBe('label-rows');
  });

  it('a digit beyond the labels asks for nothing and says how many there are', async () => {
    const panel = await labelling(workAt('a'));
    await panel.page.keyboard.press('7');
    expect(await asked(panel)).toEqual([]);
    expect(await said(panel)).toBe('There are 3 labels here.');
  });

  it('eight digits label eight rows, faster than any answer', async () => {
    const panel = await labelling(workAt('a'));
    await panel.page.keyboard.type('12312312');
    const requests = await asked(panel);
    expect(requests.map((request) => request.kind === 'giveLabel' && request.choice)).toEqual([0, 1, 2, 0, 1, 2, 0, 1]);
    expect(new Set(requests.map((request) => request.kind === 'giveLabel' && request.slot)).size).toBe(8);
    expect(await said(panel)).toContain('All rows are labelled.');
  });

  it.each([
    ['Enter', 'next'],
    ['ArrowRight', 'next'],
    ['ArrowLeft', 'back'],
    ['s', 'skip'],
  ] as const)('%s moves: %s, and no digit falls on a reply that is not there yet', async (key, move) => {
    const panel = await labelling(workAt('a'));
    await panel.page.keyboard.press(key);
    await panel.page.keyboard.press('1');
    await panel.page.keyboard.press(key);
    expect(await asked(panel)).toEqual([{ kind: 'moveLabelling', move, number: 1 }]);
    await panel.send({ kind: 'labelling', view: workAt('b', 1) });
    expect(await said(panel)).toContain('Marbles in two jars, b');
    expect(await focusedId(panel)).toBe('label-rows');
    await panel.page.keyboard.press('1');
    expect((await asked(panel)).at(-1)).toMatchObject({ kind: 'giveLabel', number: 2, position: positionOf('b').id });
  });

  it('the arrows go up and down the rows', async () => {
    const panel = await labelling(workAt('a'));
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('ArrowDown');
    expect(await active(panel)).toBe('revealing_of_the_answer||');
    await panel.page.keyboard.press('ArrowUp');
    expect(await active(panel)).toBe('mistake_location||');
    expect(await said(panel)).toContain('Mistake location.');
    await panel.page.keyboard.press('ArrowUp');
    await panel.page.keyboard.press('ArrowUp');
    expect(await active(panel)).toBe(firstSlot);
  });

  it('u takes a label back, and says so where there is none', async () => {
    const panel = await labelling(workAt('a'));
    await panel.page.keyboard.press('u');
    expect(await asked(panel)).toEqual([]);
    expect(await said(panel)).toBe('There is no label to take back.');
    await panel.send({ kind: 'labelling', view: begun('a') });
    await panel.page.keyboard.press('u');
    expect(await asked(panel)).toEqual([{ kind: 'takeBackLabel', number: 1 }]);
    // The row that lost its label is the next to get one.
    const left = begun('a', 1);
    const rows = left.position!.rows.map((row, index) => (index === 1 ? { ...row, chosen: undefined } : row));
    await panel.send({ kind: 'labelling', view: { ...left, position: { ...left.position!, rows } } });
    expect(await active(panel)).toBe('mistake_location||');
    expect(await said(panel)).toMatch(/^Label taken back\. Mistake location\./u);
  });

  it('r writes a reason, in which no key means anything but Enter and Escape', async () => {
    const panel = await labelling(workAt('a'));
    await panel.page.keyboard.press('2');
    await panel.page.keyboard.press('ArrowUp');
    await panel.page.keyboard.press('r');
    expect(await focusedId(panel)).toBe('label-reason');
    await panel.page.keyboard.type('us 1/2 c');
    await panel.page.keyboard.press('Enter');
    expect(await asked(panel)).toEqual([
      { kind: 'giveLabel', number: 1, position: positionId, slot: firstSlot, choice: 1 },
      { kind: 'giveLabel', number: 2, position: positionId, slot: firstSlot, choice: 1, reason: 'us 1/2 c' },
    ]);
    expect(await focusedId(panel)).toBe('label-rows');
    await panel.page.keyboard.press('r');
    await panel.page.keyboard.press('Escape');
    expect(await focusedId(panel)).toBe('label-rows');
    expect(await asked(panel)).toHaveLength(2);
  });

  it('r asks for a label first where there is none', async () => {
    const panel = await labelling(workAt('a'));
    await panel.page.keyboard.press('r');
    expect(await said(panel)).toBe('Choose a label first.');
    expect(await focusedId(panel)).toBe('label-rows');
  });

  it('an empty reason is none', async () => {
    const panel = await labelling(begun('a'));
    await panel.page.keyboard.press('ArrowUp');
    await panel.page.keyboard.press('r');
    await panel.page.locator('#label-reason').evaluate((field: HTMLInputElement) => (field.value = ' '));
    await panel.page.keyboard.press('Enter');
    expect(await said(panel)).toBe('No reason kept.');
    expect(await asked(panel)).toEqual([]);
  });

  it('c checks the judge, Escape ends, and the list of cases has the keyboard again', async () => {
    const panel = await browser.open();
    await panel.show(withReport(guideEval));
    await panel.page.locator('#tab-cases').click();
    await panel.send({ kind: 'labelling', view: workAt('a') });
    await panel.page.keyboard.press('c');
    await panel.page.keyboard.press('Escape');
    expect(await asked(panel)).toEqual([{ kind: 'checkByLabels' }, { kind: 'endLabelling' }]);
    await panel.send({ kind: 'labelling', view: undefined });
    expect(await panel.page.locator('.labelling').count()).toBe(0);
    expect(await focusedId(panel)).toBe('label-replies');
  });

  it('Page Down scrolls the dialogue and takes no focus', async () => {
    const long = positionOf('a');
    const turns = Array.from({ length: 40 }, () => long.turns).flat();
    const panel = await labelling(workAt('a', 0, { position: { ...long, turns } }));
    const top = (): Promise<number> => panel.page.locator('#label-dialogue').evaluate((element) => element.scrollTop);
    await panel.page.keyboard.press('PageUp');
    const before = await top();
    await panel.page.keyboard.press('PageDown');
    expect(await top()).toBeGreaterThan(before);
    expect(await focusedId(panel)).toBe('label-rows');
  });
});

describe('what is on its way', () => {
  it('stands on the screen until the file has it, and is gone where it was not kept', async () => {
    const panel = await labelling(workAt('a'));
    await panel.page.keyboard.press('1');
    await panel.send({ kind: 'labelling', view: workAt('a', 0) });
    expect(await panel.page.locator('.label-row').first().innerText()).toContain('Yes');
    await panel.send({ kind: 'labelling', view: workAt('a', 1, { problem: 'The disk is full.' }) });
    expect(await panel.page.locator('.label-row').first().innerText()).not.toContain('Yes');
    expect(await panel.page.getByRole('alert').innerText()).toBe('The last label was not kept. The disk is full.');
    expect(await said(panel)).toBe('Not kept. The disk is full.');
  });

  it('shows a label of another window without moving the row', async () => {
    const panel = await labelling(workAt('a'));
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('ArrowDown');
    await panel.send({ kind: 'labelling', view: begun('a') });
    expect(await active(panel)).toBe('providing_guidance||');
    expect(await panel.page.locator('.label-given').nth(2).innerText()).toBe('No');
  });

  it('begins at the first row without a label, and says how far it has come', async () => {
    const panel = await labelling(begun('a'));
    expect(await active(panel)).toBe('providing_guidance||');
    expect(await panel.page.locator('.label-count').innerText()).toBe('11 of 96 done, 1 set aside');
  });
});

describe('blind and reviewing', () => {
  it('hides every verdict and says why a statistic is kept back', async () => {
    const panel = await labelling(workAt('a'));
    expect(await panel.page.locator('.label-mode').innerText()).toBe('blind');
    expect(await panel.page.locator('.label-verdicts').count()).toBe(0);
    const progress = panel.page.locator('.label-progress');
    expect(await progress.locator('tbody tr').first().innerText()).toMatch(/34 of 96\s+80\.0%, kappa 0\.54\s+30/u);
    expect(await progress.locator('tbody tr').nth(2).innerText()).toMatch(/kappa n\/a/u);
    expect(await progress.locator('tbody tr').nth(4).innerText()).toContain('after 20 labels');
    expect(await progress.innerText()).toContain('would reveal the judge’s verdict on that reply');
  });

  it('shows verdicts with reasons, each judge’s statistics, and what a label costs that was blind', async () => {
    const panel = await labelling(reviewing('a'));
    await panel.page.keyboard.press('ArrowUp');
    expect(await panel.page.locator('.label-mode').innerText()).toBe('reviewing');
    const row = await panel.page.locator('.label-row.active').innerText();
    expect(row).toContain('It asks what “together” means for the two numbers.');
    expect(row).toContain('You labelled this blind, and that label still counts');
    expect(await panel.page.locator('.label-progress tbody tr').count()).toBe(16);
  });
});

describe('the setup', () => {
  it('starts with Enter as it stands, and keeps what is chosen', async () => {
    const panel = await labelling(setupOf());
    expect(await focusedId(panel)).toBe('label-start');
    await panel.page.locator('#label-benchmark').selectOption('tutorbench');
    await panel.page.getByRole('radio', { name: /^Reviewing/ }).check();
    expect(await panel.page.locator('.label-setup').innerText()).toContain(
      'you have given 12. You continue where you stopped.',
    );
    await panel.page.keyboard.press('Enter');
    const options = {
      benchmark: 'tutorbench',
      dimension: '',
      mode: 'reviewing',
    } as const;
    expect((await asked(panel)).at(-1)).toEqual({ kind: 'startLabelling', options });
  });

  it('asks who labels', async () => {
    const { by, ...nobody } = setupOf();
    expect(by).toBeDefined();
    const panel = await labelling(nobody);
    await panel.page.getByRole('button', { name: 'Set name…' }).click();
    expect(await asked(panel)).toEqual([{ kind: 'nameLabeller' }]);
    await panel.page.keyboard.press('Escape');
    expect((await asked(panel)).at(-1)).toEqual({ kind: 'endLabelling' });
  });

  it('starts from the button by keyboard once', async () => {
    const panel = await labelling(setupOf());
    await panel.page.keyboard.press('Enter');
    await expect
      .poll(async () => (await asked(panel)).filter((request) => request.kind === 'startLabelling').length)
      .toBe(1);
  });
});

describe('the end', () => {
  it('leads to checking the judge', async () => {
    const panel = await labelling(over(0));
    expect(await focusedId(panel)).toBe('label-done');
    await panel.page.keyboard.press('Enter');
    await expect.poll(() => asked(panel)).toEqual([{ kind: 'checkByLabels' }]);
    await panel.page.getByRole('button', { name: 'Export labels…' }).click();
    expect((await asked(panel)).at(-1)).toEqual({ kind: 'exportLabels' });
  });

  it('takes up what was set aside', async () => {
    const panel = await labelling(over(3));
    expect(await panel.page.locator('.label-over').innerText()).toContain('3 are set aside.');
    await panel.page.keyboard.press('Enter');
    await expect.poll(() => asked(panel)).toEqual([{ kind: 'moveLabelling', move: 'returnToSkipped', number: 1 }]);
  });

  it('gives way to a view that the extension brings forward', async () => {
    const panel = await labelling(workAt('a'));
    await panel.send({ kind: 'show', tab: 'history' });
    expect(await panel.page.locator('.labelling').count()).toBe(0);
    expect(await panel.page.locator('#tab-history').getAttribute('aria-selected')).toBe('true');
    expect(await asked(panel)).toEqual([{ kind: 'endLabelling' }]);
  });
});
