import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import type { RunningWorkbench } from '../workbench/runningWorkbench';
import { useWorkbench } from '../workbench/useWorkbench';

const evaluate = 'Tutor Prompt: Evaluate Current Prompt';
const pictures = path.resolve('out/screenshots');
const prompt = 'lesson.tutor.md';

/** The text of a prompt in the workspace, as somebody saves it from outside. */
async function savePrompt({ workspace }: RunningWorkbench, from: string): Promise<string> {
  const text = await readFile(path.join(workspace.folder, from), 'utf8');
  await writeFile(path.join(workspace.folder, prompt), text);
  return text;
}

async function runCount({ workspace }: RunningWorkbench, count: number): Promise<void> {
  await pollUntil(`${count} finished runs`, async () => {
    const runs = (await readRuns(workspace.folder)).filter((run) => run.prompt === prompt);
    return runs.length === count && runs.every(({ status }) => status === 'completed') ? runs : undefined;
  });
}

describe('a prompt that is changed', () => {
  const running = useWorkbench(() => ({ vsixFiles: [productVsix()] }));

  test('is said to be better in one line, and where the rules address it', async () => {
    await mkdir(pictures, { recursive: true });
    const { workbench } = running();
    await savePrompt(running(), 'original.tutor.md');
    await workbench.openFile(prompt);
    await workbench.runCommand(evaluate);
    await runCount(running(), 1);
    const rules = await savePrompt(running(), 'rule.tutor.md');
    const lastLine = rules.trimEnd().split('\n').at(-1) ?? '';
    await pollUntil('the editor to show the new text', async () =>
      (await workbench.editorText()).includes(lastLine.slice(0, 30)) ? true : undefined,
    );
    await workbench.runCommand(evaluate);
    await runCount(running(), 2);
    const [said] = await pollUntil('the answer', async () => {
      const found = (await workbench.notifications()).filter((text) => /better at/i.test(text));
      return found.length > 0 ? found : undefined;
    });
    expect(said).toMatch(/P-Redirect \(\+\d\.\d\d, /);
    expect(said).toContain('(simulated)');
    expect(said).not.toMatch(/worse at/i);
  });

  test('shows both runs side by side from the notification', async () => {
    const { workbench } = running();
    await workbench.page.getByRole('button', { name: 'Compare', exact: true }).click();
    const panel = await workbench.panelFrame({ containing: '#tab-compare' });
    await expect.poll(() => panel.locator('#tab-compare').getAttribute('aria-selected')).toBe('true');
    await panel.getByText('better', { exact: true }).first().waitFor();
    await workbench.screenshot(path.join(pictures, 'compare.png'));
  });

  test('has a history of two revisions, with the change of each', async () => {
    const { workbench } = running();
    const panel = await workbench.panelFrame({ containing: '#tab-history' });
    await panel.locator('#tab-history').click();
    await expect
      .poll(() =>
        panel
          .getByRole('listbox', { name: /revisions/i })
          .getByRole('option')
          .count(),
      )
      .toBe(2);
    await workbench.screenshot(path.join(pictures, 'history.png'));
  });
});
