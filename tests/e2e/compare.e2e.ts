import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ruleTutorServer } from '../loopback/ruleTutorServer';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns, type StoredRunFacts } from '../workbench/readRuns';
import type { RunningWorkbench } from '../workbench/runningWorkbench';
import { useWorkbench } from '../workbench/useWorkbench';

const evaluate = 'Tutor Prompt: Evaluate Current Prompt';
const pictures = path.resolve('out/screenshots');
const prompt = 'lesson.tutor.md';

/** The text of a prompt in the workspace with its target, as somebody saves it from outside. */
async function savePrompt({ workspace }: RunningWorkbench, from: string): Promise<string> {
  const own = await readFile(path.join(workspace.folder, from), 'utf8');
  const aims = 'targets: [guideeval/P-Redirect]\n';
  const text = own.startsWith('---\n') ? own.replace('---\n', `---\n${aims}`) : `---\n${aims}---\n${own}`;
  await writeFile(path.join(workspace.folder, prompt), text);
  return text;
}

async function runCount({ workspace }: RunningWorkbench, count: number, of = prompt): Promise<void> {
  await pollUntil(`${count} finished runs`, async () => {
    const runs = (await readRuns(workspace.folder)).filter((run) => run.prompt === of);
    return runs.length === count && runs.every(({ status }) => status === 'completed') ? runs : undefined;
  });
}

async function storedRuns({ workspace }: RunningWorkbench): Promise<readonly StoredRunFacts[]> {
  return (await readRuns(workspace.folder)).filter((run) => run.prompt === prompt);
}

describe('a prompt that is changed', () => {
  // A tutor behind HTTP, as verdicts are given on real ones only; few samples, so that there are more to be had.
  const running = useWorkbench(async () => {
    const { url } = await ruleTutorServer();
    return {
      vsixFiles: [productVsix()],
      settings: {
        'tutorPromptLab.limit': 20,
        'tutorPromptLab.openai.baseUrl': `${url}/v1`,
        'tutorPromptLab.tutor': 'openai:rules',
        'tutorPromptLab.judges': ['offline'],
        'tutorPromptLab.confirmBeforeSending': 'never',
      },
    };
  });

  test('is said to be better in one line, and where the rules address it', async () => {
    await mkdir(pictures, { recursive: true });
    const { workbench } = running();
    await savePrompt(running(), 'original.tutor.md');
    await workbench.openFile(prompt);
    await workbench.runCommand(evaluate);
    await runCount(running(), 1);
    const rules = await savePrompt(running(), 'rule.tutor.md');
    const lastLine = rules.trimEnd().split('\n').at(-1) ?? '';
    // The editor takes up a change on disk by itself once the file watcher tells; on a busy machine that may be never.
    await workbench.runCommand('File: Revert File');
    await pollUntil('the editor to show the new text', async () =>
      (await workbench.editorText()).includes(lastLine.slice(0, 30)) ? true : undefined,
    );
    await workbench.runCommand(evaluate);
    await runCount(running(), 2);
    const panel = await workbench.panelFrame({ containing: '#tab-compare' });
    const answer = panel.locator('.overview-answer', { hasText: /better at/i });
    await answer.waitFor();
    const said = await answer.innerText();
    // The open panel says it, so that no message covers it.
    expect((await workbench.notifications()).filter((text) => /better at/i.test(text))).toEqual([]);
    expect(said).toMatch(/P-Redirect \(\+\d\.\d\d, /);
    expect(said).toContain('(simulated judge)');
    expect(said).not.toMatch(/worse at/i);
  });

  test('shows both runs side by side from the answer', async () => {
    const { workbench } = running();
    const panel = await workbench.panelFrame({ containing: '#tab-compare' });
    await panel.locator('.overview-answer').getByRole('button', { name: 'Compare', exact: true }).click();
    await expect.poll(() => panel.locator('#tab-compare').getAttribute('aria-selected')).toBe('true');
    await panel.getByText('better', { exact: true }).first().waitFor();
    await workbench.screenshot(path.join(pictures, 'compare.png'));
  });

  test('has a history of two revisions, with the change of each', async () => {
    const { workbench } = running();
    const panel = await workbench.panelFrame({ containing: '#tab-history' });
    await panel.locator('#tab-history').click();
    await expect
      .poll(
        () =>
          panel
            .getByRole('listbox', { name: /revisions/i })
            .getByRole('option')
            .count(),
        { timeout: 20_000 },
      )
      .toBe(2);
    await workbench.screenshot(path.join(pictures, 'history.png'));
  });

  test('opens both transcripts of a verdict that changed', async () => {
    const { workbench } = running();
    const panel = await workbench.panelFrame({ containing: '#tab-compare' });
    await panel.locator('#tab-compare').click();
    await panel.locator('.flip-row').first().click();
    await expect.poll(() => panel.locator('.paired-reply').count()).toBeGreaterThan(1);
    await workbench.screenshot(path.join(pictures, 'flip.png'));
    await workbench.page.keyboard.press('Escape');
  });

  test('has the remaining samples played, of both texts, and is compared again', async () => {
    const { workbench } = running();
    const panel = await workbench.panelFrame({ containing: '#tab-compare' });
    const shared = async (): Promise<number> => {
      const text = await panel
        .getByText(/^\d+ samples in both runs/)
        .first()
        .innerText();
      return Number.parseInt(text, 10);
    };
    const few = await shared();
    expect(few).toBeGreaterThan(0);
    const before = await storedRuns(running());
    const button = panel.locator('#compare-answer vscode-button', { hasText: /Run the remaining \d+ samples/ });
    const open = before.map(({ replies, storedSamples }) => storedSamples - replies);
    // Only the later run has MRBench: its samples are played, too, but are not in both.
    expect(Number(/\d+/u.exec(await button.innerText())?.[0])).toBe(Math.max(...open));
    await button.click();
    // The user agreed to fewer samples, so this is asked even where sending is not.
    await workbench.page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(shared, { timeout: 120_000 }).toBe(few + Math.min(...open));
    await runCount(running(), 2);
    const after = await storedRuns(running());
    expect(after.map(({ runId }) => runId)).toEqual(before.map(({ runId }) => runId));
    for (const { replies, storedSamples } of after) expect(replies).toBe(storedSamples);
    await expect.poll(() => panel.locator('#tab-compare').getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => button.count()).toBe(0);
  });

  test('is judged again without a tutor call, and the panel still shows what it showed', async () => {
    const { workbench } = running();
    const panel = await workbench.panelFrame({ containing: '#tab-history' });
    await panel.locator('#tab-history').click();
    await panel
      .getByRole('button', { name: /Judge again/ })
      .first()
      .click();
    await runCount(running(), 3);
    const manifests = await Promise.all(
      (await storedRuns(running())).map(async ({ runId }) => {
        const file = path.join(running().workspace.folder, '.tutor-prompt-lab', 'runs', runId, 'run.json');
        return JSON.parse(await readFile(file, 'utf8')) as { readonly rejudgedFrom?: string };
      }),
    );
    expect(manifests.filter(({ rejudgedFrom }) => rejudgedFrom !== undefined)).toHaveLength(1);
    await expect.poll(() => panel.locator('#tab-history').getAttribute('aria-selected')).toBe('true');
    await workbench.screenshot(path.join(pictures, 'judged-again.png'));
  });

  test('gets an earlier text back into the editor from the history, as one step of undo', async () => {
    const { workbench, workspace } = running();
    const panel = await workbench.panelFrame({ containing: '#tab-history' });
    const original = (await readFile(path.join(workspace.folder, 'original.tutor.md'), 'utf8'))
      .trimEnd()
      .split('\n')
      .at(-1)!;
    await panel
      .getByRole('listbox', { name: /revisions/i })
      .getByRole('option')
      .last()
      .click();
    await panel
      .getByRole('button', { name: /Restore/ })
      .first()
      .click();
    await expect.poll(() => workbench.editorText()).toContain(original.slice(0, 30));
    await workbench.page.keyboard.press('Control+Z');
    await expect.poll(() => workbench.editorText()).toContain('Be warm and encouraging');
  });

  test('gets no verdict from a simulated tutor', async () => {
    const { workbench, workspace } = running();
    const file = 'simulated.tutor.md';
    for (const [place, from] of ['original.tutor.md', 'rule.tutor.md'].entries()) {
      const text = (await readFile(path.join(workspace.folder, from), 'utf8')).replace(/^---\n[^]*?\n---\n/u, '');
      const own = `---\ntutor: offline\n---\n${text}`;
      await writeFile(path.join(workspace.folder, file), own);
      await workbench.openFile(file);
      await workbench.runCommand('File: Revert File');
      await pollUntil('the editor to show the text', async () =>
        (await workbench.editorText()).includes(own.trimEnd().split('\n').at(-1)!.slice(0, 30)) ? true : undefined,
      );
      await workbench.runCommand(evaluate);
      await runCount(running(), place + 1, file);
    }
    const panel = await workbench.panelFrame({ containing: 'h1:has-text("simulated.tutor.md")' });
    await panel
      .locator('.overview-answer')
      .getByText(/A simulated tutor took part, so no verdict/)
      .waitFor();
    await panel.locator('#tab-compare').click();
    // Without a verdict in any row there is no column for it.
    await panel.locator('tr.compared').first().waitFor();
    expect(await panel.locator('td.word').count()).toBe(0);
    for (const called of ['better', 'worse', 'unclear'])
      expect(await panel.locator('tr.compared').getByText(called, { exact: true }).count(), called).toBe(0);
    await workbench.screenshot(path.join(pictures, 'compare-simulated.png'));
  });

  test('shows no clear difference from itself', async () => {
    const { workbench, workspace } = running();
    const file = 'same.tutor.md';
    const text = await readFile(path.join(workspace.folder, 'rule.tutor.md'), 'utf8');
    for (const seed of [5, 6]) {
      // All samples, whatever the settings say: another seed would choose others.
      const own = text.replace('---\n', `---\nseed: ${seed}\nlimit: 100\n`);
      await writeFile(path.join(workspace.folder, file), own);
      await workbench.openFile(file);
      await workbench.runCommand('File: Revert File');
      await pollUntil('the editor to show the seed', async () =>
        (await workbench.editorText()).includes(`seed: ${seed}`) ? true : undefined,
      );
      await workbench.runCommand(evaluate);
      await runCount(running(), seed - 4, file);
    }
    const panel = await workbench.panelFrame({ containing: 'h1:has-text("same.tutor.md")' });
    await panel.locator('#tab-compare').click();
    await panel.getByText('unclear', { exact: true }).first().waitFor();
    for (const called of ['better', 'worse', 'changed'])
      expect(await panel.locator('tr.compared').getByText(called, { exact: true }).count(), called).toBe(0);
    await workbench.screenshot(path.join(pictures, 'compare-same.png'));
  });
});
