import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgingModelServer } from '../loopback/judgingModelServer';
import type { ModelServer } from '../loopback/modelServer';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const key = 'sk-e2e-7d1f0c2b9a';

describe('an API key', () => {
  let server: ModelServer | undefined;
  const running = useWorkbench(async () => {
    server = await judgingModelServer();
    return {
      vsixFiles: [productVsix()],
      settings: { 'tutorPromptLab.connections': { loopback: { address: server.url, needsKey: true } } },
    };
  });

  test('that is missing is asked for first, and goes to its connection and into no file', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    const slow = await readFile(path.join(workspace.folder, 'prompts/slow.prompt.md'), 'utf8');
    await writeFile(path.join(workspace.folder, 'prompts/keyed.prompt.md'), slow.replaceAll('openai:', 'loopback:'));
    await workbench.openFile('prompts/keyed.prompt.md');
    const field = page.getByRole('textbox', { name: /loopback API key|secret storage/ });
    const dialog = page.getByRole('dialog');
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    await field.waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
    await workbench.panelFrame({ containing: 'text=Not evaluated yet' });
    expect(await dialog.count()).toBe(0);

    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    await field.fill(key);
    expect(await field.getAttribute('type')).toBe('password');
    await page.keyboard.press('Enter');
    await pollUntil('the word that the key is stored', async () =>
      (await workbench.notifications()).some((text) => text.includes('key is stored')) ? true : undefined,
    );

    // What is sent, and to whom, is said before anything is.
    await dialog
      .getByText(/40 tutor calls and \d+ judge calls. Data is sent to loopback:loopback-tutor at http/)
      .waitFor();
    expect(server?.calls).toBe(0);
    await dialog.getByRole('button', { name: 'Evaluate', exact: true }).click();
    await pollUntil('the run', async () =>
      (await readRuns(workspace.folder))[0]?.status === 'completed' ? true : undefined,
    );

    const sent = new Set(server?.requests.map(({ headers }) => headers.authorization));
    expect([...sent]).toEqual([`Bearer ${key}`]);
    expect(await filesWith(workspace.folder, key)).toEqual([]);
    expect(await filesWith(running().server.logsFolder, key)).toEqual([]);
  });
});

describe('a folder in Restricted Mode', () => {
  const running = useWorkbench(() => ({ vsixFiles: [productVsix()], restricted: true }));

  test('starts no run, and says why and what to do', async () => {
    const { workbench, workspace } = running();
    await workbench.openFile('rule.tutor.md');
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    const panel = await workbench.panelFrame({ containing: 'text=Restricted Mode' });
    await panel.getByRole('button', { name: 'Manage workspace trust' }).first().waitFor();
    await workbench.screenshot(path.resolve('out/screenshots/restricted.png'));
    expect(await readRuns(workspace.folder)).toEqual([]);
  });
});

/** Files below a folder that contain a text, in any part of their bytes. */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const found = await Promise.all(files.map(async (file) => ((await readFile(file)).includes(text) ? [file] : [])));
  return found.flat();
}
