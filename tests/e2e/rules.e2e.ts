import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { FileEditLog } from '../../src/core/store/editLog';
import { FileRunStore } from '../../src/core/store/fileRunStore';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const file = 'coach.tutor.md';
const prompt = `---
benchmarks: [guideeval]
---
You are Mika, a patient coach.

- Your job is to nudge. Never give the final answer.
- Ask one question at a time.
- When they nail it, cheer and go on.
- If the student is confused, go back a step.
- Write in British spelling.
`;
const pictures = path.resolve('out/pictures');

describe('failing cases at the rules of a prompt', { timeout: 4 * 60_000 }, () => {
  const running = useWorkbench(() => ({
    vsixFiles: [productVsix()],
    settings: { 'tutorPromptLab.confirmBeforeSending': 'never', 'workbench.colorTheme': 'Default Dark Modern' },
  }));

  /** The hints at the end of the lines that are wholly inside of their editor, as a person sees them. */
  async function endOfLineTexts(): Promise<readonly string[]> {
    return running().workbench.page.evaluate(() =>
      [...document.querySelectorAll('.view-line')].flatMap((line) => {
        const hints = [...line.querySelectorAll('[class*=dyn-rule]')].filter((one) => one.textContent !== '');
        const visible = line.closest('.overflow-guard')?.getBoundingClientRect();
        const isInside = hints.every((hint) => hint.getBoundingClientRect().right <= (visible?.right ?? 0));
        const text = hints.map((hint) => hint.textContent.replaceAll('\u00A0', ' ')).join('');
        return text.trim() === '' || !isInside ? [] : [text.trim()];
      }),
    );
  }

  async function textWith(words: RegExp): Promise<string> {
    return pollUntil(`“${String(words)}” at the end of a line`, async () =>
      (await endOfLineTexts()).find((text) => words.test(text)),
    );
  }

  test('an evaluation marks the rule, and its cases open there', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    await writeFile(path.join(workspace.folder, file), prompt);
    await workbench.openFile(file);
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    await pollUntil('a finished run', async () =>
      (await readRuns(workspace.folder)).some(({ status }) => status === 'completed') ? true : undefined,
    );

    const found = await textWith(/^\d+ of \d+ fail/);
    expect(Number(/^\d+/.exec(found)?.[0])).toBeGreaterThan(0);
    await textWith(/^not measured · simulation skips this$/);
    await (await workbench.panelFrame()).getByRole('tab').first().waitFor();
    await mkdir(pictures, { recursive: true });
    await page.screenshot({ path: path.join(pictures, 'rules-marks.png') });

    // The panel had the focus; the keys belong to the editor.
    await page
      .locator('.editor-group-container')
      .first()
      .locator('.view-line')
      .last()
      .click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('Alt+F9');
    const thread = page.locator('.review-widget');
    await thread.getByText('Student').first().waitFor();
    await pollUntil('the first case', async () =>
      (await thread.innerText()).includes('Case 1 of') ? true : undefined,
    );
    await page.screenshot({ path: path.join(pictures, 'rules-thread.png') });
    await thread.getByRole('button', { name: 'Next Failing Case' }).click();
    await pollUntil('the second case', async () =>
      (await thread.innerText()).includes('Case 2 of') ? true : undefined,
    );
    const panel = await workbench.panelFrame();
    await panel.locator('#tab-cases[aria-selected="true"]').waitFor();
    const transcript = panel.locator('.case-detail');
    const second = await transcript.innerText();
    await page
      .locator('.view-line', { hasText: 'Write in British spelling' })
      .first()
      .click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('Shift+Alt+F9');
    await pollUntil('the first case again', async () =>
      (await thread.innerText()).includes('Case 1 of') ? true : undefined,
    );
    // Beside the rule, the panel reads the same case.
    await pollUntil('its transcript', async () => ((await transcript.innerText()) === second ? undefined : true));
  });

  test('the Test Explorer lists its headline metrics and fails those with failing cases', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    await workbench.runCommand('Testing: Focus on Test Explorer View');
    const item = page.locator('.test-explorer').getByRole('treeitem');
    // The rows move while prompts without a run come in.
    await item.filter({ hasText: 'slow.prompt.md' }).first().waitFor();
    await item.filter({ hasText: file }).first().click();
    await page.keyboard.press('ArrowRight');
    await item.filter({ hasText: 'GuideEval' }).first().click();
    await page.keyboard.press('ArrowRight');
    const labels = await item
      .filter({ hasText: /, n \d+/ })
      .evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
    // A level of questions has no better side, so nothing of it can fail.
    expect(labels.map((label) => /skipped|failed/i.exec(label)?.[0].toLowerCase())).toEqual([
      'skipped',
      'skipped',
      'failed',
    ]);
    await page.screenshot({ path: path.join(pictures, 'test-explorer.png') });
    await page.keyboard.press('Control+Shift+E');
    expect((await readRuns(workspace.folder)).length).toBe(1);
  });

  test('a dismissed finding stays away until the rule changes', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    const thread = page.locator('.review-widget');
    const label = await thread.locator('.filename').first().innerText();
    await thread.getByRole('button', { name: 'Dismiss' }).click();
    await page.locator('.quick-input-widget input').fill('The judge is wrong here');
    await page.keyboard.press('Enter');
    await pollUntil('the thread to change', async () =>
      (await thread.count()) === 0 || (await thread.locator('.filename').first().innerText()) !== label
        ? true
        : undefined,
    );
    expect(label).toMatch(/: right answers are not confirmed/);
    const dismissed = `${label.split(':')[0] ?? ''} fail`;
    await pollUntil('the mark to go', async () =>
      (await endOfLineTexts()).some((text) => text.startsWith(dismissed)) ? undefined : true,
    );
    await page.locator('.view-line', { hasText: 'When they nail it' }).first().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Really');
    await textWith(new RegExp(`^${dismissed}`));
    expect((await readRuns(workspace.folder)).length).toBe(1);
  });

  test('a continuous run plays the first failing cases at each save, until it is stopped', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    await workbench.runCommand('Test: Start Continuous Run');
    await workbench.runCommand('File: Save');
    const runs = await pollUntil('the run of the save', async () => {
      const all = await readRuns(workspace.folder);
      return all.length === 2 && all.every(({ status }) => status === 'completed') ? all : undefined;
    });
    expect(runs.map(({ samples }) => samples)).toContain(10);
    await workbench.runCommand('Test: Stop Continuous Run');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Be kind.');
    await workbench.runCommand('File: Save');
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    const after = await pollUntil('an evaluation after the last save', async () => {
      const all = await readRuns(workspace.folder);
      return all[0]?.status === 'completed' && all[0].text.includes('Be kind.') ? all : undefined;
    });
    expect(after.map(({ samples }) => samples > 10)).toEqual([true, false, true]);
  });

  test('the key evaluates a prompt that has no file yet', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    const known = (await readRuns(workspace.folder)).length;
    await workbench.runCommand('Tutor Prompt: Open Built-in Prompt');
    await page
      .getByRole('option', { name: /GuideEval/ })
      .first()
      .click();
    const editor = page.locator('.editor-group-container.active .monaco-editor[data-uri^="untitled:"]').first();
    await editor.locator('.view-line').last().click();
    await page.keyboard.press('Control+K');
    await page.keyboard.press('T');
    await pollUntil('a run of the new text', async () => {
      const all = await readRuns(workspace.folder);
      return all.length === known + 1 && all[0]?.status === 'completed' ? all : undefined;
    });
    await workbench.runCommand('View: Revert and Close Editor');
  });

  test('a test of rules says what each adds, and takes one out as a step to undo', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    const tested = 'tested.tutor.md';
    const rules = ['Never give the final answer.', 'Ask one guiding question at a time.', 'Mention the weather.'];
    const lines = ['---', 'benchmarks: [mrbench]', 'targets: [mrbench/actionability]', '---', 'You are a tutor.', ''];
    await writeFile(
      path.join(workspace.folder, tested),
      [...lines, ...rules.map((rule) => `- ${rule}`), ''].join('\n'),
    );
    await workbench.openFile(tested);
    await workbench.runCommand('Tutor Prompt: Test Rules');
    const panel = await workbench.panelFrame({ containing: '.rules' });
    await panel.getByRole('heading', { name: 'What each rule adds (simulated)' }).waitFor();
    const row = panel.locator('.rules li').filter({ hasText: 'Ask one guiding question' });
    await row.getByText('helps Actionability').waitFor();
    await textWith(/^helps Actionability$/);
    await page.locator('.codelens-decoration', { hasText: /tests rules/ }).waitFor();
    await page.screenshot({ path: path.join(pictures, 'rules-tested.png') });

    const idle = panel.locator('.rules li').filter({ hasText: 'Mention the weather' });
    await idle.getByText('no evidence that it does anything').waitFor();
    await idle.getByRole('button', { name: /^Remove/ }).click();
    await page
      .getByText(/A test of rules is never compared, and the text with rule 4 has no other run/)
      .first()
      .waitFor();
    await pollUntil('the rule is gone', async () =>
      (await workbench.editorText()).includes('weather') ? undefined : true,
    );
    await pollUntil('the mark of the rule is gone', async () =>
      (await endOfLineTexts()).filter((text) => text.startsWith('no evidence')).length === 1 ? true : undefined,
    );
    await pollUntil('the line above the text offers to evaluate again', async () =>
      (await page.locator('.codelens-decoration').first().innerText()).includes('Evaluate') ? true : undefined,
    );
    expect(await workbench.editorText()).toContain('- Ask one guiding question at a time.');
    await page.screenshot({ path: path.join(pictures, 'rules-removed.png') });
    await page
      .locator('.editor-group-container')
      .first()
      .locator('.view-line')
      .last()
      .click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('Control+Z');
    await pollUntil('the rule is back', async () =>
      (await workbench.editorText()).includes('- Mention the weather.') ? true : undefined,
    );
  });

  test('revisions that changed one rule are listed at it, with sizes and the comparison, and a test is offered', async () => {
    const { workbench, workspace } = running();
    const grown = 'grown.tutor.md';
    const head = ['---', 'benchmarks: [mrbench]', '---', 'You are a tutor.', '', '- Be warm.', ''].join('\n');
    const texts = [head, `${head}- Ask one guiding question at a time.\n`];
    for (const text of texts) {
      await writeFile(path.join(workspace.folder, grown), text);
      const args = [path.resolve('dist/cli.js'), 'evaluate', grown];
      await promisify(execFile)(process.execPath, args, { cwd: workspace.folder });
    }
    await workbench.openFile(grown);
    await workbench.runCommand('Tutor Prompt: Show Results');
    // The panel's page may be made anew when it comes back into sight.
    const panel = await pollUntil('the view Rules', async () => {
      const frame = await workbench.panelFrame({ containing: '#tab-rules' });
      await frame.locator('#tab-rules').click({ timeout: 5_000 });
      return frame;
    });
    await panel.getByRole('heading', { name: 'No test of rules yet' }).waitFor();
    const row = panel.locator('.rules li').filter({ hasText: 'Ask one guiding question' });
    await row.getByText(/No other rule changed, .+: added rule 3.+ [+−]\d/).waitFor();
    await workbench.page.screenshot({ path: path.join(pictures, 'rules-revisions.png') });
    await row.getByRole('button', { name: 'Compare' }).click();
    await panel.locator('#tab-compare[aria-selected="true"]').waitFor();
    await panel.getByText('What the edit changed').waitFor();
    // So that the next file opens there.
    await workbench.page.locator('.editor-group-container').first().locator('.view-line').first().click();
  });

  test('edits from cases that failed twice stand at their rule, to preview, race, dismiss or apply', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    const weak = 'weak.tutor.md';
    const text =
      '---\nbenchmarks: [mrbench]\n---\nYou are a tutor.\n\n- Be warm and patient.\n- Write in British spelling.\n';
    await writeFile(path.join(workspace.folder, weak), text);
    const runsOf = async () => (await readRuns(workspace.folder)).filter(({ prompt }) => prompt === weak);
    const completed = (count: number) =>
      pollUntil(`${count} finished runs`, async () => {
        const runs = await runsOf();
        return runs.length === count && runs.every(({ status }) => status === 'completed') ? runs : undefined;
      });
    await workbench.openFile(weak);
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    await completed(1);
    const evaluated = await workbench.panelFrame({ containing: '#fix-first' });
    // The end of an evaluation leads to the overview.
    await evaluated.getByText('Evaluate again').waitFor();
    await evaluated.getByRole('button', { name: 'What the rules do' }).click();
    await evaluated.getByRole('heading', { name: 'No test of rules yet' }).waitFor();
    await evaluated.getByRole('button', { name: 'Ask a judge which rules were broken…' }).click();
    await evaluated.getByRole('heading', { name: 'Opinion of a judge on the rules (simulated)' }).waitFor();
    await page.screenshot({ path: path.join(pictures, 'rules-opinion.png') });
    expect((await runsOf()).length).toBe(1);
    await workbench.runCommand('Tutor Prompt: Explore Failing Cases');
    await completed(2);
    await workbench.runCommand('Tutor Prompt: Suggest Edits');
    const threads = page.locator('.review-widget').filter({ hasText: 'Suggestion:' });
    const next = threads.filter({ hasText: 'Rule Suggest the next step.' });
    const answer = threads.filter({ hasText: 'Rule Never give the final answer away.' });
    await next.getByText('not measured').waitFor();
    await answer.getByText('not measured').waitFor();
    expect(await threads.count()).toBe(2);
    expect(await workbench.editorText()).not.toContain('Suggest');
    await mkdir(pictures, { recursive: true });
    await page.screenshot({ path: path.join(pictures, 'suggestions.png') });

    await next.getByRole('button', { name: 'Preview Edit' }).click();
    await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'Suggest the next step.' }).waitFor();
    await page.screenshot({ path: path.join(pictures, 'suggestion-preview.png') });
    await workbench.runCommand('View: Close Editor');

    await next.getByRole('button', { name: 'Race All Suggestions' }).click();
    const [raced] = await completed(3);
    const store = new FileRunStore(path.join(workspace.folder, '.tutor-prompt-lab'));
    const editsOf = async (runId: string) => (await store.open(runId)).manifest.edits;
    const titles = ['Suggest the next step.', 'Never give the final answer away.'];
    const candidates = titles.map((title) => ({ title: `add below rule 3: ${title}` }));
    expect(await editsOf(raced!.runId)).toMatchObject({ half: 'work', candidates });
    const panel = await workbench.panelFrame({ containing: '.rules' });
    await panel.getByRole('heading', { name: 'Which edit is best (simulated)' }).waitFor();
    await page.screenshot({ path: path.join(pictures, 'suggestions-raced.png') });
    await panel.getByRole('button', { name: 'Confirm add below rule 3: Never give' }).click();
    const [measured] = await completed(4);
    expect(await editsOf(measured!.runId)).toMatchObject({ half: 'confirm', candidates: candidates.slice(1) });
    await panel.getByRole('heading', { name: 'What the edit gains (simulated)' }).waitFor();

    await answer.getByRole('button', { name: 'Dismiss Edit' }).click();
    await page.locator('.quick-input-widget input').fill('It is said elsewhere');
    await page.keyboard.press('Enter');
    await answer.waitFor({ state: 'detached' });
    expect(await new FileEditLog(path.join(workspace.folder, '.tutor-prompt-lab')).dismissalsOf(weak)).toMatchObject([
      { ...candidates[1], reason: 'It is said elsewhere' },
    ]);

    await next.getByRole('button', { name: 'Apply Edit' }).click();
    await next.waitFor({ state: 'detached' });
    await pollUntil('the new rule', async () =>
      (await workbench.editorText()).includes('- Suggest the next step.') ? true : undefined,
    );
    expect((await runsOf()).length).toBe(4);
    await page
      .locator('.editor-group-container')
      .first()
      .locator('.view-line')
      .last()
      .click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('Control+Z');
    await pollUntil('the text as it was', async () =>
      (await workbench.editorText()).includes('Suggest') ? undefined : true,
    );
  });
});
