import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { useWorkbench } from '../workbench/useWorkbench';

const shots = path.resolve('out/screenshots');

describe('the example in a window without an open file, in Restricted Mode', () => {
  const running = useWorkbench(() => ({ vsixFiles: [productVsix()], restricted: true }));

  test('shows scores, cases, a decision and whose labels these are, and stays as it is', async () => {
    const { workbench, workspace } = running();
    await workbench.runCommand('Tutor Prompt: Open Example Results');
    const panel = await workbench.panelFrame({ containing: 'text=example, read-only' });
    await panel.getByText('labels that people gave').first().waitFor();
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
    await panel.getByText('This is what is compared').first().waitFor();
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
