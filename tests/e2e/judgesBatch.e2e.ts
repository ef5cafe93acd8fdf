import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FileTrustCardStore } from '../../src/core/store/trustCardStore';
import { startBatchServer, type BatchServer } from '../loopback/batchServer';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';
import { labelledReplies } from './labelledReplies';

describe('a calibration by batch', () => {
  let server: BatchServer | undefined;
  const running = useWorkbench(async () => {
    server = await startBatchServer({
      reply: () => '{"feedback": "Read as asked.", "label": "Yes"}',
      polls: Number.POSITIVE_INFINITY,
    });
    return {
      vsixFiles: [productVsix()],
      settings: {
        'tutorPromptLab.openai.baseUrl': `${server.url}/v1`,
        'tutorPromptLab.judges': ['openai:gpt-4.1-mini'],
        'tutorPromptLab.sampleFiles': { mrbench: 'labelled.json' },
        'tutorPromptLab.batch': true,
        'tutorPromptLab.confirmBeforeSending': 'never',
      },
    };
  });
  afterAll(() => server?.close());

  test('is left when the window closes; the next window offers it, collects it and keeps its cards', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    await writeFile(path.join(workspace.folder, 'labelled.json'), labelledReplies());
    await workbench.openFile('rule.tutor.md');
    await workbench.runCommand('Tutor Prompt: Calibrate Judge…');
    const pick = async (title: RegExp, name: RegExp): Promise<void> => {
      await page.locator('.quick-input-widget', { hasText: title }).waitFor();
      await page.getByRole('option', { name }).first().click();
    };
    await pick(/1 of 5/, /^MRBench/);
    await pick(/2 of 5/, /^labelled\.json/);
    await page.locator('.quick-input-widget', { hasText: /3 of 5/ }).waitFor();
    await page.keyboard.press('Enter');
    await pick(/5 of 5/, /^All 3/);
    await pollUntil('the batch', () => Promise.resolve(server?.batches.length === 1 ? true : undefined));

    await workbench.reload();
    expect(server?.counts.cancel).toBe(0);
    await pollUntil('the run at rest', async () =>
      (await readRuns(workspace.folder))[0]?.status === 'interrupted' ? true : undefined,
    );
    await pollUntil('the offer', async () =>
      (await workbench.notifications()).some((text) =>
        text.includes('12 calls of a run of Calibration: labelled.json have been in batches with OpenAI'),
      )
        ? true
        : undefined,
    );
    server?.end();
    await page.getByRole('button', { name: 'Collect', exact: true }).first().click();
    const store = new FileTrustCardStore(path.join(workspace.folder, '.tutor-prompt-lab'));
    const cards = await pollUntil(
      'two cards',
      async () => {
        const read = await store.read();
        return read.cards.length === 2 ? read.cards : undefined;
      },
      90_000,
    );
    expect(cards.map(({ judge, n, failed }) => [judge, n, failed])).toEqual(
      cards.map(() => [`openai:gpt-4.1-mini at ${server!.url}/v1`, 6, 0]),
    );
    expect(server?.counts).toMatchObject({ single: 0, cancel: 0 });
    expect(server?.batches).toHaveLength(1);
  });
});
