import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'vitest';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';
import { labelledReplies } from './labelledReplies';

const folder = path.resolve('out/pictures');
const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern', contrast: 'Default High Contrast' };

describe.each(Object.entries(themes))('%s', (name, theme) => {
  const running = useWorkbench(() => ({
    vsixFiles: [productVsix()],
    settings: { 'workbench.colorTheme': theme, 'workbench.sideBar.location': 'right', 'breadcrumbs.enabled': false },
  }));

  test('overview, cases and a case of the rule prompt, evaluated offline', async () => {
    await mkdir(folder, { recursive: true });
    const { workbench } = running();
    const { page } = workbench;
    const shoot = (title: string) => workbench.screenshot(path.join(folder, `${title}-${name}.png`));
    await workbench.openFile('rule.tutor.md');
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    const panel = await workbench.panelFrame({ containing: 'text=Evaluate again' });
    await page.mouse.move(300, 700);
    await shoot('overview');
    await panel.getByRole('tab', { name: /^Cases/ }).click();
    const list = panel.getByRole('listbox', { name: 'Cases' });
    await list.getByRole('option').first().waitFor();
    await shoot('cases');
    await list.getByRole('option').nth(2).click();
    await panel.getByRole('heading', { name: 'Verdicts' }).first().waitFor();
    await shoot('case');
  });

  test('compare and history of a prompt that got its rules', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    const shoot = (title: string) => workbench.screenshot(path.join(folder, `${title}-${name}.png`));
    const file = 'lesson.tutor.md';
    const save = async (from: string): Promise<string> => {
      const text = await readFile(path.join(workspace.folder, from), 'utf8');
      const all = text.startsWith('---') ? text : `---\nbenchmarks: [guideeval, mrbench]\n---\n${text}`;
      await writeFile(path.join(workspace.folder, file), all);
      return all;
    };
    const evaluated = async (text: string): Promise<void> => {
      await pollUntil('the editor to show the text', async () =>
        (await workbench.editorText()).includes((text.trimEnd().split('\n').at(-1) ?? '').slice(0, 30))
          ? true
          : undefined,
      );
      await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
      await pollUntil('the run to end', async () =>
        (await readRuns(workspace.folder)).find((run) => run.text === text && run.status === 'completed'),
      );
    };
    await workbench.runCommand('View: Close All Editors');
    const original = await save('original.tutor.md');
    await workbench.openFile(file);
    await evaluated(original);
    await evaluated(await save('rule.tutor.md'));
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const panel = await workbench.panelFrame({ containing: '#tab-compare' });
    await panel.locator('tr.compared').first().waitFor();
    await workbench.runCommand('Notifications: Clear All Notifications');
    await page.mouse.move(300, 700);
    await shoot('compare');
    await panel.locator('.flip-row').first().click();
    await panel.locator('.paired-reply').first().waitFor();
    await shoot('flip');
    await panel.locator('#tab-history').click();
    await panel
      .getByRole('listbox', { name: /revisions/i })
      .getByRole('option')
      .first()
      .waitFor();
    await page.mouse.move(300, 700);
    await shoot('history');
    await panel.locator('#tab-overview').click();
    await shoot('changes');
  });

  test('badges, a judge’s card, and labelling by hand', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    const shoot = (title: string) => workbench.screenshot(path.join(folder, `${title}-${name}.png`));
    const file = 'judged.tutor.md';
    const text = await readFile(path.join(workspace.folder, 'rule.tutor.md'), 'utf8');
    await writeFile(path.join(workspace.folder, file), text.replace(/benchmarks: .*/, 'benchmarks: mrbench'));
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile(file);
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    await pollUntil('the run to end', async () =>
      (await readRuns(workspace.folder)).find(({ prompt, status }) => prompt.endsWith(file) && status === 'completed'),
    );
    const panel = await workbench.panelFrame({ containing: '.trust-badge' });
    await workbench.runCommand('Notifications: Clear All Notifications');
    await page.mouse.move(300, 700);
    await shoot('badges');
    await panel.locator('.trust-badge').first().click();
    await panel.locator('.card-name[aria-expanded=true]').waitFor();
    await page.mouse.move(300, 700);
    await shoot('card');
    const pick = async (title: RegExp, entry: RegExp): Promise<void> => {
      await page.locator('.quick-input-widget', { hasText: title }).waitFor();
      await page.getByRole('option', { name: entry }).first().click();
    };
    // Only now: runs before it are of the starter set.
    await writeFile(path.join(workspace.folder, 'labelled.json'), labelledReplies());
    await mkdir(path.join(workspace.folder, '.vscode'), { recursive: true });
    const settings = { 'tutorPromptLab.sampleFiles': { mrbench: 'labelled.json' } };
    await writeFile(path.join(workspace.folder, '.vscode/settings.json'), JSON.stringify(settings));
    // The editor reads the settings in its own time.
    await pollUntil('the labelled file to be offered', async () => {
      await workbench.runCommand('Tutor Prompt: Calibrate Judge…');
      await pick(/1 of 5/, /^MRBench/);
      await page.locator('.quick-input-widget', { hasText: /2 of 5/ }).waitFor();
      const offered = page.getByRole('option', { name: /^labelled\.json/ });
      if (await offered.isVisible()) return offered.click().then(() => true);
      await page.keyboard.press('Escape');
      return undefined;
    });
    await page.locator('.quick-input-widget', { hasText: /3 of 5/ }).waitFor();
    await page.keyboard.press('Enter');
    await pick(/5 of 5/, /^All 3/);
    await panel.getByText('Against labelled.json').waitFor();
    await panel.locator('.check-table').first().locator('.card-name').first().click();
    await panel.getByRole('heading', { name: /^Disagreements/ }).waitFor();
    await workbench.runCommand('Notifications: Clear All Notifications');
    await page.mouse.move(300, 700);
    await shoot('disagreements');
    await workbench.runCommand('Tutor Prompt: Label Replies by Hand');
    await panel.locator('#label-start').waitFor();
    await page.mouse.move(300, 700);
    await shoot('labelSetup');
    await panel.locator('#label-start').press('Enter');
    const field = page.locator('.quick-input-widget input.input');
    const rows = panel.locator('#label-rows');
    await Promise.race([field.waitFor(), rows.waitFor()]);
    if (await field.isVisible()) {
      await field.fill('Ada Example');
      await page.keyboard.press('Enter');
    }
    await rows.waitFor();
    await rows.press('1');
    await panel.locator('.label-row', { hasText: 'Yes' }).first().waitFor();
    await page.mouse.move(300, 700);
    await page.getByRole('tooltip').waitFor({ state: 'hidden' });
    await shoot('label');
  });
});
