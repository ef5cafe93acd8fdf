import { mkdir } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const file = 'original.tutor.md';

describe('revisions in the workbench', () => {
  const running = useWorkbench(() => ({ vsixFiles: [productVsix()] }));

  function lines(): Locator {
    return running().workbench.page.getByRole('treeitem', { name: /^Revision / });
  }

  /** Picks an entry of a line's context menu. */
  async function choose(line: Locator, entry: string): Promise<void> {
    await line.click({ button: 'right' });
    const item = running().workbench.page.getByRole('menuitem', { name: entry, exact: true });
    await item.waitFor();
    // A menu that has just opened takes no click, so that the one which opened it chooses nothing.
    await pollUntil('the menu to take the click', async () => {
      if (await item.isVisible()) await item.click({ timeout: 1_000 }).catch(() => undefined);
      return (await item.isVisible()) ? undefined : true;
    });
  }

  async function runCount(prompt: string): Promise<number> {
    return (await readRuns(running().workspace.folder)).filter(
      (run) => run.prompt === prompt && run.status === 'completed',
    ).length;
  }

  test('stand below their prompt once it was evaluated, and not before', async () => {
    const { workbench } = running();
    await workbench.openFile(file);
    await pollUntil(
      'the line above the file',
      async () => (await workbench.page.locator('.codelens-decoration', { hasText: 'Evaluate' }).count()) || undefined,
    );
    await workbench.page.locator('.activitybar').getByRole('tab', { name: 'Tutor Prompt Lab' }).click();
    const prompt = workbench.page.getByRole('treeitem', { name: file });
    await prompt.waitFor();
    expect(await lines().count()).toBe(0);
    await workbench.page.getByRole('treeitem', { name: /^Samples GuideEval/ }).waitFor();
    await workbench.page.getByRole('treeitem', { name: /^Judges / }).waitFor();
    await prompt.getByText('not evaluated').waitFor();
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    await pollUntil('the first run', async () => ((await runCount(file)) === 1 ? true : undefined));
    await prompt.getByText('not evaluated').waitFor({ state: 'hidden' });
    await workbench.page.locator('.editor-group-container .view-lines').first().click();
    await workbench.page.keyboard.press('Control+End');
    await workbench.page.keyboard.type('\nBe warm and encouraging.');
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    await pollUntil('the second run', async () => ((await runCount(file)) === 2 ? true : undefined));
    await pollUntil('two revisions', async () => ((await lines().count()) === 2 ? true : undefined));
    await mkdir('out/screenshots', { recursive: true });
    await workbench.screenshot('out/screenshots/revisions.png');
  });

  test('take a label that is typed', async () => {
    const { workbench } = running();
    const question = workbench.page.locator('.quick-input-widget', { hasText: 'Leave empty to remove the label' });
    // VS Code forgets what a menu was opened on while the tree is read again; the command then asks which revision.
    await pollUntil('the question of this revision', async () => {
      await workbench.page.keyboard.press('Escape');
      await choose(lines().nth(1), 'Label Revision…');
      await question.waitFor({ timeout: 5_000 });
      return true;
    });
    await question.locator('input.input').fill('before the tone');
    await question.locator('input.input').press('Enter');
    await workbench.page.getByRole('treeitem', { name: /^Revision before the tone/ }).waitFor();
  });

  test('are offered to compare with, by their labels, and the panel shows the pair', async () => {
    const { workbench } = running();
    await workbench.runCommand('Tutor Prompt: Compare With…');
    const options = workbench.page.getByRole('option');
    await options.filter({ hasText: 'before the tone' }).waitFor();
    // The store has runs of this prompt only, and the latest one is the other side.
    expect(await options.count()).toBe(1);
    await workbench.screenshot('out/screenshots/revision-pick.png');
    await options.first().click();
    const panel = await workbench.panelFrame({ containing: '[role=tab]' });
    await panel.getByRole('tab', { name: 'Compare', selected: true }).waitFor();
    await panel.locator('option:checked', { hasText: 'before the tone' }).first().waitFor({ state: 'attached' });
  });

  test('stand against each other by two metrics', async () => {
    const { workbench } = running();
    await workbench.runCommand('Tutor Prompt: Show History');
    const panel = await workbench.panelFrame({ containing: '#against' });
    await panel.locator('#against').selectOption({ index: 1 });
    await panel.locator('.trade-off-point').nth(1).waitFor();
    expect(await panel.locator('.trade-off-point').count()).toBe(2);
    await panel.getByRole('row').filter({ hasText: 'before the tone' }).waitFor();
    // The tutor of these runs is simulated.
    await panel.getByText('Models were simulated, so nothing is tested.').waitFor();
    await workbench.screenshot('out/screenshots/trade-off.png');
  });

  test('show their runs, and one is deleted once the question is answered', async () => {
    const { workbench } = running();
    await lines().first().locator('.monaco-tl-twistie').click();
    const run = workbench.page.getByRole('treeitem', { name: /^Run of / });
    await run.first().waitFor();
    await workbench.screenshot('out/screenshots/revision-runs.png');
    await choose(run.first(), 'Delete Runs…');
    const dialog = workbench.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await runCount(file)).toBe(2);
    await choose(run.first(), 'Delete Runs…');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await pollUntil('one run left', async () => ((await runCount(file)) === 1 ? true : undefined));
    await pollUntil('one revision left', async () => ((await lines().count()) === 1 ? true : undefined));
    await workbench.panelFrame({ containing: 'text=GuideEval' });
    await workbench.screenshot('out/screenshots/revision-deleted.png');
  });
});
