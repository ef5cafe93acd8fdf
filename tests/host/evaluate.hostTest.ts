import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { suite, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { judgingModelServer } from '../loopback/judgingModelServer';
import type { ModelServer } from '../loopback/modelServer';
import { pollUntil } from '../workbench/pollUntil';
import { readRuns, type StoredRunFacts } from '../workbench/readRuns';
import { openInEditor, workspaceFolder } from './workspaceFolder';

async function runsOf(prompt: string): Promise<readonly StoredRunFacts[]> {
  return (await readRuns(workspaceFolder())).filter((run) => run.prompt === prompt);
}

/** A setting of the user’s: no folder names servers or turns the question off. */
async function setting(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('tutorPromptLab').update(name, value, vscode.ConfigurationTarget.Global);
}

suite('evaluating', () => {
  let server: ModelServer | undefined;

  suiteTeardown(async () => {
    // A changed editor would ask whether to save it.
    await openInEditor('original.tutor.md');
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await server?.close();
    for (const name of ['openai.baseUrl', 'confirmBeforeSending']) await setting(name, undefined);
  });

  test('takes the open text, saved or not, and keeps every reply and verdict', async () => {
    const document = await openInEditor('original.tutor.md');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'Speak plainly. ');
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.isDirty, true);
    await vscode.commands.executeCommand('tutorPromptLab.evaluate');
    const [run] = await runsOf('original.tutor.md');
    assert.ok(run);
    assert.equal(run.status, 'completed');
    assert.equal(run.text, document.getText());
    assert.ok(run.text.startsWith('Speak plainly. '));
    assert.equal(run.replies, run.samples);
    assert.ok(run.judgements > run.replies);
    assert.equal(document.isDirty, true, 'evaluating must not save');
  });

  test('shows its panel beside and leaves the focus in the editor', () => {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const panel = tabs.find(
      (tab) => tab.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith('tutorPromptLab.results'),
    );
    assert.ok(panel, `No panel among ${tabs.map((tab) => tab.label).join(', ')}`);
    assert.notEqual(panel.group.viewColumn, vscode.window.activeTextEditor?.viewColumn);
    assert.equal(vscode.window.activeTextEditor?.document.uri.path.endsWith('original.tutor.md'), true);
  });

  test('does not start on a prompt with errors', async () => {
    await openInEditor('prompts/broken.prompt.md');
    await vscode.commands.executeCommand('tutorPromptLab.evaluate');
    assert.deepEqual(await runsOf('prompts/broken.prompt.md'), []);
  });

  test('cancels, keeps what arrived, and resumes the same run to its end', async () => {
    server = await judgingModelServer({ latencyMs: 60 });
    await setting('openai.baseUrl', `${server.url}/v1`);
    await setting('confirmBeforeSending', 'never');
    await openInEditor('prompts/slow.prompt.md');
    const ended = vscode.commands.executeCommand('tutorPromptLab.evaluate');
    const started = await pollUntil('some replies', async () => {
      const [run] = await runsOf('prompts/slow.prompt.md');
      return run !== undefined && run.replies >= 3 ? run : undefined;
    });
    await vscode.commands.executeCommand('tutorPromptLab.cancel');
    await ended;
    const [cancelled] = await runsOf('prompts/slow.prompt.md');
    assert.equal(cancelled?.status, 'cancelled');
    assert.ok(cancelled.replies >= started.replies);
    await vscode.commands.executeCommand('tutorPromptLab.resume');
    const runs = await runsOf('prompts/slow.prompt.md');
    assert.equal(runs.length, 1);
    assert.equal(runs[0]?.status, 'completed');
    assert.equal(runs[0].replies, runs[0].samples);
  });

  test('stops where its test run is cancelled in the Test Explorer', async () => {
    const file = 'prompts/slow.prompt.md';
    const document = await openInEditor(file);
    // The cache answers for the text that has been evaluated.
    await writeFile(document.uri.fsPath, `${document.getText()}Be calm.\n`);
    await pollUntil('the new text', () => (document.getText().includes('Be calm.') ? true : undefined));
    const ended = vscode.commands.executeCommand('testing.runCurrentFile');
    await pollUntil('some replies', async () => {
      const [run] = await runsOf(file);
      return run?.text.includes('Be calm.') === true && run.replies >= 3 ? run : undefined;
    });
    await vscode.commands.executeCommand('testing.cancelRun');
    await ended;
    const stopped = await pollUntil('the end of the run', async () => {
      const [run] = await runsOf(file);
      return run?.status === 'running' ? undefined : run;
    });
    assert.equal(stopped.status, 'cancelled');
    assert.ok(stopped.replies < stopped.samples);
  });
});
