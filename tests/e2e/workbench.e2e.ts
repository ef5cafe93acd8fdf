import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { useWorkbench } from '../workbench/useWorkbench';

/** Eight bytes that every PNG file begins with. */
const PNG_SIGNATURE = '89504e470d0a1a0a';

describe('the workbench', () => {
  const running = useWorkbench(() => ({ vsixFiles: [productVsix()], allBuiltIn: true }));

  test('opens a file of the folder and shows its text', async () => {
    const { workbench, workspace } = running();
    await mkdir(path.join(workspace.folder, 'notes'));
    await writeFile(path.join(workspace.folder, 'notes', 'first.md'), 'Ask before you tell.\n');

    await workbench.openFile('notes/first.md');

    const text = await pollUntil('text in the editor', async () => (await workbench.editorText()) || undefined);
    expect(text).toBe('Ask before you tell.\n');
    await mkdir('out/screenshots', { recursive: true });
    await workbench.screenshot('out/screenshots/workbench.png');
    expect((await readFile('out/screenshots/workbench.png')).subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
  });

  test('shows nothing a test did not ask for', async () => {
    const { workbench } = running();
    expect(await workbench.notifications()).toEqual([]);
    expect(workbench.consoleErrors().filter((error) => error.source === 'webview')).toEqual([]);
    expect(await workbench.page.getByRole('dialog').count()).toBe(0);
  });
});
