import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startBatchServer, type BatchServer } from '../loopback/batchServer';
import { simulatedAnswer } from '../loopback/faultyServerReplies';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const pictures = path.resolve('out/screenshots');

describe('an evaluation by batch', () => {
  let server: BatchServer | undefined;
  const running = useWorkbench(async () => {
    server = await startBatchServer({ reply: simulatedAnswer, polls: Number.POSITIVE_INFINITY });
    return { vsixFiles: [productVsix()], settings: { 'tutorPromptLab.openai.baseUrl': `${server.url}/v1` } };
  });
  afterAll(() => server?.close());

  test('is handed over, and the panel says what it waits for', async () => {
    const { workbench } = running();
    await workbench.openFile('prompts/slow.prompt.md');
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt by Batch');
    const dialog = workbench.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Evaluate', exact: true }).click();
    await pollUntil('the batch', () => Promise.resolve(server?.batches.length === 1 ? true : undefined));
    const panel = await workbench.panelFrame({ containing: 'text=Waiting for batches' });
    const section = panel.getByRole('region', { name: 'Batches' });
    await section.getByText(/^40 calls in 1 batch with OpenAI at http.* since /).waitFor();
    await section.getByText(/Not checked yet\. Next check about/).waitFor();
    expect(await panel.getByRole('progressbar').count()).toBe(0);
    await workbench.screenshot(path.join(pictures, 'batchUnderWay.png'));
  });

  test('stays with the provider when the window closes; the next window offers it and collects it', async () => {
    const { workbench, workspace } = running();
    await workbench.reload();
    expect(server?.counts.cancel).toBe(0);
    await pollUntil('the run at rest', async () =>
      (await readRuns(workspace.folder))[0]?.status === 'interrupted' ? true : undefined,
    );
    await pollUntil('the offer', async () =>
      (await workbench.notifications()).some((text) =>
        text.includes('40 calls of a run of slow.prompt.md have been in batches with OpenAI'),
      )
        ? true
        : undefined,
    );
    const panel = await workbench.panelFrame({ containing: 'text=Not collected yet' });
    await panel
      .getByRole('region', { name: 'Batches' })
      .getByText(/^40 calls in 1 batch with OpenAI/)
      .waitFor();
    await workbench.screenshot(path.join(pictures, 'batchLeft.png'));

    server?.end();
    // The offer may have gone to the list of notifications by now.
    await workbench.runCommand('Notifications: Show Notifications');
    await workbench.page.getByRole('button', { name: 'Collect', exact: true }).first().click();
    await pollUntil(
      'the batch of the verdicts',
      () => Promise.resolve(server?.batches.length === 2 ? true : undefined),
      60_000,
    );
    const judging = await workbench.panelFrame({ containing: 'text=/40 of \\d+ calls collected/' });
    expect(await judging.locator('.progress-words').innerText()).toMatch(/^Replies 40 of 40, judgements 0 of \d+$/);
    expect(await workbench.statusBarText()).toContain('Tutor prompt: 40/40 replies, 0 judgements');
    await workbench.screenshot(path.join(pictures, 'batchOfVerdicts.png'));
    server?.end();
    await pollUntil(
      'the end of the run',
      async () => ((await readRuns(workspace.folder))[0]?.status === 'completed' ? true : undefined),
      90_000,
    );
    expect(server?.batches).toHaveLength(2);
    expect(server?.counts).toMatchObject({ single: 0, cancel: 0 });
  });
});
