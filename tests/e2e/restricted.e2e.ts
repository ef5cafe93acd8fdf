import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { useWorkbench } from '../workbench/useWorkbench';

const fixture = '20261121-041911-9exv';
const file = 'rule.tutor.md';
const longAgo = new Date('2000-01-01T00:00:00Z');

describe('a store in a folder in Restricted Mode', () => {
  const running = useWorkbench(() => ({ vsixFiles: [productVsix()], restricted: true }));
  const store = (): string => path.join(running().workspace.folder, '.tutor-prompt-lab');

  /** Two runs of the prompt, neither of which was summed up. */
  beforeAll(async () => {
    for (const id of [fixture, '20261122-041911-9exv']) {
      const run = path.join(store(), 'runs', id);
      await mkdir(path.dirname(run), { recursive: true });
      await cp(path.resolve('test-fixtures/runs-1/runs', fixture), run, { recursive: true });
      const manifest = JSON.parse(await readFile(path.join(run, 'run.json'), 'utf8')) as { prompt: object };
      const own = { ...manifest, runId: id, prompt: { ...manifest.prompt, path: file } };
      await writeFile(path.join(run, 'run.json'), JSON.stringify(own));
    }
    for (const { name } of await contents()) await utimes(path.join(store(), name), longAgo, new Date());
  });

  async function contents(): Promise<readonly { name: string; hash: string; changedAt: number; readAt: number }[]> {
    const entries = await readdir(store(), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    return Promise.all(
      files.sort().map(async (one) => {
        const { mtimeMs, atimeMs } = await stat(one);
        const hash = createHash('sha256')
          .update(await readFile(one))
          .digest('hex');
        return { name: path.relative(store(), one), hash, changedAt: mtimeMs, readAt: atimeMs };
      }),
    );
  }

  async function read(): Promise<readonly string[]> {
    const files = await readdir(store(), { recursive: true });
    const times = await Promise.all(files.map(async (name) => ({ name, of: await stat(path.join(store(), name)) })));
    return times.filter(({ of }) => of.isFile() && of.atimeMs > longAgo.getTime()).map(({ name }) => name);
  }

  test('is not read before somebody asks to see a run, and is not written to then', async () => {
    const { workbench } = running();
    expect(await read()).toEqual([]);
    await workbench.openFile(file);
    const lens = workbench.page.locator('.codelens-decoration', { hasText: 'Evaluate' }).first();
    await pollUntil('the line above the file', async () => ((await lens.count()) > 0 ? true : undefined));
    await workbench.page.locator('.activitybar').getByRole('tab', { name: 'Tutor Prompt Lab' }).click();
    await workbench.page.getByRole('treeitem', { name: file }).waitFor();
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    await workbench.panelFrame({ containing: 'text=Restricted Mode' });
    expect(await read()).toEqual([]);
    expect(await workbench.page.getByRole('treeitem', { name: /^Revision / }).count()).toBe(0);

    const before = (await contents()).map(({ name, hash, changedAt }) => ({ name, hash, changedAt }));
    await workbench.runCommand('Tutor Prompt: Show Results');
    await workbench.runCommand('Tutor Prompt: Show History');
    const panel = await workbench.panelFrame({ containing: 'text=2 runs' });
    expect(await panel.locator('text=2 runs').count()).toBeGreaterThan(0);
    await workbench.runCommand('Tutor Prompt: Clear Cache');
    const said = workbench.page.getByText('nothing is written to the run store').first();
    await pollUntil('the refusal', async () => ((await said.count()) > 0 ? true : undefined));
    await workbench.screenshot(path.resolve('out/screenshots/restrictedStore.png'));
    expect((await contents()).map(({ name, hash, changedAt }) => ({ name, hash, changedAt }))).toEqual(before);
  });
});
