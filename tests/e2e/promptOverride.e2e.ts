import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileRunStore } from '../../src/core/store/fileRunStore';
import { judgingModelServer } from '../loopback/judgingModelServer';
import type { ModelServer } from '../loopback/modelServer';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const mark = 'When in doubt, say No.';

describe('a custom judge prompt in the workbench', () => {
  let server: ModelServer | undefined;
  const running = useWorkbench(async () => {
    server = await judgingModelServer();
    return {
      vsixFiles: [productVsix()],
      settings: {
        'tutorPromptLab.openai.baseUrl': `${server.url}/v1`,
        'tutorPromptLab.benchmarks': ['mrbench'],
        'tutorPromptLab.tutor': 'offline',
        'tutorPromptLab.judges': ['openai:one', 'openai:two'],
        'tutorPromptLab.judging.majority': true,
        'tutorPromptLab.limit': 2,
        'tutorPromptLab.comparison.judgeAll': true,
        'tutorPromptLab.confirmBeforeSending': 'never',
      },
    };
  });

  async function pick(title: RegExp, name: RegExp): Promise<void> {
    const { page } = running().workbench;
    await page.locator('.quick-input-widget', { hasText: title }).waitFor();
    await page.getByRole('option', { name }).first().click();
  }

  function marked(): number {
    return server?.requests.filter(({ body }) => JSON.stringify(body).includes(mark)).length ?? 0;
  }

  test('is written from the built-in text, asked by every judge, and said beside the majority’s scores', async () => {
    const { workbench, workspace } = running();
    const file = path.join(workspace.folder, 'judges', 'mrbench', 'actionability.md');
    await workbench.openFile('original.tutor.md');
    await workbench.runCommand('Tutor Prompt: Customize Judge Prompt…');
    await pick(/Customize a judge of/, /^MRBench/);
    await pick(/Judge of MRBench/, /^Actionability/);
    const text = await pollUntil('the file', () => readFile(file, 'utf8').catch(() => undefined));
    await workbench.page.getByRole('tab', { name: /actionability\.md/ }).waitFor();
    expect(text).toMatch(/^---\njudge: actionability\nreplaces: [0-9a-f]{8}\n---\n/);

    expect(text).toContain('\nLabels:\n');
    await writeFile(file, text.replace('\nLabels:\n', `\n${mark}\nLabels:\n`));
    await workbench.openFile('original.tutor.md');
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    const run = await pollUntil('the run', async () =>
      (await readRuns(workspace.folder)).find(({ status }) => status === 'completed'),
    );
    // Two judges, two replies: each is asked with the custom prompt once, and with the other seven built-in ones.
    expect([marked(), server?.calls]).toEqual([4, 32]);
    const { manifest } = await new FileRunStore(path.join(workspace.folder, '.tutor-prompt-lab')).open(run.runId);
    expect(manifest.benchmarks[0]?.promptOverrides?.map(({ file: shown }) => shown)).toEqual([
      'judges/mrbench/actionability.md',
    ]);

    const panel = await workbench.panelFrame({ containing: 'text=Evaluate again' });
    await workbench.unfold(panel);
    await panel.getByText('Custom judge prompt for MRBench: actionability').first().waitFor();
    expect(await panel.locator('.metrics td.judge', { hasText: 'majority of 2' }).count()).toBeGreaterThan(0);
    await panel.getByText('They agree in every case.').waitFor();
    await workbench.screenshot(path.resolve('out/screenshots/judge-prompt.png'));
  });

  test('keeps a run from starting while a part of it is missing, and says which', async () => {
    const { workbench, workspace } = running();
    const file = path.join(workspace.folder, 'judges', 'mrbench', 'actionability.md');
    const before = server?.calls;
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('"To some extent"', 'partly'));
    await workbench.openFile('original.tutor.md');
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    const panel = await workbench.panelFrame({ containing: '.notice.error' });
    const words = await panel.locator('.notice.error').first().innerText();
    expect(words).toContain('judges/mrbench/actionability.md: Not named: "To some extent".');
    expect(server?.calls).toBe(before);
    expect((await readRuns(workspace.folder)).length).toBe(1);
  });
});
