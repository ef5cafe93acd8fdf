import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';
import { FileReplyCache } from '../../src/core/run/replyCache';
import { FileRunStore } from '../../src/core/store/fileRunStore';
import { prepareRun } from '../../src/vscode/evaluation/prepareRun';
import { runInWindow } from '../../src/vscode/evaluation/runInWindow';
import { readPlainFile } from '../../src/core/store/plainFile';
import { modelsOf } from '../../src/core/store/runManifest';
import { readSettings } from '../../src/vscode/settings';
import { isRecord } from '../loopback/modelRequest';
import { openFolder, Uri } from './editorStandIn';
import { isUnknownInWindow } from './playWindow';

/** More would take long for a good reason. */
const mostItems = 30;

/** Plans a run with the settings in the workspace's `settings.json`, and plays it if it is offline. */
export async function playSettings(workspace: string, repository: string): Promise<readonly unknown[]> {
  openFolder(workspace, await settingsIn(path.join(workspace, 'settings.json')));
  const file = path.join(workspace, 'tutor.md');
  const text = await readFile(file, 'utf8');
  const root = path.join(workspace, '.tutor-prompt-lab');
  const prompt = { store: new FileRunStore(root), root, promptPath: 'tutor.md' };
  const document = { uri: Uri.file(file), getText: () => text } as unknown as vscode.TextDocument;
  const extensionUri = Uri.file(repository) as unknown as vscode.Uri;
  try {
    const settings = readSettings(document.uri);
    const cache = new FileReplyCache(root, settings.cacheLimits);
    await cache.get('');
    await cache.close();
    const context = { prompt, settings, extensionUri, toolVersion: '0.0.0' };
    const run = await prepareRun(document, context, () => Promise.resolve(undefined));
    const isOffline = modelsOf(run.session.manifest).every(({ simulated }) => simulated);
    if (!isOffline || run.session.items.length > mostItems) return [];
    await runInWindow(run, {
      prompt,
      settings,
      keys: { get: () => Promise.resolve('') },
      log: { info: () => undefined, warn: () => undefined },
      signal: new AbortController().signal,
      onStarted: () => undefined,
      onEvent: () => undefined,
    });
    return [];
  } catch (error) {
    return isUnknownInWindow(error) ? [error] : [];
  }
}

/** As VS Code reads it: what is no JSON has no settings, and a file that cannot be read neither. */
async function settingsIn(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse((await readPlainFile(file, { largest: 50_000_000 })).toString('utf8'));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
