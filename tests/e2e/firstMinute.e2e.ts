import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { judgingModelServer } from '../loopback/judgingModelServer';
import type { ModelServer } from '../loopback/modelServer';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const shot = (name: string): string => path.resolve(`out/screenshots/firstMinute${name}.png`);
const reference = 'kitchen:qwen3:8b';

let server: ModelServer | undefined;
const running = useWorkbench(async () => {
  server = await judgingModelServer({
    models: [{ id: 'qwen3:8b', max_model_len: 40_960 }, { id: 'nomic-embed-text' }],
  });
  return {
    vsixFiles: [productVsix()],
    settings: {
      // Stands for Ollama, whose port may be in use on this machine.
      'tutorPromptLab.connections': { kitchen: { address: `${server.url}/v1`, price: { input: 0, output: 0 } } },
      'tutorPromptLab.limit': 4,
    },
  };
});

test('from a fresh window over the example, a model on this machine and its check to scores', async () => {
  const { workbench, workspace } = running();
  const { page } = workbench;
  await workbench.runCommand('Tutor Prompt: Open Example Results');
  const example = await workbench.panelFrame({ containing: 'text=example, read-only' });
  await workbench.unfold(example);
  await example.getByText('Not revealing the answer').first().waitFor();
  await workbench.screenshot(shot('1Example'));

  await workbench.openFile('rule.tutor.md');
  await workbench.runCommand('Tutor Prompt: Choose Models');
  // Servers on this machine are asked for their models, and for nothing else.
  const found = page.getByRole('option', { name: new RegExp(`^${reference}`) });
  await found.waitFor();
  expect(server?.calls).toBe(0);
  await workbench.screenshot(shot('2Found'));
  await found.hover();
  await found.getByRole('button', { name: 'Check this model' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`${reference} works`).first().waitFor();
  await dialog.getByText(/Context: 40,960 tokens/).waitFor();
  await workbench.screenshot(shot('4Checked'));
  await dialog.getByRole('button', { name: 'Use This Model' }).click();
  // The first real model is chosen for a run, so the question before sending follows. It judges, too.
  await dialog.getByText(new RegExp(`Data is sent to ${reference}`)).waitFor();
  await workbench.screenshot(shot('6Question'));
  await dialog.getByRole('button', { name: 'Evaluate', exact: true }).click();
  const run = await pollUntil('the run', async () =>
    (await readRuns(workspace.folder)).find(({ status }) => status === 'completed'),
  );
  expect(run.status).toBe('completed');
  const panel = await workbench.panelFrame({ containing: 'text=Evaluate again' });
  await panel.getByText(reference).first().waitFor();
  await workbench.screenshot(shot('7Scores'));
});

test('a server is added by answering questions, and is then among those that are found', async () => {
  const { workbench } = running();
  const { page } = workbench;
  const input = page.locator('.quick-input-widget input[type=text]').first();
  const answer = async (text: string): Promise<void> => {
    await input.fill(text);
    await page.keyboard.press('Enter');
  };
  await workbench.openFile('original.tutor.md');
  await workbench.runCommand('Tutor Prompt: Choose Models');
  await page.getByRole('option', { name: /Add a connection/ }).click();
  await page.getByRole('option', { name: /OpenAI-compatible server/ }).click();
  await page.getByText('Address of the server').waitFor();
  await answer(`${server?.url ?? ''}/v1`);
  await page.getByRole('option', { name: 'No', exact: true }).click();
  await page.getByText('A name for it; its models are then').waitFor();
  // A name that is taken says so.
  await input.fill('kitchen');
  await page.getByText('This name is taken').waitFor();
  await workbench.screenshot(shot('8Connection'));
  await answer('shed');
  await page.getByRole('option', { name: /^shed:qwen3:8b/ }).waitFor();
  await page.keyboard.press('Escape');
});

test('the Test Explorer lists prompts before their first run, with what a run would measure', async () => {
  const { workbench } = running();
  const { page } = workbench;
  await workbench.openFile('rule.tutor.md');
  await workbench.runCommand('Testing: Focus on Test Explorer View');
  const item = page.locator('.test-explorer').getByRole('treeitem');
  // The rows move while prompts without a run come in.
  await item.filter({ hasText: 'slow.prompt.md' }).first().waitFor();
  const prompt = item.filter({ hasText: 'original.tutor.md' }).first();
  await prompt.click();
  await page.keyboard.press('ArrowRight');
  await item.filter({ hasText: 'GuideEval' }).first().click();
  await page.keyboard.press('ArrowRight');
  await item.filter({ hasText: 'ESA: question level adapts' }).first().waitFor();
  await workbench.screenshot(shot('8Tests'));
});

test('the example workspace is copied to a folder of the user’s choice and opened', async () => {
  const { workbench } = running();
  const { page } = workbench;
  const parent = await mkdtemp(path.join(tmpdir(), 'example-'));
  await workbench.runCommand('Tutor Prompt: Open Example Workspace…');
  const input = page.locator('.quick-input-widget input[type=text]').first();
  await input.fill(`${parent}/`);
  await workbench.screenshot(shot('9Folder'));
  const opened = page.context().waitForEvent('page');
  await page.locator('.quick-input-widget').getByRole('button', { name: 'Create Example Here' }).click();
  // The folder that is open stays in its own window.
  const next = await opened;
  await next.getByRole('treeitem', { name: /patient-coach-mistakes\.tutor\.md/ }).waitFor();
  await next.screenshot({ path: shot('9Workspace') });
  await next.close();
  expect((await readdir(path.join(parent, 'tutor-prompt-example'))).toSorted()).toEqual([
    'README.md',
    'patient-coach-mistakes.tutor.md',
    'patient-coach.tutor.md',
  ]);
});
