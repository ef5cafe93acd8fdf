import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { afterEach, expect, it } from 'vitest';
import { openExampleWorkspace } from '../../../src/vscode/example/openExampleWorkspace';
import { repositoryRoot } from '../../unit/repository/markdownPage';
import { temporaryFolders } from '../store/temporaryFolder';

const folder = temporaryFolders();
const editor = vscode as unknown as Record<'window' | 'commands' | 'workspace', Record<string, unknown>>;
const { executeCommand } = editor.commands;
afterEach(() => {
  delete editor.window.showOpenDialog;
  delete editor.workspace.fs;
  editor.commands.executeCommand = executeCommand;
});

/** The folder that is opened once `parent` was chosen. */
async function opened(parent: string | undefined): Promise<string | undefined> {
  let shown: vscode.Uri | undefined;
  editor.window.showOpenDialog = () => Promise.resolve(parent === undefined ? undefined : [vscode.Uri.file(parent)]);
  editor.commands.executeCommand = (_: string, uri: vscode.Uri) => {
    shown = uri;
    return Promise.resolve();
  };
  editor.workspace.fs = {
    readDirectory: async ({ fsPath }: vscode.Uri) => (await readdir(fsPath)).map((name) => [name, 2]),
    copy: (from: vscode.Uri, to: vscode.Uri) => cp(from.fsPath, to.fsPath, { recursive: true }),
  };
  await openExampleWorkspace(vscode.Uri.file(repositoryRoot));
  return shown?.fsPath;
}

it('opens a copy of two prompts that differ by one rule', async () => {
  const copy = await opened(await folder());
  const [one, other] = await Promise.all(
    ['patient-coach', 'patient-coach-mistakes'].map((name) =>
      readFile(path.join(copy ?? '', `${name}.tutor.md`), 'utf8'),
    ),
  );
  expect(other?.startsWith(one ?? '')).toBe(true);
  expect(other?.slice(one?.length).trim()).toMatch(/^4\. [^\n]+$/);
  expect(await readFile(path.join(copy ?? '', 'README.md'), 'utf8')).toContain('Evaluate');
});

it('overwrites nothing, and does nothing without a folder', async () => {
  const parent = await folder();
  const first = path.join((await opened(parent)) ?? '', 'patient-coach.tutor.md');
  await writeFile(first, 'Mine.');
  expect(await opened(parent)).toBe(path.dirname(first));
  expect(await readFile(first, 'utf8')).toBe('Mine.');
  expect(await opened(undefined)).toBeUndefined();
});
