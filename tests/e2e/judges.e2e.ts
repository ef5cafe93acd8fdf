import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { FileTrustCardStore } from '../../src/core/store/trustCardStore';
import { judgingModelServer } from '../loopback/judgingModelServer';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';
import { labelledReplies } from './labelledReplies';

const pictures = path.resolve('out/screenshots');
const calibrate = 'Tutor Prompt: Calibrate Judge…';

/** How many calls the server answers before it falls silent. */
const answered = 3;

describe('judges that are checked in the workbench', () => {
  let isSilent = true;
  const running = useWorkbench(async () => {
    const server = await judgingModelServer({
      fault: ({ call }) => (isSilent && call > answered ? { kind: 'neverAnswers' } : undefined),
    });
    return {
      vsixFiles: [productVsix()],
      settings: {
        'tutorPromptLab.openai.baseUrl': `${server.url}/v1`,
        'tutorPromptLab.sampleFiles': { mrbench: 'labelled.json' },
        'tutorPromptLab.concurrency': 1,
      },
    };
  });

  /** Picks an entry of the list that drops from the top. */
  async function pick(title: RegExp, name: RegExp): Promise<void> {
    const { page } = running().workbench;
    await page.locator('.quick-input-widget', { hasText: title }).waitFor();
    await page.getByRole('option', { name }).first().click();
  }

  /** Ticks one model alone and confirms. */
  async function pickJudge(name: RegExp): Promise<void> {
    const { page } = running().workbench;
    await page.locator('.quick-input-widget', { hasText: /3 of 5/ }).waitFor();
    const entries = page.locator('.quick-input-list .monaco-list-row');
    // The list is shown at once and filled when servers at home had their time.
    await pollUntil('the list of models', async () => {
      const labels = await entries.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
      return labels.some((label) => name.test(label)) || undefined;
    });
    for (const entry of await entries.all()) {
      const box = entry.locator('input[type=checkbox], [role=checkbox]').first();
      const wanted = name.test((await entry.getAttribute('aria-label')) ?? '');
      const ticked =
        (await entry.getAttribute('aria-checked')) === 'true' || (await box.isChecked().catch(() => false));
      if (ticked !== wanted) await entry.click();
    }
    await page.keyboard.press('Enter');
  }

  async function cards(): Promise<readonly (readonly [string, string, number])[]> {
    const store = new FileTrustCardStore(path.join(running().workspace.folder, '.tutor-prompt-lab'));
    const read = await store.read();
    return read.cards.map(({ judge, dimension, n }) => [judge, dimension, n] as const).sort();
  }

  async function panelOnJudges(): Promise<Frame> {
    const panel = await running().workbench.panelFrame({ containing: '#tab-judges' });
    await panel.locator('#tab-judges[aria-selected=true]').waitFor();
    return panel;
  }

  test('a badge stands beside each metric that a judge has a part in', async () => {
    const { workbench, workspace } = running();
    await writeFile(path.join(workspace.folder, 'labelled.json'), labelledReplies());
    const prompt = path.join(workspace.folder, 'rule.tutor.md');
    await writeFile(prompt, (await readFile(prompt, 'utf8')).replace(/benchmarks: .*/, 'benchmarks: mrbench'));
    await workbench.openFile('rule.tutor.md');
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    const panel = await workbench.panelFrame({ containing: 'text=Evaluate again' });
    await workbench.unfold(panel);
    await panel.locator('.trust-badge').first().waitFor();
    expect(await panel.locator('.trust-badge').count()).toBeGreaterThanOrEqual(8);
    expect(await cards()).toEqual([]);
  });

  test('the offline judge is checked on six labelled replies, and its cards are shown and kept', async () => {
    const { workbench } = running();
    await workbench.runCommand(calibrate);
    await pick(/1 of 5/, /^MRBench/);
    await pick(/2 of 5/, /^labelled\.json/);
    await pickJudge(/^offline/);
    await pick(/5 of 5/, /^All 3/);
    const panel = await panelOnJudges();
    await panel.getByText('Against labelled.json').waitFor();
    expect(await cards()).toEqual([
      ['offline', 'actionability', 6],
      ['offline', 'mistake_identification', 6],
    ]);
    await workbench.screenshot(path.join(pictures, 'judges.png'));
  });

  test('the badge stays with the larger check and leads to its card; six labels are too few, and have their disagreements', async () => {
    const { workbench } = running();
    const panel = await panelOnJudges();
    await panel.locator('#tab-overview').click();
    const badge = panel.getByRole('button', { name: /^Judge of Actionability: κ / });
    await badge.waitFor();
    expect(await badge.getAttribute('aria-description')).toMatch(/n 516, /);
    await badge.click();
    const line = panel.locator('.card-name[aria-expanded=true]');
    await line.waitFor();
    expect((await line.innerText()).trim()).toBe('Actionability');
    // The latest check stands first.
    await panel.locator('.check-table').first().locator('.card-name', { hasText: 'Actionability' }).click();
    await panel.getByText(/^Too few labels: 6 labels, and at least 40 are needed to tell\./).waitFor();
    const matrix = panel.getByRole('region', { name: 'Confusion matrix' });
    await matrix.waitFor();
    expect((await matrix.locator('tbody td.all').allInnerTexts()).reduce((sum, count) => sum + Number(count), 0)).toBe(
      6,
    );
    await panel.getByRole('heading', { name: /^Disagreements/ }).waitFor();
    await workbench.screenshot(path.join(pictures, 'judgeCard.png'));
  });

  test('a model says what it will be sent, is cancelled and keeps no card; going on keeps them', async () => {
    const { workbench, workspace } = running();
    await workbench.runCommand(calibrate);
    await pick(/1 of 5/, /^MRBench/);
    await pick(/2 of 5/, /^labelled\.json/);
    await pickJudge(/^openai:gpt-6-luna/);
    await pick(/5 of 5/, /^All 3/);
    const dialog = workbench.page.getByRole('dialog');
    await dialog.getByText('Send the labelled replies to the judge?').waitFor();
    await dialog.getByText(/12 judge calls/).waitFor();
    await dialog.getByRole('button', { name: 'Calibrate', exact: true }).click();
    await pollUntil('some verdicts', async () =>
      ((await readRuns(workspace.folder))[0]?.judgements ?? 0) >= answered ? true : undefined,
    );
    const notice = workbench.page.locator('.notification-list-item', { hasText: 'Judge against labelled.json' });
    await notice.getByRole('button', { name: 'Cancel' }).click();
    const panel = await panelOnJudges();
    const resume = panel.getByRole('button', { name: /^Resume: openai:gpt-6-luna/ });
    await resume.waitFor();
    expect((await cards()).length).toBe(2);
    await workbench.screenshot(path.join(pictures, 'judgesCancelled.png'));
    isSilent = false;
    await resume.click();
    await pollUntil('four cards', async () => ((await cards()).length === 4 ? true : undefined));
    await panel.getByRole('heading', { name: /^openai:gpt-6-luna at http.* on MRBench$/ }).waitFor();
    expect(await panel.getByRole('button', { name: /^Resume:/ }).count()).toBe(0);
  });

  test('never met a policy violation or an error in the panel', async () => {
    const { workbench, workspace } = running();
    expect((await readdir(path.join(workspace.folder, '.tutor-prompt-lab', 'cards'))).length).toBe(4);
    const errors = workbench.consoleErrors().filter(({ source, kind }) => source === 'webview' || kind === 'policy');
    expect(errors).toEqual([]);
  });
});
