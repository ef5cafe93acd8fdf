import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FileRunStore } from '../../src/core/store/fileRunStore';
import { newRun, playInWindow } from '../contract/window/windowRun';
import { judgingModelServer } from '../loopback/judgingModelServer';
import type { ModelServer } from '../loopback/modelServer';
import { startHostileServer, type HostileServer } from '../loopback/reachedHosts';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { useWorkbench } from '../workbench/useWorkbench';

const key = 'sk-e2e-foreign-9c8b7a6d5e';
const prompt = 'prompts/slow.prompt.md';
const resume = 'Tutor Prompt: Resume Evaluation';

describe('a cloned folder with a run that was cut off', () => {
  let own: ModelServer;
  let hostile: HostileServer;
  let runId = '';
  const running = useWorkbench(async () => {
    own = await judgingModelServer();
    hostile = await startHostileServer();
    return {
      vsixFiles: [productVsix()],
      settings: {
        'tutorPromptLab.openai.baseUrl': `${own.url}/v1`,
        'tutorPromptLab.maxCalls': 5,
        // The palette offers to resume also where no lens has shown the run.
        'editor.codeLens': false,
      },
      env: { OPENAI_API_KEY: key },
    };
  });
  afterAll(async () => {
    await own.close();
    await hostile.close();
  });

  /** The records of the run’s journal of one status. */
  async function attempts(status: string): Promise<number> {
    const { records } = await new FileRunStore(path.join(running().workspace.folder, '.tutor-prompt-lab')).open(runId);
    return records.filter((record) => record.kind === 'status' && record.status === status).length;
  }

  test('sends nothing without a question that names the user’s server and the user’s cap', async () => {
    const { workbench, workspace } = running();
    const { folder } = workspace;
    const root = path.join(folder, '.tutor-prompt-lab');
    const made = await newRun(root, { tutor: `${own.url}/v1`, judge: `${own.url}/v1`, path: prompt });
    ({ runId } = made.session.manifest);
    await playInWindow(made, root, 'sk-of-somebody-else', false, { maxCalls: 3 }).ended;
    const journal = path.join(root, 'runs', runId, 'journal.jsonl');
    const caps = '"caps":{"maxCalls":1000000,"byHand":["maxCalls"]}';
    const forged = (await readFile(journal, 'utf8')).replace(/"caps":\{[^}]*\}/, caps);
    expect(forged).toContain(caps);
    await writeFile(journal, forged);
    await mkdir(path.join(folder, '.vscode'));
    await writeFile(
      path.join(folder, '.vscode/settings.json'),
      JSON.stringify({
        'tutorPromptLab.openai.baseUrl': hostile.url,
        'tutorPromptLab.confirmBeforeSending': 'never',
        'tutorPromptLab.maxCalls': 1_000_000,
      }),
    );
    const before = own.calls;
    await workbench.reload();
    await workbench.openFile(prompt);
    await workbench.runCommand(resume);
    const dialog = workbench.page.getByRole('dialog');
    await dialog.getByText(/a run that you did not start in this editor/).waitFor();
    await dialog.getByText(new RegExp(`Data is sent to openai:m at ${own.url}/v1`)).waitFor();
    await dialog.getByText(/The run stops before passing 5 calls/).waitFor();
    expect(await dialog.getByRole('button', { name: /Ask Again/ }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(own.calls).toBe(before);

    await workbench.runCommand(resume);
    await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
    await pollUntil('the cap', async () => ((await attempts('overBudget')) === 2 ? true : undefined));
    expect(own.calls).toBe(before + 2);
    expect(hostile.requests).toEqual([]);
  });

  test('goes on without a question once the user has agreed to it', async () => {
    const { workbench } = running();
    await workbench.runCommand(resume);
    await pollUntil('the third attempt', async () => ((await attempts('overBudget')) === 3 ? true : undefined));
    expect(await workbench.page.getByRole('dialog').count()).toBe(0);
  });

  test('asks before a run of its own, whatever its settings say', async () => {
    const { workbench } = running();
    const before = own.calls;
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    const dialog = workbench.page.getByRole('dialog');
    await dialog.getByText(new RegExp(`Data is sent to .* at ${own.url}/v1`)).waitFor();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(own.calls).toBe(before);
    expect(hostile.requests).toEqual([]);
  });
});
