import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const file = 'coach.tutor.md';
const pictures = path.resolve('out/pictures');
const promptWith = (rule: string): string =>
  `---\nbenchmarks: [guideeval]\nlimit: 20\n---\nYou are a patient coach.\n\n- ${rule}\n- Ask one question at a time.\n`;

describe('Tutor Prompt Lab in Swedish', { timeout: 4 * 60_000 }, () => {
  const running = useWorkbench(() => ({
    vsixFiles: [productVsix()],
    settings: { 'tutorPromptLab.confirmBeforeSending': 'never', 'tutorPromptLab.language': 'sv' },
  }));

  test('has editor, panel and comparison in one language', async () => {
    const { workbench, workspace } = running();
    const { page } = workbench;
    const evaluated = async (count: number): Promise<void> => {
      await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
      await pollUntil(`finished runs: ${String(count)}`, async () =>
        (await readRuns(workspace.folder)).filter(({ status }) => status === 'completed').length === count
          ? true
          : undefined,
      );
    };
    await writeFile(path.join(workspace.folder, file), promptWith('Never give the final answer.'));
    await workbench.openFile(file);
    await page.locator('.codelens-decoration').getByText('Utvärdera').waitFor();
    await evaluated(1);
    const panel = await workbench.panelFrame();
    await panel.getByRole('tab', { name: 'Översikt' }).waitFor();
    // The page's own words, and those of the report, which the host makes.
    await panel.getByText('Benchmarkar').first().waitFor();
    await panel.getByText('Simulerat: svaren').first().waitFor();
    expect(await panel.locator('html').getAttribute('lang')).toBe('sv');
    await mkdir(pictures, { recursive: true });
    await page.screenshot({ path: path.join(pictures, 'swedish-overview.png') });

    await writeFile(path.join(workspace.folder, file), promptWith('Give the final answer.'));
    await workbench.openFile(file);
    await evaluated(2);
    await panel.getByRole('tab', { name: 'Jämför' }).click();
    // The thread makes the comparison.
    await panel.locator('#compare-answer').waitFor();
    expect(await panel.locator('#compare-answer').innerText()).toMatch(/simulerad tutor var med/);
    await page.screenshot({ path: path.join(pictures, 'swedish-compare.png') });
  });

  test('stores nothing in that language', async () => {
    const store = path.join(running().workspace.folder, '.tutor-prompt-lab');
    // Samples have names of people from everywhere.
    const entries = await readdir(store, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && entry.name !== 'samples.jsonl')
      .map(({ parentPath, name }) => path.join(parentPath, name));
    expect(files.length).toBeGreaterThan(4);
    const texts = await Promise.all(files.map(async (one) => [one, await readFile(one, 'utf8')] as const));
    expect(texts.filter(([, text]) => /[åäö]/i.test(text)).map(([one]) => one)).toEqual([]);
  });
});
