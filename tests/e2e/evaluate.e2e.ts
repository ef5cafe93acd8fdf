import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgingModelServer } from '../loopback/judgingModelServer';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { useWorkbench } from '../workbench/useWorkbench';
import { readRuns } from '../workbench/readRuns';

const evaluate = 'Tutor Prompt: Evaluate Current Prompt';
const pictures = path.resolve('out/screenshots');

/** How many calls the slow server answers before it falls silent. */
const answered = 12;

describe('a prompt engineer', () => {
  /** While it is, the server falls silent after some calls: the run goes on until somebody cancels it. */
  let isSilent = true;
  const running = useWorkbench(async () => ({
    vsixFiles: [productVsix()],
    settings: {
      'tutorPromptLab.openai.baseUrl': await slowServer(() => isSilent),
      'tutorPromptLab.confirmBeforeSending': 'never',
    },
  }));

  test('evaluates offline and sees scores beside the file, the focus still in the editor', async () => {
    await mkdir(pictures, { recursive: true });
    const { workbench } = running();
    await workbench.openFile('rule.tutor.md');
    await workbench.runCommand(evaluate);
    const panel = await workbench.panelFrame({ containing: 'text=Evaluate again' });
    await panel.locator('.benchmark-line').first().waitFor();
    expect(await panel.getByText('simulated', { exact: true }).count()).toBeGreaterThan(0);
    expect(await panel.getByText('MRBench', { exact: true }).count()).toBeGreaterThan(0);
    const focused = await workbench.page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null);
    expect(focused).toBe(true);
    await workbench.screenshot(path.join(pictures, 'overview.png'));
    await workbench.unfold(panel);
    await panel.getByText('P-Redirect').first().waitFor();
  });

  test('opens a failing case and reads the verdicts with their reasons', async () => {
    const { workbench } = running();
    const panel = await workbench.panelFrame({ containing: 'text=Evaluate again' });
    await panel.getByRole('tab', { name: /^Cases/ }).click();
    const first = panel.getByRole('listbox', { name: /cases/i }).getByRole('option').first();
    // Worst first: the top of the list fails something.
    expect(await first.ariaSnapshot()).toContain('not as wanted');
    await first.click();
    await panel.getByText('Reply', { exact: true }).first().waitFor();
    await panel.getByRole('heading', { name: 'Verdicts' }).first().waitFor();
    await workbench.screenshot(path.join(pictures, 'case.png'));
  });

  test('reloads the window and finds it all again, in the same view', async () => {
    const { workbench, workspace } = running();
    await workbench.reload();
    const panel = await workbench.panelFrame({ containing: 'text=Evaluate again' });
    const tab = panel.getByRole('tab', { name: /^Cases/ });
    await tab.waitFor();
    expect(await tab.getAttribute('aria-selected')).toBe('true');
    expect((await readRuns(workspace.folder)).length).toBe(1);
    await workbench.screenshot(path.join(pictures, 'reloaded.png'));
  });

  test('cancels a run against a slow server, keeps what arrived and resumes it', async () => {
    const { workbench, workspace } = running();
    await workbench.openFile('prompts/slow.prompt.md');
    await workbench.runCommand(evaluate);
    const panel = await workbench.panelFrame({ containing: 'text=slow.prompt.md' });
    await panel.getByRole('button', { name: /^Cancel/ }).waitFor();
    const slowRun = async () =>
      (await readRuns(workspace.folder)).find((run) => run.prompt === 'prompts/slow.prompt.md');
    await pollUntil('some replies', async () => ((await slowRun())?.replies ?? 0) >= 3 || undefined);
    await workbench.screenshot(path.join(pictures, 'running.png'));
    await panel.getByRole('button', { name: /^Cancel/ }).click();
    await panel.getByRole('button', { name: /^Resume/ }).waitFor();
    const cancelled = await slowRun();
    expect(cancelled?.status).toBe('cancelled');
    isSilent = false;
    await workbench.screenshot(path.join(pictures, 'cancelled.png'));
    await panel.getByRole('button', { name: /^Resume/ }).click();
    const done = await pollUntil('the resumed run', async () => {
      const run = await slowRun();
      return run?.status === 'completed' ? run : undefined;
    });
    expect(done.runId).toBe(cancelled?.runId);
    // Nothing is asked twice: each planned reply stands once in the journal.
    expect(done.replies).toBe(done.samples);
    await workbench.screenshot(path.join(pictures, 'resumed.png'));
  });

  test('is told on the very words what is wrong with a prompt, and nothing runs', async () => {
    const { workbench, workspace } = running();
    await workbench.openFile('prompts/broken.prompt.md');
    await workbench.runCommand(evaluate);
    const panel = await workbench.panelFrame({ containing: 'text=studnet_message' });
    await panel.getByText('Did you mean {{student_message}}?', { exact: false }).waitFor();
    expect((await readRuns(workspace.folder)).some((run) => run.prompt === 'prompts/broken.prompt.md')).toBe(false);
    await workbench.screenshot(path.join(pictures, 'blocked.png'));
  });

  test('never met a policy violation or an error in the panel', () => {
    const errors = running()
      .workbench.consoleErrors()
      .filter((error) => error.source === 'webview' || error.kind === 'policy');
    expect(errors).toEqual([]);
  });
});

/** Replies after 0.1 s, and while `isSilent` to the first calls only. */
async function slowServer(isSilent: () => boolean): Promise<string> {
  const server = await judgingModelServer({
    latencyMs: 100,
    fault: ({ call }) => (isSilent() && call > answered ? { kind: 'neverAnswers' } : undefined),
  });
  return `${server.url}/v1`;
}
