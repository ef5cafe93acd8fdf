import { describe, expect, test } from 'vitest';
import { agentTools } from '../../src/core/agent/toolInputs';
import { chatModelsVsix } from '../workbench/chatModelsVsix';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const command = (tool: string): string => `Test: Call the Tool ${tool}`;

describe('an agent in Restricted Mode', () => {
  const running = useWorkbench(async () => ({
    vsixFiles: [productVsix(), await chatModelsVsix()],
    restricted: true,
  }));

  test('is refused in a plain sentence, and nothing is written', async () => {
    const { workbench, workspace } = running();
    await workbench.openFile('original.tutor.md');
    for (const tool of Object.keys(agentTools)) {
      await workbench.runCommand(command(tool));
      // VS Code shows no toast for one notification of many in a short time.
      await workbench.runCommand('Notifications: Show Notifications');
      await workbench.page
        .getByText(new RegExp(`^Refused ${tool}: .*In Restricted Mode`))
        .first()
        .waitFor();
    }
    expect(await readRuns(workspace.folder)).toEqual([]);
  });
});

describe('an agent in a trusted folder', () => {
  const running = useWorkbench(async () => ({ vsixFiles: [productVsix(), await chatModelsVsix()] }));

  test('is asked for with who gets what, and the window asks before anything is sent', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    await workbench.openFile('prompts/slow.prompt.md');
    // What a confirmation is of, and what it spends, stands in the same question.
    await workbench.runCommand(command('confirm_edit'));
    const edits = page.getByRole('dialog').filter({ hasText: 'Try edits of slow.prompt.md?' });
    await edits.getByText('remove rule 2').first().waitFor();
    await edits
      .getByText(/0 confirmations have used these samples so far/)
      .first()
      .waitFor();
    await edits.getByRole('button', { name: 'Cancel', exact: true }).click();
    await edits.waitFor({ state: 'detached' });
    await workbench.runCommand(command('evaluate_prompt'));
    const asked = page.getByRole('dialog').filter({ hasText: 'Evaluate slow.prompt.md?' });
    await asked
      .getByText(/tutor call.*Data is sent to openai:loopback-tutor/)
      .first()
      .waitFor();
    await asked.getByText('The run stops before passing 5 calls.').first().waitFor();
    await asked.getByRole('button', { name: /^(?:OK|Yes)$/ }).click();
    await page.getByRole('textbox', { name: /API key|secret storage/ }).fill('sk-loopback-1234567890');
    await page.keyboard.press('Enter');
    const ours = page.getByRole('dialog').filter({ hasText: 'Send the prompt' });
    await ours.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page
      .getByText(/^Refused evaluate_prompt: .*The run was not allowed to begin/)
      .first()
      .waitFor();
    expect(await readRuns(workspace.folder)).toEqual([]);
  });
});
