import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, test } from 'vitest';
import { ruleTutorServer } from '../loopback/ruleTutorServer';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';
import { labelledReplies } from './labelledReplies';
import { folder, frame, openWithResults, shooterOf, themes } from './shooter';
import { storeMeasured } from './storeMeasured';

/** Where the recorded runs were asked, so that the panel offers the same models again. Nothing is sent there. */
const models = {
  'tutorPromptLab.connections': {
    tutor: { address: 'http://127.0.0.1:7820/v1' },
    judge: { address: 'http://127.0.0.1:7823/v1' },
  },
  'tutorPromptLab.tutor': 'tutor:language-model',
  'tutorPromptLab.judges': ['judge:language-model'],
};

describe.each(Object.entries(themes))('%s', (name, theme) => {
  const settings = { ...frame, 'workbench.colorTheme': theme };

  // Each has its own `describe`, since workbenches that are open together share their settings.
  describe('with the models that were asked', () => {
    const running = useWorkbench(() => ({ vsixFiles: [productVsix()], settings: { ...settings, ...models } }));

    test('overview, cases, comparison and history of a prompt that got its rules', async () => {
      await mkdir(folder, { recursive: true });
      const { workspace } = running();
      const shoot = shooterOf(running(), name);
      const file = 'lesson.tutor.md';
      const rules = await storeMeasured(workspace.folder, file, ['guideeval-plain', 'guideeval-rules']);
      const text = `---\nbenchmarks: guideeval\nlimit: 40\n---\n${rules}`;
      const panel = await openWithResults(running(), file, text);
      await panel.getByRole('button', { name: /^After understanding and confusion/ }).click();
      await shoot('overview');
      await panel.getByRole('tab', { name: /^Cases/ }).click();
      const list = panel.getByRole('listbox', { name: 'Cases' });
      await list.getByRole('option').first().waitFor();
      await shoot('cases');
      await list.getByRole('option').first().click();
      await panel.getByRole('heading', { name: 'Verdicts' }).first().waitFor();
      await shoot('case');
      await panel.locator('#tab-compare').click();
      await panel.locator('tr.compared').first().waitFor();
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
      await panel.locator('#series').selectOption({ label: 'ESA: question level adapts' });
      await shoot('history');
      await panel.locator('#tab-overview').click();
      await shoot('changes');
      const { page } = running().workbench;
      await page.locator('.editor-group-container').first().locator('.view-line').first().click();
      await page.keyboard.press('Alt+F9');
      await page.locator('.review-widget').getByText('Case 1 of').first().waitFor();
      await shoot('ruleCase');
    });
  });

  describe('without models', () => {
    const running = useWorkbench(() => ({ vsixFiles: [productVsix()], settings }));

    test('badges, a judge’s card, and labelling by hand', async () => {
      const { workbench, workspace } = running();
      const { page } = workbench;
      const shoot = shooterOf(running(), name);
      const file = 'judged.tutor.md';
      const text = await storeMeasured(workspace.folder, file, ['mrbench-rules']);
      const store = path.join(workspace.folder, '.tutor-prompt-lab');
      await promisify(execFile)(process.execPath, [
        'dist/cli.js',
        'judge',
        'mrbench-rules',
        '--judge',
        'offline',
        '--store',
        store,
      ]);
      const panel = await openWithResults(running(), file, `---\nbenchmarks: mrbench\n---\n${text}`);
      await shoot('badges');
      await panel.locator('.trust-badge').first().click();
      await panel.locator('.card-answer').first().waitFor();
      // The way to the card ends at its line; the names of the columns stand above it.
      await panel.locator('.judges').evaluate((view) => {
        view.scrollTop -= 60;
      });
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
      const toast = page.locator('.notification-toast').first();
      await toast.hover();
      // It may go by itself before that.
      const close = toast.locator('.codicon-notifications-clear');
      await close.click({ timeout: 5_000 }).catch(() => undefined);
      await panel.locator('.check-table').first().locator('.card-name').first().click();
      await panel.getByRole('heading', { name: /^Disagreements/ }).waitFor();
      await shoot('disagreements');
      await workbench.runCommand('Tutor Prompt: Label Replies by Hand');
      await panel.locator('#label-start').waitFor();
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
      await shoot('label');
    });
  });

  describe('with a simulated tutor', () => {
    const running = useWorkbench(() => ({
      vsixFiles: [productVsix()],
      settings: { ...settings, 'tutorPromptLab.confirmBeforeSending': 'never' },
    }));

    test('suggestions at their rule, the preview of one, and a test of rules', async () => {
      const { workbench, workspace } = running();
      const { page } = workbench;
      await mkdir(folder, { recursive: true });
      const shoot = shooterOf(running(), name);
      const file = 'lesson.tutor.md';
      const text = ['---', 'benchmarks: mrbench', '---', 'You are a tutor.', '', '- Be warm and patient.', ''].join(
        '\n',
      );
      const rules = ['Ask one guiding question at a time.', 'Say where the mistake is.', 'Never give the answer away.'];
      const cli = path.resolve('dist/cli.js');
      for (const count of [3, 2, 1, 0]) {
        const own = rules.slice(0, count).map((rule) => `- ${rule}\n`);
        await writeFile(path.join(workspace.folder, file), text + own.join(''));
        await promisify(execFile)(process.execPath, [cli, 'evaluate', file], { cwd: workspace.folder });
      }
      const panel = await openWithResults(running(), file, text);
      await workbench.runCommand('Tutor Prompt: Explore Failing Cases');
      await pollUntil('the explored cases', async () => {
        const runs = await readRuns(workspace.folder);
        return runs.length === 5 && runs.every(({ status }) => status === 'completed') ? true : undefined;
      });
      await panel.getByText(/^Explored failing cases/).waitFor();
      await page.locator('.editor-group-container').first().locator('.view-line').first().click();
      await workbench.runCommand('Tutor Prompt: Suggest Edits');
      const threads = page.locator('.review-widget').filter({ hasText: 'Suggestion:' });
      await threads.first().getByText('not measured').waitFor();
      await page.locator('.notification-toast').first().waitFor({ state: 'hidden' });
      await shoot('suggestion');
      await threads.first().getByRole('button', { name: 'Preview Edit' }).click();
      await page.locator('.monaco-diff-editor .modified .view-line').first().waitFor();
      await shoot('suggestionPreview');
      const all = [...rules.slice(0, 1), rules[2] ?? '', 'Mention the weather.'];
      const tested = ['---', 'benchmarks: mrbench', 'targets: mrbench/actionability', '---', 'You are a tutor.', ''];
      const other = [...tested, ...all.map((rule) => `- ${rule}`), ''].join('\n');
      await writeFile(path.join(workspace.folder, 'tested.tutor.md'), other);
      await workbench.runCommand('View: Close Editor');
      await workbench.openFile('tested.tutor.md');
      await workbench.runCommand('Tutor Prompt: Test Rules');
      const results = await workbench.panelFrame({ containing: '.rules' });
      await results.getByRole('heading', { name: 'What each rule adds (simulated)' }).waitFor();
      await results
        .getByRole('button', { name: /^Confirm/ })
        .first()
        .waitFor();
      await page.locator('.codelens-decoration', { hasText: 'tests rules' }).first().waitFor();
      // Over nothing, so that no tip of the page stays.
      await results.locator('.rules h2').first().hover();
      await shoot('rules');
    });
  });

  describe('with a scripted tutor', () => {
    const running = useWorkbench(async () => {
      const { url } = await ruleTutorServer();
      const scripted = { 'tutorPromptLab.openai.baseUrl': `${url}/v1`, 'tutorPromptLab.tutor': 'openai:rules' };
      return {
        vsixFiles: [productVsix()],
        settings: { ...settings, ...scripted, 'tutorPromptLab.judges': ['offline'] },
      };
    });

    test('two targets against each other', async () => {
      const { workspace } = running();
      await mkdir(folder, { recursive: true });
      const shoot = shooterOf(running(), name);
      const { url } = await ruleTutorServer();
      const file = 'lesson.tutor.md';
      const head =
        '---\ntargets: [guideeval/P-Redirect, guideeval/P-Affirm]\nlimit: 40\n---\nYou are a tutor.\n\n- Be kind.\n';
      const rules = ['', '- Look for what is incorrect.\n', '- Be sceptical: look for what is incorrect.\n'];
      const cli = path.resolve('dist/cli.js');
      const tutor = ['--tutor', 'openai:rules', '--tutor-base-url', `${url}/v1`, '--judge', 'offline'];
      for (const rule of rules) {
        await writeFile(path.join(workspace.folder, file), head + rule);
        await promisify(execFile)(process.execPath, [cli, 'evaluate', file, ...tutor], { cwd: workspace.folder });
      }
      const panel = await openWithResults(running(), file, head + (rules.at(-1) ?? ''));
      await panel.locator('#tab-history').click();
      for (const [select, name] of [
        ['#series', 'P-Redirect'],
        ['#against', 'P-Affirm'],
      ] as const) {
        const option = panel.locator(`${select} option`).filter({ hasText: name }).first();
        await option.waitFor({ state: 'attached' });
        await panel.locator(select).selectOption((await option.getAttribute('value')) ?? '');
      }
      await panel.locator('.trade-off svg').waitFor();
      await panel.locator('.trade-off').getByText(/^\d/).first().waitFor();
      await shoot('tradeOff');
    });
  });
});
