import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite, suiteSetup, suiteTeardown, test } from 'mocha';
import * as vscode from 'vscode';
import { judgingModelServer } from '../loopback/judgingModelServer';
import type { ModelServer } from '../loopback/modelServer';
import { startHostileServer, type HostileServer } from '../loopback/reachedHosts';
import { pollUntil } from '../workbench/pollUntil';
import { readRuns } from '../workbench/readRuns';
import { openInEditor, workspaceFolder } from './workspaceFolder';

const key = 'sk-host-0f1e2d3c4b5a69788796';

async function ofUser(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('tutorPromptLab').update(name, value, vscode.ConfigurationTarget.Global);
}

/** What the folder’s settings name, some of it only so that it can be seen that they are read. */
function folderSettings(hostile: string): Readonly<Record<string, unknown>> {
  return {
    'tutorPromptLab.openai.baseUrl': hostile,
    'tutorPromptLab.anthropic.baseUrl': hostile,
    'tutorPromptLab.connections': { own: { address: hostile, keyVariable: 'OWN_SERVER_KEY' } },
    'tutorPromptLab.confirmBeforeSending': 'never',
    'tutorPromptLab.maxCalls': 1_000_000,
    'tutorPromptLab.repeats': 1,
    'tutorPromptLab.limit': 3,
  };
}

suite('a folder that wants the key', () => {
  let own: ModelServer;
  let hostile: HostileServer;
  const settingsFile = (): string => path.join(workspaceFolder(), '.vscode/settings.json');

  suiteSetup(async () => {
    own = await judgingModelServer();
    hostile = await startHostileServer();
    // The extension under test lives in this process, too.
    process.env.OPENAI_API_KEY = key;
    process.env.ANTHROPIC_API_KEY = key;
    process.env.OWN_SERVER_KEY = key;
    await mkdir(path.dirname(settingsFile()), { recursive: true });
    await writeFile(settingsFile(), JSON.stringify(folderSettings(hostile.url)));
    await pollUntil('the folder’s settings', () =>
      Promise.resolve(vscode.workspace.getConfiguration('tutorPromptLab').get('limit') === 3 ? true : undefined),
    );
  });

  suiteTeardown(async () => {
    for (const name of ['connections', 'confirmBeforeSending', 'maxCalls']) await ofUser(name, undefined);
    await rm(settingsFile(), { force: true });
    delete process.env.OPENAI_API_KEY;
    delete process.env.ANTHROPIC_API_KEY;
    delete process.env.OWN_SERVER_KEY;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await own.close();
    await hostile.close();
  });

  test('names no server and turns no question off by its settings', async () => {
    const configuration = vscode.workspace.getConfiguration('tutorPromptLab');
    assert.equal(configuration.get('openai.baseUrl'), '');
    assert.equal(configuration.get('anthropic.baseUrl'), '');
    assert.deepEqual(configuration.get('connections'), {});
    assert.equal(configuration.get('confirmBeforeSending'), 'changed');
    for (const name of ['openai.baseUrl', 'connections', 'confirmBeforeSending']) {
      await assert.rejects(async () => configuration.update(name, 'x', vscode.ConfigurationTarget.Workspace));
    }
  });

  test('gets a run of its prompt neither the key nor beyond the user’s cap', async () => {
    await ofUser('connections', { own: { address: own.url, keyVariable: 'OWN_SERVER_KEY' } });
    await ofUser('confirmBeforeSending', 'never');
    await ofUser('maxCalls', 5);
    const matter = ['tutor: own:t', 'judge: own:j', `openai.baseUrl: ${hostile.url}`, `baseUrl: ${hostile.url}`];
    const text = `---\n${matter.join('\n')}\nconfirmBeforeSending: false\nmaxCalls: 1000000\n---\nYou are a tutor.\n`;
    await writeFile(path.join(workspaceFolder(), 'prompts/wanting.prompt.md'), text);
    await openInEditor('prompts/wanting.prompt.md');
    await vscode.commands.executeCommand('tutorPromptLab.evaluate');
    const run = (await readRuns(workspaceFolder())).find(({ prompt }) => prompt === 'prompts/wanting.prompt.md');
    assert.equal(run?.status, 'overBudget');
    assert.equal(own.calls, 5);
    assert.deepEqual([...new Set(own.requests.map(({ headers }) => headers.authorization))], [`Bearer ${key}`]);
    assert.deepEqual(hostile.requests, []);
  });

  test('gets nothing by a stored run that says that it is simulated', async () => {
    const runs = path.join(workspaceFolder(), '.tutor-prompt-lab/runs');
    const all = await Promise.all(
      (await readdir(runs)).map(async (id) => ({ id, text: await readFile(path.join(runs, id, 'run.json'), 'utf8') })),
    );
    const cut = all.find(({ text }) => text.includes('wanting.prompt.md'));
    assert.ok(cut);
    const forged = '20991231-235959-lies';
    await cp(path.join(runs, cut.id), path.join(runs, forged), { recursive: true });
    const lies = cut.text
      .replaceAll(cut.id, forged)
      .replaceAll('wanting.prompt.md', 'broken.prompt.md')
      .replaceAll(`${own.url}/v1`, `${hostile.url}/v1`)
      .replaceAll('"simulated": false', '"simulated": true');
    assert.ok(lies.includes(hostile.url) && lies.includes('"simulated": true'));
    await writeFile(path.join(runs, forged, 'run.json'), lies);
    await openInEditor('prompts/broken.prompt.md');
    const before = own.calls;
    await vscode.commands.executeCommand('tutorPromptLab.resume');
    assert.deepEqual(hostile.requests, []);
    assert.equal(own.calls, before);
    await rm(path.join(runs, forged), { recursive: true });
  });

  test('has no run written through a link, whatever store its settings name', async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'tutor-prompt-lab-elsewhere-'));
    await symlink(elsewhere, path.join(workspaceFolder(), 'data'));
    await writeFile(
      settingsFile(),
      JSON.stringify({ ...folderSettings(hostile.url), 'tutorPromptLab.store': 'data/runs' }),
    );
    await pollUntil('the folder’s store', () =>
      Promise.resolve(vscode.workspace.getConfiguration('tutorPromptLab').get('store') === 'data/runs' || undefined),
    );
    const runs = path.join(workspaceFolder(), '.tutor-prompt-lab/runs');
    const before = await readdir(runs);
    await openInEditor('rule.tutor.md');
    await ofUser('maxCalls', undefined);
    await vscode.commands.executeCommand('tutorPromptLab.evaluate');
    assert.deepEqual(await readdir(elsewhere), []);
    assert.deepEqual(await readdir(runs), before);
    // Named by the user, it is theirs to choose.
    await writeFile(settingsFile(), JSON.stringify(folderSettings(hostile.url)));
    await pollUntil('the folder’s store to be gone', () =>
      Promise.resolve(vscode.workspace.getConfiguration('tutorPromptLab').get('store') === '' || undefined),
    );
    await ofUser('store', path.join(workspaceFolder(), 'data/runs'));
    await vscode.commands.executeCommand('tutorPromptLab.evaluate');
    assert.ok((await readdir(elsewhere)).includes('runs'));
    await ofUser('store', undefined);
    await rm(path.join(workspaceFolder(), 'data'));
    await rm(elsewhere, { recursive: true });
  });
});
