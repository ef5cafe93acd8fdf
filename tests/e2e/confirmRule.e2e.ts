import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../loopback/modelServer';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const file = 'lesson.tutor.md';
const prompt = `---
benchmarks: [mrbench]
targets: [mrbench/actionability]
---
You are a tutor.

- Ask one question at a time.
- Write in British spelling.
- Sign with your name.
`;
const pictures = path.resolve('out/pictures');

describe('the question before a removal is confirmed', { timeout: 4 * 60_000 }, () => {
  let server: ModelServer | undefined;
  // Only what a real model is asked for is asked about.
  const running = useWorkbench(async () => {
    server = await startModelServer({ reply: () => 'Good thinking. What would you try next?' });
    return {
      vsixFiles: [productVsix()],
      settings: {
        'tutorPromptLab.openai.baseUrl': `${server.url}/v1`,
        'tutorPromptLab.tutor': 'openai:rules',
        'tutorPromptLab.judges': ['offline'],
        'tutorPromptLab.confirmBeforeSending': 'never',
        'remote.autoForwardPorts': false,
      },
    };
  });

  async function ended(count: number): Promise<void> {
    await pollUntil(`${count} finished runs`, async () => {
      const runs = (await readRuns(running().workspace.folder)).filter((run) => run.prompt === file);
      return runs.length === count && runs.every(({ status }) => status === 'completed') ? runs : undefined;
    });
  }

  test('says who gets what, how many calls, and how many confirmations there were, before anything is sent', async () => {
    const { workbench, workspace } = running();
    await writeFile(path.join(workspace.folder, file), prompt);
    await workbench.openFile(file);
    await workbench.runCommand('Tutor Prompt: Test Rules');
    const dialog = workbench.page.getByRole('dialog');
    await dialog.getByText('Test 3 rules of lesson.tutor.md?').waitFor();
    // What will be left out, before a call is made.
    expect(await dialog.innerText()).toMatch(/\b2\. \S.*\n3\. \S.*\n4\. \S/);
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await ended(1);
    const panel = await workbench.panelFrame({ containing: '.rules' });
    expect(await panel.locator('#tab-rules').getAttribute('aria-selected')).toBe('true');

    const confirm = panel.getByRole('button', { name: /^Confirm the removal of 4\./ });
    const sent = server?.calls ?? 0;
    const asked = async (): Promise<string> => {
      await confirm.click();
      await dialog.getByText('Measure without rule 4 against lesson.tutor.md, on the half of the samples').waitFor();
      return dialog.innerText();
    };
    const words = await asked();
    expect(words).toContain('0 confirmations have used these samples so far, so “proved” needs a p of at most 0.025');
    expect(words).toContain(`Data is sent to openai:rules at ${server?.url ?? ''}/v1`);
    const planned = Number(/(\d+) tutor calls and/.exec(words)?.[1]);
    expect(planned).toBeGreaterThan(16);
    await mkdir(pictures, { recursive: true });
    await workbench.screenshot(path.join(pictures, 'confirm-asked.png'));
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(server?.calls).toBe(sent);

    // A question that was refused counts as no confirmation; one that was agreed to does.
    expect(await asked()).toContain('0 confirmations');
    await dialog.getByRole('button', { name: 'Measure', exact: true }).click();
    await ended(2);
    expect((server?.calls ?? 0) - sent).toBeLessThanOrEqual(planned);
    await panel.getByRole('heading', { name: 'What the edit gains' }).waitFor();
    // The test stays in the view, below the confirmation.
    expect(await asked()).toContain('1 confirmation has used these samples so far');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  });
});
