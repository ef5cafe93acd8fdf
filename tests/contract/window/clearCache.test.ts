import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { afterEach, expect, it } from 'vitest';
import { clearCache } from '../../../src/vscode/commands/revisionCommands';
import type { PromptRevisions } from '../../../src/vscode/revisions/promptRevisions';
import { temporaryFolders } from '../store/temporaryFolder';

const folder = temporaryFolders();
const window = vscode.window as unknown as Record<string, unknown>;
const { showWarningMessage, showInformationMessage } = window;
afterEach(() => {
  Object.assign(window, { showWarningMessage, showInformationMessage });
});

it.each([
  ['kept until the user agrees', undefined, ['a.replies']],
  ['deleted then', 'Delete', []],
])('answers that were paid for are %s', async (_, answer, left) => {
  const root = await folder();
  const cache = path.join(root, 'cache');
  await mkdir(cache);
  await writeFile(path.join(cache, 'a.replies'), Buffer.alloc(2_500_000));
  const asked: string[] = [];
  window.showInformationMessage = () => Promise.resolve(undefined);
  window.showWarningMessage = (text: string) => {
    asked.push(text);
    return Promise.resolve(answer);
  };
  await clearCache({ uri: vscode.Uri.file('/x/tutor.md'), location: { root } } as unknown as PromptRevisions);
  expect(asked).toEqual(['Delete 2.5 MB of stored answers?']);
  expect(await readdir(cache)).toEqual(left);
});
