import * as vscode from 'vscode';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { panelHandlers } from '../../../src/vscode/prompts/panelRequests';
import { Uri, type WorkspaceEdit } from '../../fuzz/editorStandIn';

const text = '- You are a tutor.\n- Ask one question.\n- Be kind.\n- Ask one question at a time.\n';
const editor = { window: vscode.window, workspace: vscode.workspace } as unknown as Record<
  'window' | 'workspace',
  Record<string, unknown>
>;
const tested = { text, revision: readPromptFile('', text).revision };
const said: string[] = [];
let now = text;

beforeEach(() => {
  now = text;
  said.length = 0;
  const line = { range: {} };
  const document = { getText: () => now, eol: 1, lineCount: 5, lineAt: () => line };
  editor.workspace.openTextDocument = () => Promise.resolve(document);
  editor.workspace.applyEdit = (edit: WorkspaceEdit) => {
    now = edit.text;
    return Promise.resolve(true);
  };
  editor.window.showTextDocument = () => Promise.resolve();
  editor.window.showInformationMessage = (words: string) => {
    said.push(words);
    return Promise.resolve(undefined);
  };
});
afterEach(() => {
  delete editor.workspace.openTextDocument;
  delete editor.workspace.applyEdit;
  delete editor.window.showTextDocument;
  delete editor.window.showInformationMessage;
});

/** Removes rules of the text that a run tested, in a prompt with these runs. */
function removal(runs: readonly object[]): (rule: number) => Promise<unknown> {
  const store = { readManifest: () => Promise.resolve({ prompt: tested }) };
  const revisions = { history: () => Promise.resolve({ runs }), location: { store } };
  const controller = { uri: Uri.file('/x/tutor.md'), revisions, judges: {}, labels: {} };
  const { leaveOut } = panelHandlers(...([controller, {}, {}, {}] as unknown as Parameters<typeof panelHandlers>));
  return async (rule) => leaveOut({ kind: 'leaveOut', runId: 'r', rules: [rule] } as never);
}

describe('taking a tested rule out', () => {
  it('is refused once the text is not the tested one, so that either of two rules goes and never both', async () => {
    const remove = removal([]);
    await remove(2);
    const once = text.replace('- Ask one question.\n', '');
    expect(now).toBe(once);
    await expect(remove(4)).rejects.toThrow('The text has changed since this run');
    expect(now).toBe(once);
    now = text;
    await remove(4);
    expect(now).toBe(text.replace('- Ask one question at a time.\n', ''));
  });

  const ended = { revision: tested.revision, purpose: undefined, status: 'completed' };

  it.each([
    ['an evaluation of the full text', ended, /^Evaluate the text without rule 2 to compare/],
    ['a test of rules only', { ...ended, purpose: 'rules' }, /undo and evaluate, then remove the rule/],
    ['an evaluation that was cut off', { ...ended, status: 'cancelled' }, /undo and evaluate/],
    ['an evaluation of another text', { ...ended, revision: 'x' }, /undo and evaluate/],
  ])('says what leads to a comparison after %s', async (_, run, words) => {
    await removal([run])(2);
    expect(said).toEqual([expect.stringMatching(words)]);
  });
});
