import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ruleTutorServer } from '../loopback/ruleTutorServer';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const evaluate = 'Tutor Prompt: Evaluate Current Prompt';
const pictures = path.resolve('out/pictures');
const file = 'lesson.tutor.md';
const aims = '---\ntargets: [guideeval/P-Redirect, guideeval/P-Affirm]\n---\n';
const guarded = '---\ntargets: [guideeval/P-Redirect]\nguards: [guideeval/P-Affirm]\n---\n';

describe('edit a rule, evaluate, decide', { timeout: 6 * 60_000 }, () => {
  // A tutor behind HTTP, as decisions are made on real ones only.
  const running = useWorkbench(async () => {
    const { url } = await ruleTutorServer();
    // With a price, so that a decision can say what more samples cost.
    const modelsFile = path.join(await mkdtemp(path.join(tmpdir(), 'tutor-prompt-lab-models-')), 'models.json');
    await writeFile(modelsFile, JSON.stringify({ models: [{ models: ['rules'], price: { input: 2, output: 8 } }] }));
    return {
      vsixFiles: [productVsix()],
      settings: {
        'tutorPromptLab.limit': 40,
        'tutorPromptLab.modelsFile': modelsFile,
        'tutorPromptLab.openai.baseUrl': `${url}/v1`,
        'tutorPromptLab.tutor': 'openai:rules',
        'tutorPromptLab.judges': ['offline'],
        'tutorPromptLab.confirmBeforeSending': 'never',
        'workbench.colorTheme': 'Default Dark Modern',
        'remote.autoForwardPorts': false,
        // The file is open beside the panel; it must not be opened again over the panel, which has the focus.
        'workbench.editor.revealIfOpen': true,
      },
    };
  });

  async function ownRuns(): Promise<Awaited<ReturnType<typeof readRuns>>> {
    return (await readRuns(running().workspace.folder)).filter((run) => run.prompt === file);
  }

  async function finishedRuns(count: number): Promise<void> {
    await pollUntil(`${count} finished runs`, async () => {
      const all = await ownRuns();
      return all.length === count && all.every(({ status }) => status === 'completed') ? all : undefined;
    });
  }

  /** Saves a text, evaluates it, and waits for its run. */
  async function evaluated(text: string): Promise<void> {
    const { workbench, workspace } = running();
    const before = (await ownRuns()).length;
    await writeFile(path.join(workspace.folder, file), text);
    await workbench.openFile(file);
    // Where the panel had the focus, quick open may give it back to the panel.
    await workbench.page.locator('.editor-group-container').first().locator('.view-line').first().click();
    // What is opened for the first time is up to date.
    if (before > 0) await workbench.runCommand('File: Revert File');
    const lastLine = text.trimEnd().split('\n').at(-1) ?? '';
    await pollUntil('the editor to show the new text', async () =>
      (await workbench.editorText()).includes(lastLine.slice(0, 30)) ? true : undefined,
    );
    await workbench.runCommand(evaluate);
    await finishedRuns(before + 1);
  }

  /** The decision is the same above the file, where its reason has no room, in the status bar, overview and Compare. */
  async function expectDecision(title: string, name: string, reason = ''): Promise<void> {
    const { workbench } = running();
    const { page } = workbench;
    const lens = page.locator('.codelens-decoration', { hasText: title }).first();
    await lens.waitFor();
    const line = (await lens.locator('a', { hasText: title }).first().innerText()).trim();
    expect(line).toBe(title);
    await pollUntil('the decision in the status bar', async () => {
      const text = await workbench.statusBarText();
      return text.includes(title) && text.includes(reason) ? true : undefined;
    });
    const panel = await workbench.panelFrame({ containing: '#tab-compare' });
    await panel.locator('#tab-overview').click();
    await panel.locator('.decision strong', { hasText: title }).waitFor();
    await panel.locator('#tab-compare').click();
    await panel.locator('#compare-answer h2', { hasText: title }).waitFor();
    await workbench.screenshot(path.join(pictures, `decision-${name}.png`));
  }

  test('adopts a rule that makes a target better', async () => {
    await mkdir(pictures, { recursive: true });
    const { workspace } = running();
    const original = await readFile(path.join(workspace.folder, 'original.tutor.md'), 'utf8');
    await evaluated(`${aims}${original}`);
    await evaluated(`${aims}${original}- If the reply is incorrect, help the learner notice it.\n`);
    await expectDecision('Adopt', 'adopt');
  });

  test('leaves open an edit that changes nothing', async () => {
    const { workspace } = running();
    const original = await readFile(path.join(workspace.folder, 'original.tutor.md'), 'utf8');
    await evaluated(`${aims}${original}- Kindly help the learner notice what is incorrect.\n`);
    await expectDecision('Not settled', 'unchanged');
  });

  test('rejects an edit that makes a target worse', async () => {
    const { workspace } = running();
    const original = await readFile(path.join(workspace.folder, 'original.tutor.md'), 'utf8');
    await evaluated(`${aims}${original}- Be brief.\n`);
    await expectDecision('Reject', 'reject');
  });

  test('says how many more samples would probably settle an edit that helps some, and offers them', async () => {
    const { workbench, workspace } = running();
    const original = await readFile(path.join(workspace.folder, 'original.tutor.md'), 'utf8');
    await evaluated(`${aims}${original}- Be brief, and doubt what the learner says.\n`);
    const more = /needs about (\d+) more samples \((\d+) calls, \$(\d+\.\d\d)\)/iu;
    await expectDecision('Not settled', 'not-settled', 'more samples');
    const panel = await workbench.panelFrame({ containing: '#tab-compare' });
    const answer = panel.locator('#compare-answer');
    const [, samples, calls, usd] = (more.exec(await answer.innerText()) ?? []).map(Number);
    expect(
      more
        .exec(await workbench.statusBarText())
        ?.slice(1)
        .map(Number),
    ).toEqual([samples, calls, usd]);
    // Both texts are run on samples that neither has.
    expect(calls).toBe(2 * samples!);
    expect(usd).toBeGreaterThan(0);
    await answer.getByRole('button', { name: /^Run the remaining \d+ samples/u }).waitFor();
    const left = Number(/Run the remaining (\d+)/u.exec(await answer.innerText())?.[1]);
    expect(left).toBeGreaterThanOrEqual(samples!);
  });

  test('shows a trade-off between two targets', async () => {
    const { workspace } = running();
    const original = await readFile(path.join(workspace.folder, 'original.tutor.md'), 'utf8');
    await evaluated(`${aims}${original}- Be sceptical: look for what is incorrect in every reply.\n`);
    await expectDecision('Trade-off', 'trade-off');
  });

  test('explores the failing cases without a word on better or worse', async () => {
    const { workbench } = running();
    const before = (await ownRuns()).length;
    await workbench.runCommand('Tutor Prompt: Explore Failing Cases');
    await finishedRuns(before + 1);
    const panel = await workbench.panelFrame({ containing: '#tab-compare' });
    const notice = panel.locator('.notice', { hasText: 'Explored failing cases' });
    await notice.waitFor();
    expect(await notice.innerText()).toMatch(/\d+ of \d+ pass now; .*never compared/u);
    await pollUntil('no decision beside it', async () =>
      /Adopt|Reject|Trade-off|Not settled/u.test(await workbench.statusBarText()) ? undefined : true,
    );
    await workbench.screenshot(path.join(pictures, 'explore.png'));
  });

  test('plays the baseline again and keeps the shown run', async () => {
    const { workbench } = running();
    const before = await ownRuns();
    await workbench.openFile(file);
    await workbench.page.locator('.editor-group-container').first().locator('.view-line').first().click();
    await workbench.runCommand('Tutor Prompt: Run the Baseline Again');
    await finishedRuns(before.length + 1);
    const known = new Set(before.map(({ runId }) => runId));
    const [again] = (await ownRuns()).filter(({ runId }) => !known.has(runId));
    expect(before.map(({ text }) => text)).toContain(again?.text);
    expect(again?.text).not.toBe(before[0]?.text);
  });

  test('chooses targets in a picker that writes front matter as one edit', async () => {
    const { workbench } = running();
    const { page } = workbench;
    await workbench.openFile(file);
    await workbench.page.locator('.editor-group-container').first().locator('.view-line').first().click();
    const before = await workbench.editorText();
    await workbench.runCommand('Tutor Prompt: Choose Targets');
    const input = page.locator('.quick-input-widget:visible');
    await input.getByText('Targets: what the prompt is meant to improve').waitFor();
    await workbench.screenshot(path.join(pictures, 'choose-targets.png'));
    await page.keyboard.press('Enter');
    await input.getByText('Guards: what must not get worse').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await pollUntil('guards in the front matter', async () =>
      (await workbench.editorText()).includes('guards:') ? true : undefined,
    );
    await page.keyboard.press('Control+Z');
    await pollUntil('the text as it was', async () => ((await workbench.editorText()) === before ? true : undefined));
  });

  test('writes the headlines that are offered where they are confirmed', async () => {
    const { workbench } = running();
    const { page } = workbench;
    await workbench.openFile('original.tutor.md');
    await page.locator('.editor-group-container').first().locator('.view-line').first().click();
    const before = await workbench.editorText();
    await workbench.runCommand('Tutor Prompt: Choose Targets');
    const input = page.locator('.quick-input-widget:visible');
    await input.getByText('Targets: what the prompt is meant to improve').waitFor();
    await page.keyboard.press('Enter');
    await input.getByText('Guards: what must not get worse').waitFor();
    await page.keyboard.press('Enter');
    await pollUntil('targets in the front matter', async () =>
      (await workbench.editorText()).includes('targets: [') ? true : undefined,
    );
    await page.keyboard.press('Control+Z');
    await pollUntil('the text as it was', async () => ((await workbench.editorText()) === before ? true : undefined));
  });

  test('shows a trade-off between a target and a guard', async () => {
    const { workbench, workspace } = running();
    const original = await readFile(path.join(workspace.folder, 'original.tutor.md'), 'utf8');
    await evaluated(`${guarded}${original}- Be sceptical, and look for what is incorrect.\n`);
    await expectDecision('Trade-off', 'guard', 'better at P-Redirect against worse at P-Affirm');
    const panel = await workbench.panelFrame({ containing: '#tab-compare' });
    const both = /better at P-Redirect .* against worse at P-Affirm/iu;
    await panel.locator('#compare-answer p', { hasText: both }).waitFor();
    // The margin tells a guard from a second target.
    await panel.locator('.compared.worse', { hasText: /P-Affirm.*margin 0\.10/su }).waitFor();
    await panel.locator('#tab-overview').click();
    await panel.locator('.decision h2', { hasText: both }).waitFor();
  });
});
