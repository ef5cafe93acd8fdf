import { mkdir } from 'node:fs/promises';
import type { Frame } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { FileHandLabelLog, type HandLabel } from '../../src/core/store/handLabelLog';
import { FileRunStore } from '../../src/core/store/fileRunStore';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const labelCommand = 'Tutor Prompt: Label Replies by Hand';

describe('label mode in the workbench', () => {
  const running = useWorkbench(() => ({ vsixFiles: [productVsix()] }));

  function root(): string {
    return `${running().workspace.folder}/.tutor-prompt-lab`;
  }

  /** The labels in the file, once there are so many. */
  async function labels(count: number): Promise<readonly HandLabel[]> {
    return pollUntil(`${String(count)} labels in the file`, async () => {
      const { entries } = await new FileHandLabelLog(root()).read('guideeval');
      return entries.length === count ? entries : undefined;
    });
  }

  /** Presses a key in the panel, whose focus nobody has moved by mouse. */
  async function press(key: string): Promise<void> {
    await running().workbench.page.keyboard.press(key);
  }

  async function place(panel: Frame): Promise<string> {
    return panel.locator('#label-dialogue').innerText();
  }

  test('asks who labels, and keeps three labels that are typed', async () => {
    const { workbench, workspace } = running();
    await workbench.openFile('original.tutor.md');
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    await pollUntil('the run', async () =>
      (await readRuns(workspace.folder)).some(({ status }) => status === 'completed') ? true : undefined,
    );
    await workbench.runCommand(labelCommand);
    const panel = await workbench.panelFrame({ containing: '#label-start' });
    await panel.getByText('Labelling as: not set.').waitFor();
    await pollUntil('the keyboard in the panel', async () =>
      (await panel.evaluate(() => document.hasFocus() && document.activeElement?.id === 'label-start'))
        ? true
        : undefined,
    );
    await mkdir('out/screenshots', { recursive: true });
    await workbench.screenshot('out/screenshots/label-setup.png');
    await press('Enter');
    const field = workbench.page.locator('.quick-input-widget input.input');
    await field.fill('Ada Example');
    await press('Enter');
    await panel.locator('#label-rows').waitFor();
    const seen: string[] = [];
    for (const digit of ['1', '2', '1']) {
      const shown = await place(panel);
      seen.push(shown);
      await pollUntil('the keyboard at the labels', async () =>
        (await panel.evaluate(() => document.hasFocus() && document.activeElement?.id === 'label-rows'))
          ? true
          : undefined,
      );
      await press(digit);
      await labels(seen.length);
      if (seen.length === 3) break;
      await press('Enter');
      await pollUntil('the next reply', async () => ((await place(panel)) === shown ? undefined : true));
    }
    await workbench.screenshot('out/screenshots/label-mode.png');
    const kept = await labels(3);
    const [run] = await readRuns(workspace.folder);
    const { records } = await new FileRunStore(root()).open(run?.runId ?? '');
    const replies = new Map(
      records.flatMap((record) => (record.kind === 'reply' ? [[record.item, record.raw] as const] : [])),
    );
    for (const { by, mode, seenIn, replies: words, label, sample } of kept) {
      expect({ by, mode, run: seenIn?.run }).toEqual({ by: 'Ada Example', mode: 'blind', run: run?.runId });
      expect(words).toEqual([replies.get(seenIn?.item ?? '')]);
      expect(typeof label).toBe('number');
      expect(seenIn?.item).toBe(`guideeval/${sample.id}#0`);
    }
    expect(new Set(kept.map(({ seenIn }) => seenIn?.item)).size).toBe(3);
  });

  test('takes a label back, and goes on where it stopped', async () => {
    const { workbench } = running();
    const panel = await workbench.panelFrame({ containing: '#label-rows' });
    await press('u');
    const [, , third, taken] = await labels(4);
    expect(taken).toMatchObject({ label: null, seenIn: third?.seenIn, judge: third?.judge });
    await press('Escape');
    await panel.locator('[role=tablist]').waitFor();
    await workbench.runCommand(labelCommand);
    await panel.getByText('you have given 2. You continue where you stopped.').waitFor();
    await panel.getByText('Ada Example').waitFor();
    await press('Escape');
    await panel.locator('[role=tablist]').waitFor();
  });

  test('shows a label of somebody else’s window as it is given', async () => {
    const { workbench } = running();
    await workbench.runCommand(labelCommand);
    const panel = await workbench.panelFrame({ containing: '#label-start' });
    await panel.locator('#label-start').press('Enter');
    await panel.locator('#label-rows').waitFor();
    const count = panel.locator('.label-progress');
    const before = await count.innerText();
    // The same person at another machine: the newest label once more, about the reply that was taken back.
    const entries = await labels(4);
    await new FileHandLabelLog(root()).append({ ...entries[2]!, at: new Date().toISOString() });
    await pollUntil('the label of the other window', async () =>
      (await count.innerText()) === before ? undefined : true,
    );
  });

  test('leads to checking the judge on these labels by one key', async () => {
    const { workbench } = running();
    const panel = await workbench.panelFrame({ containing: '#label-rows' });
    await panel.locator('#label-rows').focus();
    await press('c');
    // Benchmark and labels are known: the first thing to choose is the judge.
    const quickInput = workbench.page.locator('.quick-input-widget');
    await quickInput.getByText(/judge/i).first().waitFor();
    await workbench.screenshot('out/screenshots/label-check.png');
    await press('Escape');
    await quickInput.waitFor({ state: 'hidden' });
    expect(await panel.locator('#label-rows').count()).toBe(1);
  });
});
