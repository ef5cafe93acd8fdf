import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { chatModelsVsix } from '../workbench/chatModelsVsix';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const evaluate = 'Tutor Prompt: Evaluate Current Prompt';
const file = 'guarded.tutor.md';
const text = `---
benchmarks: guideeval
tutor: vscode:lab-test/guarded
limit: 2
---
Ask one guiding question. Never give the solution away.
`;

describe('a model of VS Code that asks for consent', () => {
  const running = useWorkbench(async () => ({ vsixFiles: [productVsix(), await chatModelsVsix()] }));

  test('is not asked when the question is answered with no, and the run says what to do', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    await writeFile(path.join(workspace.folder, file), text);
    await workbench.openFile(file);
    await workbench.runCommand(evaluate);
    // First our own question, which says where the texts go; then that of VS Code.
    const ours = page.getByRole('dialog').filter({ hasText: 'Send the prompt' });
    await ours.getByText(/vscode:lab-test\/guarded: the texts go to whichever service the extension/).waitFor();
    await workbench.screenshot(path.resolve('out/screenshots/editor-model-question.png'));
    await ours.getByRole('button', { name: 'Evaluate', exact: true }).click();
    const theirs = page.getByRole('dialog').filter({ hasText: 'wants to access the language models provided by' });
    await theirs.getByText(/To evaluate a tutor’s prompt/).waitFor();
    await workbench.screenshot(path.resolve('out/screenshots/editor-model-consent.png'));
    await theirs.getByRole('button', { name: 'Cancel', exact: true }).click();
    const panel = await workbench.panelFrame({ containing: 'text=Manage Language Model Access' });
    await panel
      .getByText(/vscode:lab-test\/guarded may not be used by Tutor Prompt Lab/)
      .first()
      .waitFor();
    const [run] = await readRuns(workspace.folder);
    expect(run).toMatchObject({ status: 'failed', replies: 0 });
    // One question for all calls in flight.
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('answers once it is allowed, and the report says that it is not reproducible', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    await workbench.runCommand('Tutor Prompt: Resume Evaluation');
    const theirs = page.getByRole('dialog').filter({ hasText: 'wants to access the language models provided by' });
    await theirs.getByRole('button', { name: 'Allow', exact: true }).click();
    await pollUntil('the run', async () =>
      (await readRuns(workspace.folder))[0]?.status === 'completed' ? true : undefined,
    );
    const panel = await workbench.panelFrame({ containing: 'text=Not reproducible' });
    await panel
      .getByText(/vscode:lab-test\/guarded is a model of VS Code/)
      .first()
      .waitFor();
    await workbench.screenshot(path.resolve('out/screenshots/editor-model-report.png'));
  });

  test('is among those that Choose Models lists', async () => {
    const { workbench } = running();
    await workbench.openFile('rule.tutor.md');
    await workbench.runCommand('Tutor Prompt: Choose Models');
    await workbench.page.getByRole('option', { name: /vscode:lab-test\/teacher.*Test teacher/ }).waitFor();
    await workbench.page.keyboard.press('Escape');
  });
});
