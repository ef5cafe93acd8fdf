import type * as vscode from 'vscode';
import { expect, it } from 'vitest';
import { NoPrompt, Notice, showFailure } from '../../../src/vscode/log';
import { pressed, told } from '../../fuzz/editorStandIn';

const log = undefined as unknown as vscode.LogOutputChannel;

it('a command without a prompt says so with a button that shows the prompts', async () => {
  told.splice(0);
  await showFailure(log, '', new NoPrompt('Open a prompt file first.'));
  await showFailure(log, '', new Notice('Nothing to do.'));
  pressed.add('Show Prompts');
  await showFailure(log, '', new NoPrompt('Open a prompt file first.'));
  pressed.clear();
  expect(told).toEqual([
    'Open a prompt file first. [Show Prompts]',
    'Nothing to do.',
    'Open a prompt file first. [Show Prompts]',
    'ran tutorPromptLab.prompts.focus',
  ]);
});
