import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, test } from 'vitest';
import { benchmarkIds } from '../../src/core/benchmarks/policies';
import { startBatchServer, type BatchServer } from '../loopback/batchServer';
import { simulatedAnswer } from '../loopback/faultyServerReplies';
import { judgingModelServer } from '../loopback/judgingModelServer';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';
import { folder, frame, openWithResults, shooterOf, themes } from './shooter';

const cli = path.resolve('dist/cli.js');
const rules = ['Be warm and patient.', 'Ask one guiding question at a time.', 'Never give the answer away.'];
const textOf = (head: string, count: number): string =>
  `---\n${head}\n---\nYou are a tutor.\n\n${rules
    .slice(0, count)
    .map((rule) => `- ${rule}\n`)
    .join('')}`;

const kitchenAt = (url: string, input = 0.15): unknown => ({
  kitchen: { address: `${url}/v1`, price: { input, output: 4 * input } },
});

/** Calls that the server answers before it falls silent. */
const answered = 12;

describe.each(Object.entries(themes))('%s', (name, theme) => {
  const settings = { ...frame, 'workbench.colorTheme': theme };

  describe('before the first run', () => {
    const running = useWorkbench(async () => {
      const { url } = await judgingModelServer({ models: [{ id: 'qwen3:8b', max_model_len: 40_960 }] });
      return {
        vsixFiles: [productVsix()],
        settings: {
          ...settings,
          'workbench.activityBar.location': 'default',
          'workbench.sideBar.location': 'left',
          'tutorPromptLab.connections': kitchenAt(url, 0),
        },
      };
    });

    test('walkthrough, views of the side bar, empty results, and the pickers', async () => {
      await mkdir(folder, { recursive: true });
      const { workbench } = running();
      const { page } = workbench;
      const shoot = shooterOf(running(), name);
      await workbench.runCommand('Welcome: Open Walkthrough...');
      await page
        .getByRole('option', { name: /Tutor Prompt Lab/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Evaluate a Sample Prompt' }).waitFor();
      await shoot('walkthrough', false);
      await workbench.runCommand('View: Close All Editors');
      await page.getByRole('tab', { name: 'Tutor Prompt Lab' }).first().click();
      const rows = page.locator('.pane-body').getByRole('treeitem');
      await rows.filter({ hasText: 'rule.tutor.md' }).first().waitFor();
      await shoot('sideBar', false);
      await workbench.openFile('rule.tutor.md');
      await workbench.runCommand('Tutor Prompt: Show Results');
      await workbench.panelFrame({ containing: 'text=Not evaluated yet' });
      await shoot('empty');
      await workbench.runCommand('Testing: Focus on Test Explorer View');
      await page
        .locator('.test-explorer')
        .getByRole('treeitem')
        .filter({ hasText: 'slow.prompt.md' })
        .first()
        .waitFor();
      await shoot('testExplorer');
      for (const [title, command] of [
        ['models', 'Choose Models'],
        ['targets', 'Choose Targets'],
      ] as const) {
        await workbench.runCommand(`Tutor Prompt: ${command}`);
        await page.locator('.quick-input-list .monaco-list-row').filter({ visible: true }).first().waitFor();
        await shoot(title);
        // The first key may only close a tip.
        await pollUntil('the picker to close', async () => {
          await page.keyboard.press('Escape');
          return (await page.locator('.quick-input-widget').isVisible()) ? undefined : true;
        });
      }
    });
  });

  describe('while a run goes on', () => {
    let answers = Number.POSITIVE_INFINITY;
    const running = useWorkbench(async () => {
      const { url } = await judgingModelServer({
        models: [{ id: 'qwen3:8b', max_model_len: 40_960 }],
        latencyMs: 900,
        fault: ({ call }) => (call > answers ? { kind: 'neverAnswers' } : undefined),
      });
      return {
        vsixFiles: [productVsix()],
        settings: {
          ...settings,
          'tutorPromptLab.connections': kitchenAt(url),
          'tutorPromptLab.tutor': 'kitchen:qwen3:8b',
          'tutorPromptLab.judges': ['kitchen:qwen3:8b'],
        },
      };
    });

    test('the question, the run, and a silent server', async () => {
      await mkdir(folder, { recursive: true });
      const { workbench, workspace } = running();
      const { page } = workbench;
      const shoot = shooterOf(running(), name);
      const evaluate = async (file: string, head: string): Promise<void> => {
        await writeFile(path.join(workspace.folder, file), textOf(head, 3));
        await workbench.openFile(file);
        await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
      };
      await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
      await evaluate('lesson.tutor.md', 'benchmarks: [guideeval, mrbench]');
      const question = page.getByRole('dialog');
      await question.getByText(/Data is sent to/).waitFor();
      await shoot('question');
      await question.getByRole('button', { name: 'Evaluate', exact: true }).click();
      const panel = await workbench.panelFrame({ containing: 'text=/^Replies/' });
      await pollUntil(
        'some replies',
        async () => ((await readRuns(workspace.folder))[0]?.replies ?? 0) > 5 || undefined,
      );
      await shoot('running');
      answers = 0;
      await panel.getByRole('button', { name: /^Cancel/ }).click();
      await panel.getByRole('button', { name: /^Resume/ }).waitFor();
      await shoot('cancelled');
      await panel.getByRole('button', { name: /^Resume/ }).click();
      await panel
        .getByText(/has not answered|Waiting for/)
        .first()
        .waitFor();
      await pollUntil('what is waited for', async () =>
        /for \d+ s|\d{2} s/.test(await panel.locator('body').innerText()) ? true : undefined,
      );
      await shoot('silent');
    });
  });

  describe.each([
    ['capped', 9, /^Stopped at a cap/],
    ['failed', 1_000, /^The run stopped/],
  ] as const)('with a provider that refuses', (title, maxCalls, says) => {
    const running = useWorkbench(async () => {
      const { url } = await judgingModelServer({
        fault: ({ call }) => (call > answered ? { kind: 'status', status: 401 } : undefined),
      });
      return {
        vsixFiles: [productVsix()],
        settings: {
          ...settings,
          'tutorPromptLab.maxCalls': maxCalls,
          'tutorPromptLab.confirmBeforeSending': 'never',
          'tutorPromptLab.connections': kitchenAt(url),
          'tutorPromptLab.tutor': 'kitchen:qwen3:8b',
        },
      };
    });

    test(`a run that was ${title}`, async () => {
      await mkdir(folder, { recursive: true });
      const { workbench, workspace } = running();
      await writeFile(path.join(workspace.folder, 'lesson.tutor.md'), textOf('benchmarks: guideeval', 3));
      await workbench.openFile('lesson.tutor.md');
      await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
      await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
      await workbench.panelFrame({ containing: `text=${says}` });
      await workbench.page.locator('.codelens-decoration', { hasText: 'Evaluate' }).first().waitFor();
      await shooterOf(running(), name)(title);
    });
  });

  describe('by batch', () => {
    let server: BatchServer | undefined;
    const running = useWorkbench(async () => {
      server = await startBatchServer({ reply: simulatedAnswer, polls: Number.POSITIVE_INFINITY });
      const openai = { 'tutorPromptLab.openai.baseUrl': `${server.url}/v1` };
      return { vsixFiles: [productVsix()], settings: { ...settings, ...openai } };
    });
    afterAll(() => server?.close());

    test('what is waited for', async () => {
      await mkdir(folder, { recursive: true });
      const { workbench } = running();
      const shoot = shooterOf(running(), name);
      await workbench.openFile('prompts/slow.prompt.md');
      await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
      await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt by Batch');
      await workbench.page.getByRole('dialog').getByRole('button', { name: 'Evaluate', exact: true }).click();
      const panel = await workbench.panelFrame({ containing: 'text=Waiting for batches' });
      await panel.getByText(/Not checked yet\. Next check about/).waitFor();
      await shoot('batch');
    });
  });

  describe('with all benchmarks', () => {
    const running = useWorkbench(() => ({ vsixFiles: [productVsix()], settings }));

    test('overview, cases, comparison, history, judges, and the report', async () => {
      await mkdir(folder, { recursive: true });
      const { workbench, workspace } = running();
      const { page } = workbench;
      const shoot = shooterOf(running(), name);
      const file = 'lesson.tutor.md';
      const head = `benchmarks: [${benchmarkIds.join(', ')}]\nlimit: 12`;
      for (const count of [1, 3]) {
        await writeFile(path.join(workspace.folder, file), textOf(head, count));
        await promisify(execFile)(process.execPath, [cli, 'evaluate', file], { cwd: workspace.folder });
      }
      const panel = await openWithResults(running(), file, textOf(head, 3));
      await panel.locator('#tab-overview').click();
      await shoot('sixOverview');
      for (const [tab, title, content] of [
        ['cases', 'sixCases', '[role=option]'],
        ['compare', 'sixCompare', 'tr.compared'],
        ['history', 'sixHistory', '[role=option]'],
        ['judges', 'sixJudges', '.judge-section'],
      ] as const) {
        await panel.locator(`#tab-${tab}`).click();
        await panel.locator(content).first().waitFor();
        await shoot(title);
      }
      const report = path.join(workspace.folder, 'report.html');
      await promisify(execFile)(process.execPath, [cli, 'report', 'latest', '--format', 'html', '--output', report], {
        cwd: workspace.folder,
      });
      const isDark = name === 'dark' || name === 'contrast';
      const read = await page
        .context()
        .browser()
        ?.newPage({ colorScheme: isDark ? 'dark' : 'light' });
      await read?.goto(pathToFileURL(report).href);
      for (const width of [1200, 420]) {
        await read?.setViewportSize({ width, height: 900 });
        await read?.screenshot({ path: path.join(folder, `report-${name}-${width}.png`) });
      }
      await read?.close();
    });
  });
});
