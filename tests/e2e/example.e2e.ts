import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const shots = path.resolve('out/screenshots');

describe('the example in a window without an open file, in Restricted Mode', () => {
  const running = useWorkbench(() => ({ vsixFiles: [productVsix()], restricted: true }));

  test('shows scores, cases, a decision and whose labels these are, and stays as it is', async () => {
    const { workbench, workspace } = running();
    await workbench.runCommand('Tutor Prompt: Open Example Results');
    const panel = await workbench.panelFrame({ containing: 'text=example, read-only' });
    await panel.getByText('labels that people gave').first().waitFor();
    await workbench.unfold(panel);
    await panel.getByText('Not revealing the answer').first().waitFor();
    expect(await panel.getByText('Restricted Mode').count()).toBe(0);
    expect(await panel.getByRole('button', { name: /^Evaluate/ }).count()).toBe(0);
    await workbench.screenshot(path.join(shots, 'exampleOverview.png'));

    await panel.getByRole('tab', { name: /^Cases/ }).click();
    const list = panel.getByRole('listbox', { name: 'Cases' });
    await list.getByRole('option').first().click();
    await panel.getByRole('heading', { name: 'Verdicts' }).first().waitFor();
    await workbench.screenshot(path.join(shots, 'exampleCase.png'));

    await panel.getByRole('tab', { name: /^Compare/ }).click();
    await panel.getByText('The difference under test').first().waitFor();
    expect(await panel.getByRole('combobox').first().locator('option:checked').textContent()).toMatch(
      /recorded:GPT-4, /,
    );
    await panel.getByText('Better at Not revealing the answer').first().waitFor();
    await workbench.screenshot(path.join(shots, 'exampleCompare.png'));

    await panel.getByRole('tab', { name: /^Judges/ }).click();
    await panel.getByText('People gave these labels').first().waitFor();
    await workbench.screenshot(path.join(shots, 'exampleJudges.png'));

    await workbench.runCommand('Tutor Prompt: Label Replies by Hand');
    const refusal = workbench.page.getByText('The example results are read-only').first();
    await pollUntil('the refusal', async () => ((await refusal.count()) > 0 ? true : undefined));
    expect(await readdir(workspace.folder)).not.toContain('.tutor-prompt-lab');
  });
});

describe('the example and recorded replies in a trusted window', () => {
  const running = useWorkbench(() => ({ vsixFiles: [productVsix()] }));

  test('opens in an empty window, and nothing of it can be started or changed', async () => {
    const { workbench } = running();
    await workbench.page.goto(`${workbench.serverUrl}/?ew=true`, { waitUntil: 'commit' });
    await workbench.page.locator('.statusbar').waitFor();
    await workbench.runCommand('Tutor Prompt: Open Example Results');
    const panel = await workbench.panelFrame({ containing: 'text=example, read-only' });
    await panel.getByText('labels that people gave').first().waitFor();
    const refusals = async (): Promise<number> =>
      (await workbench.notifications()).filter((text) => text.includes('The example results are read-only')).length;
    for (const command of ['Clear Cache', 'Calibrate Judge…', 'Label Replies by Hand']) {
      // A refusal fades after seconds, and takes the place of one in the same words: each is looked for alone.
      await workbench.runCommand('Notifications: Clear All Notifications');
      await pollUntil('no notification', async () => ((await refusals()) === 0 ? true : undefined));
      await workbench.runCommand(`Tutor Prompt: ${command}`);
      await pollUntil(`the refusal of ${command}`, async () => ((await refusals()) > 0 ? true : undefined));
    }
  });

  test('judges the replies of a file as a run of the prompt, and says what it did not use', async () => {
    const { workbench, workspace } = running();
    await workbench.open(workspace.folder);
    const lines = (await readFile(path.resolve('starter-sets/guideeval.jsonl'), 'utf8')).trim().split('\n');
    const replies = lines.slice(0, 4).map((line) => {
      const { id } = JSON.parse(line) as { readonly id: string };
      return JSON.stringify({ sample: id, reply: 'What did you try first?' });
    });
    const unknown = JSON.stringify({ sample: 'nobody', reply: 'r' });
    const file = path.join(workspace.folder, 'replies.jsonl');
    await writeFile(file, [...replies, unknown].join('\n'));
    await workbench.openFile('original.tutor.md');
    await workbench.runCommand('Tutor Prompt: Judge Recorded Replies…');
    const { page } = workbench;
    const input = page.locator('.quick-input-widget input[type=text]').first();
    await pollUntil('the question for a file', async () =>
      (await input.isVisible()) && (await input.inputValue()).startsWith('/') ? true : undefined,
    );
    // While the dialog still reads the folder it takes no file.
    const choose = page.getByRole('option', { name: /^replies\.jsonl/ });
    await choose.click();
    await pollUntil('the file to be taken', async () => {
      if (!(await input.isVisible())) return true;
      await page.keyboard.press('Enter');
      return undefined;
    });
    const panel = await workbench.panelFrame({ containing: 'text=recorded:elsewhere' });
    await panel.getByText('1 record of the file is not used.').first().waitFor();
    await workbench.screenshot(path.join(shots, 'recordedReplies.png'));
    const [run] = await readRuns(workspace.folder);
    expect([run?.status, run?.samples, run?.replies]).toEqual(['completed', 4, 4]);
  });
});
