import type * as vscode from 'vscode';
import { expect, it } from 'vitest';
import { NoPrompt, Notice, showFailure } from '../../../src/vscode/log';
import { commands, window } from '../../fuzz/editorStandIn';

const log = undefined as unknown as vscode.LogOutputChannel;

it('a command without a prompt says so with a button that shows the prompts', async () => {
  const said: string[] = [];
  // The files of a worker share the stand-in, and others replace these, too.
  window.showInformationMessage = (text: string, button?: string) => {
    said.push(button === undefined ? text : `${text} [${button}]`);
    return Promise.resolve(said.length > 2 ? button : undefined);
  };
  commands.executeCommand = (name: string) => void said.push(`ran ${name}`);
  await showFailure(log, '', new NoPrompt('Open a prompt file first.'));
  await showFailure(log, '', new Notice('Nothing to do.'));
  // This time its button is pressed.
  await showFailure(log, '', new NoPrompt('Open a prompt file first.'));
  expect(said).toEqual([
    'Open a prompt file first. [Show Prompts]',
    'Nothing to do.',
    'Open a prompt file first. [Show Prompts]',
    'ran tutorPromptLab.prompts.focus',
  ]);
});
