import * as vscode from 'vscode';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PromptEdit } from '../../../src/core/prompt/promptEdit';
import { Suggestions } from '../../../src/vscode/prompts/suggestions';
import { told, Uri } from '../../fuzz/editorStandIn';

const text = '- You are a tutor.\n- Be kind.\n- Ask first.\n- Wait.\n';
const editor = { window: vscode.window, workspace: vscode.workspace } as unknown as Record<
  'window' | 'workspace',
  Record<string, unknown>
>;
const said: string[] = [];

beforeEach(() => {
  told.length = said.length = 0;
  editor.workspace.registerTextDocumentContentProvider = () => ({ dispose: () => undefined });
  editor.window.showInformationMessage = (words: string) => {
    said.push(words);
    return Promise.resolve(undefined);
  };
});
afterEach(() => {
  delete editor.workspace.registerTextDocumentContentProvider;
  delete editor.window.showInformationMessage;
});

const proposed = (edit: PromptEdit) => ({
  ...{ edit, title: `${edit.op} ${edit.rule}`, why: 'It helps.', failure: 'tells the answer', cases: 6, text: 'x' },
});
const round = [
  proposed({ op: 'replace', rule: 2, text: 'Be warm.' }),
  proposed({ op: 'replace', rule: 2, text: 'Be gentle.' }),
  proposed({ op: 'remove', rule: 4 }),
];

function prompt() {
  const document = { uri: Uri.file('/x/tutor.md'), now: text, lineCount: 5 };
  const parts = { getText: () => document.now, lineAt: () => ({ range: {} }) };
  const suggestions = new Suggestions({} as ConstructorParameters<typeof Suggestions>[0]);
  const open = Object.assign(document, parts) as unknown as vscode.TextDocument;
  const titles = () => suggestions.candidatesFor(open).map(({ title }) => title);
  return { document, suggestions, open, titles };
}

describe('suggested edits', () => {
  it('stay when a second round brings none, and go when it brings some', () => {
    const { suggestions, open, titles } = prompt();
    expect(() => suggestions.show(open, text, [])).toThrow(/^No edit that is worth a call was proposed\.$/);
    suggestions.show(open, text, round);
    expect(() => suggestions.show(open, text, [])).toThrow(
      'No edit that is worth a call was proposed. Earlier suggestions stay.',
    );
    expect(told).toEqual([]);
    expect(titles()).toHaveLength(3);
    suggestions.show(open, text, round.slice(2));
    expect(told).toHaveLength(3);
    expect(titles()).toEqual(['remove 4']);
  });

  it('that no longer fit are left out of a race and go, and it says which', () => {
    const { document, suggestions, open, titles } = prompt();
    suggestions.show(open, text, round);
    document.now = text.replace('Be kind.', 'Be warm.');
    expect(titles()).toEqual(['remove 4']);
    expect(told).toEqual(['gone: Suggestion: replace rule 2', 'gone: Suggestion: replace rule 2']);
    expect(said).toEqual(['Left out, because the text has changed: replace 2; replace 2.']);
    expect(titles()).toEqual(['remove 4']);
    expect(said).toHaveLength(1);
    document.now = '- You are a tutor.\n';
    expect(titles).toThrow('No suggestion stands at this prompt. Ask for edits first.');
  });
});
