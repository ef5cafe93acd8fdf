import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { promptHistory, type PromptHistory } from '../../src/core/history/promptHistory';
import { FileRunStore } from '../../src/core/store/fileRunStore';
import { pollUntil } from '../workbench/pollUntil';
import { openInEditor, workspaceFolder } from './workspaceFolder';

const file = 'prompts/history.prompt.md';
const moved = 'prompts/renamed.prompt.md';
const first = 'Ask one guiding question. Never give the answer away.\n';
const second = `${first}If the learner is wrong, point out gently which step went wrong.\n`;

function store(): FileRunStore {
  return new FileRunStore(path.join(workspaceFolder(), '.tutor-prompt-lab'));
}

/** Read anew, as another process would. */
async function historyOf(prompt: string): Promise<PromptHistory> {
  return promptHistory(store(), prompt);
}

function uriOf(prompt: string): vscode.Uri {
  return vscode.Uri.file(path.join(workspaceFolder(), prompt));
}

async function setting(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('tutorPromptLab').update(name, value, vscode.ConfigurationTarget.Workspace);
}

async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
}

/** Calls a command as the tree does, for a revision. */
async function onRevision(command: string, prompt: string, revision: string): Promise<void> {
  await vscode.commands.executeCommand(`tutorPromptLab.${command}`, {
    kind: 'revision',
    promptUri: uriOf(prompt),
    revision: { revision },
  });
}

async function revisionsOf(prompt: string): Promise<readonly string[]> {
  return (await historyOf(prompt)).revisions.map(({ revision }) => revision);
}

async function lenses(prompt: string): Promise<readonly vscode.Command[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uriOf(prompt),
    20,
  );
  return found.flatMap(({ command }) => command ?? []);
}

function activeDocument(): vscode.TextDocument | undefined {
  return vscode.window.activeTextEditor?.document;
}

suite('revisions', () => {
  suiteSetup(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await writeFile(path.join(workspaceFolder(), file), first);
    await setting('limit', 6);
  });

  suiteTeardown(async () => {
    for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) await document.save();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of ['limit', 'store']) await setting(name, undefined);
  });

  test('are two after two evaluations with an edit between, the unsaved one included', async () => {
    const document = await openInEditor(file);
    await vscode.commands.executeCommand('tutorPromptLab.evaluate');
    await replaceText(document, second);
    assert.equal(document.isDirty, true);
    await vscode.commands.executeCommand('tutorPromptLab.evaluate');
    const { revisions, runs } = await historyOf(file);
    assert.deepEqual(
      revisions.map((revision) => revision.runs.length),
      [1, 1],
    );
    const texts = await Promise.all(runs.map(async ({ id }) => (await store().readManifest(id)).prompt.text));
    assert.deepEqual(texts, [second, first]);
  });

  test('stand in the line over the file: the score, its change, and that it is simulated', async () => {
    const last = await pollUntil('the change in the lens', async () =>
      (await lenses(file)).find(({ title }) => /^[^:]+ \([+−]?\d[^,]*\)/.test(title)),
    );
    assert.match(last.title, / · simulated$/);
    assert.equal(last.command, 'tutorPromptLab.showComparison');
    assert.match(last.tooltip ?? '', /n = \d+/);
    assert.match(last.tooltip ?? '', /\d+ of \d+ cases failing/);
    // Of a simulated tutor there is a difference, and no word on it.
    assert.match(last.tooltip ?? '', /Compared with first version: simulated/);
    assert.ok((await lenses(file)).some(({ command }) => command === 'tutorPromptLab.promptMenu'));
  });

  test('are called shown, not last, over the file when an older run is opened, and a click is about that run', async () => {
    const { runs } = await historyOf(file);
    const [latest, oldest] = runs;
    assert.ok(latest !== undefined && oldest !== undefined);
    const open = (id: string): Thenable<unknown> =>
      vscode.commands.executeCommand('tutorPromptLab.openRun', { kind: 'run', promptUri: uriOf(file), run: { id } });
    await open(oldest.id);
    const shown = await pollUntil('the older run in the lens', async () =>
      (await lenses(file)).find(({ title }) => title.startsWith('shown: ')),
    );
    assert.match(shown.tooltip ?? '', /^Run of .+, not the last one$/m);
    const menu = (await lenses(file)).find(({ command }) => command === 'tutorPromptLab.promptMenu');
    assert.deepEqual(menu?.arguments, shown.arguments);
    await open(latest.id);
    await pollUntil('the last run in the lens', async () =>
      (await lenses(file)).find(({ title }) => title.endsWith(' · simulated') && !title.startsWith('shown: ')),
    );
  });

  test('of another store are out of sight, and back with the setting', async () => {
    const findLast = async (): Promise<vscode.Command | undefined> =>
      (await lenses(file)).find(({ title }) => title.endsWith(' · simulated') && !title.startsWith('shown: '));
    await setting('store', 'elsewhere');
    await pollUntil('a line without a run', async () => ((await findLast()) === undefined ? true : undefined));
    await setting('store', undefined);
    await pollUntil('the last run of the first store', findLast);
  });

  test('open read-only with the exact text, and are no prompt files themselves', async () => {
    const [, oldest = ''] = await revisionsOf(file);
    await onRevision('openRevision', file, oldest);
    const document = await pollUntil('the revision', () => {
      const active = activeDocument();
      return active?.uri.scheme === 'tutor-prompt-revision' ? active : undefined;
    });
    assert.equal(document.getText(), first);
    assert.equal(document.languageId, 'markdown');
    assert.match(document.uri.path, /^\/history\.prompt\.md \(first version\).md$/);
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(document.getText(), first, 'typing must not change a revision');
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      20,
    );
    assert.deepEqual(found, []);
  });

  test('are restored as one edit that undo takes back, and not saved', async () => {
    const [, oldest = ''] = await revisionsOf(file);
    await onRevision('restoreRevision', file, oldest);
    const document = await pollUntil('the restored text', () => {
      const active = activeDocument();
      return active?.uri.path.endsWith(file) === true && active.getText() === first ? active : undefined;
    });
    await vscode.commands.executeCommand('undo');
    await pollUntil('the text before', () => (document.getText() === second ? true : undefined));
    await document.save();
  });

  test('keep their baseline and their label in the store, for every reader', async () => {
    const [, oldest = ''] = await revisionsOf(file);
    // Under another store the command would pin the revision there.
    await pollUntil('the first store in the settings', () =>
      vscode.workspace.getConfiguration('tutorPromptLab', uriOf(file)).get('store') === '' ? true : undefined,
    );
    void onRevision('chooseBaseline', file, oldest);
    await pollUntil('the baseline in the store', async () =>
      (await historyOf(file)).revisions.some(({ pinned }) => pinned) ? true : undefined,
    );
    await store().revisions.append({
      kind: 'label',
      at: new Date().toISOString(),
      prompt: file,
      revision: oldest,
      label: 'first try $(flame)',
    });
    const { revisions } = await historyOf(file);
    const marked = revisions.find(({ revision }) => revision === oldest);
    assert.deepEqual([marked?.pinned, marked?.label], [true, 'first try $(flame)']);
    await vscode.commands.executeCommand('tutorPromptLab.refreshRevisions');
    await onRevision('openRevision', file, oldest);
    const name = await pollUntil('the label in the name', () => {
      const active = activeDocument()?.uri.path;
      return active?.includes('first try') === true ? active : undefined;
    });
    assert.equal(name, '/history.prompt.md (first try $ (flame)).md');
  });

  test('are compared with the file in the diff editor, the revision on the left', async () => {
    const [, oldest = ''] = await revisionsOf(file);
    await onRevision('compareTextWithRevision', file, oldest);
    const input = await pollUntil('the diff editor', () => {
      const active = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return active instanceof vscode.TabInputTextDiff ? active : undefined;
    });
    assert.equal(input.original.scheme, 'tutor-prompt-revision');
    assert.equal(input.modified.fsPath, uriOf(file).fsPath);
  });

  test('stay with the file when it is renamed', async () => {
    const before = await revisionsOf(file);
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(uriOf(file), uriOf(moved));
    assert.equal(await vscode.workspace.applyEdit(edit), true);
    const after = await pollUntil('the history under the new name', async () => {
      const found = await historyOf(moved);
      return found.runs.length > 0 ? found : undefined;
    });
    assert.deepEqual(
      after.revisions.map(({ revision }) => revision),
      before,
    );
    assert.ok(after.revisions.some(({ pinned, label }) => pinned && label !== undefined));
    assert.deepEqual((await historyOf(file)).runs, []);
    await openInEditor(moved);
    await pollUntil('the last run over the file of the new name', async () =>
      (await lenses(moved)).find(({ title }) => title.endsWith(' · simulated') && !title.startsWith('shown: ')),
    );
    const panels = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    assert.ok(panels.includes('renamed.prompt.md · results'), panels.join());
    assert.ok(!panels.includes('history.prompt.md · results'), panels.join());
  });
});
