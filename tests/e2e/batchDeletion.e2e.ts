import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startBatchServer, type BatchServer } from '../loopback/batchServer';
import { simulatedAnswer } from '../loopback/faultyServerReplies';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const pictures = path.resolve('out/screenshots');

describe('a run whose batch is left with its provider', () => {
  let server: BatchServer | undefined;
  const running = useWorkbench(async () => {
    server = await startBatchServer({ reply: simulatedAnswer, polls: Number.POSITIVE_INFINITY });
    return { vsixFiles: [productVsix()], settings: { 'tutorPromptLab.openai.baseUrl': `${server.url}/v1` } };
  });
  afterAll(() => server?.close());

  test('was left by the command for it, which is there while it waits', async () => {
    const { workbench, workspace } = running();
    await workbench.openFile('prompts/slow.prompt.md');
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt by Batch');
    const dialog = workbench.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Evaluate', exact: true }).click();
    await pollUntil('the batch', () => Promise.resolve(server?.batches.length === 1 ? true : undefined));
    await workbench.panelFrame({ containing: 'text=Waiting for batches' });
    await workbench.runCommand('Tutor Prompt: Detach from Batches');
    await workbench.panelFrame({ containing: 'text=Not collected yet' });
    expect((await readRuns(workspace.folder)).map(({ status }) => status)).toEqual(['interrupted']);
    expect(server?.counts.cancel).toBe(0);
  });

  test('is named by the question of Delete Runs, and deleted once its batch is cancelled', async () => {
    const { workbench, workspace } = running();
    const ask = async (): Promise<void> => {
      await workbench.runCommand('Tutor Prompt: Delete Runs…');
      await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'interrupted' }).click();
      await workbench.page.getByText('1 Selected').waitFor();
      await workbench.page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    };
    const dialog = workbench.page.getByRole('dialog');
    await ask();
    await dialog.getByText(/40 calls of the run of .* are in batches with OpenAI at http/).waitFor();
    await workbench.screenshot(path.join(pictures, 'deleteWithBatches.png'));
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(await readRuns(workspace.folder)).toHaveLength(1);

    await ask();
    await dialog.getByRole('button', { name: 'Cancel Batches First' }).click();
    await pollUntil('no run left', async () => ((await readRuns(workspace.folder)).length === 0 ? true : undefined));
    expect(server?.counts).toMatchObject({ cancel: 1, single: 0 });
    expect(server?.batches.map(({ state }) => state)).toEqual(['cancelled']);
  });
});
