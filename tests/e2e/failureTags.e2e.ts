import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { ModelRequest } from '../loopback/modelRequest';
import { startModelServer, type ModelServer } from '../loopback/modelServer';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const pictures = path.resolve('out/screenshots');

/** The tag that fits a failing reply to what the student did. */
function tagFor(text: string): string {
  if (text.includes('is: right answer')) return 'perc.acc.lost_intent';
  if (text.includes('is: wrong answer')) return 'perc.err.uncritical_acceptance';
  return text.includes('is: confusion') ? 'orch.neg.no_new_input' : 'orch.pos.rigid_checkpointing';
}

function isTagging({ body }: ModelRequest): boolean {
  return JSON.stringify(body).includes('failure_tags');
}

/** A judge that finds every reply failing. */
function strictJudge(request: ModelRequest): string {
  const text = JSON.stringify(request.body);
  if (isTagging(request)) return JSON.stringify({ reasoning: 'It fits.', tags: [tagFor(text)] });
  if (text.includes('"perception"')) return '{"reasoning": "It agrees.", "perception": 0}';
  if (text.includes('"orchestration"')) return '{"reasoning": "It moves on.", "orchestration": 0}';
  return '{"reasoning": "One step.", "question_level": 2}';
}

function askIn(panel: Frame): Locator {
  return panel.locator('.failure-tags').getByRole('button', { name: 'Ask how they failed…' });
}

describe('failing replies of a run', () => {
  let server: ModelServer | undefined;
  const running = useWorkbench(async () => {
    server = await startModelServer({ reply: strictJudge });
    return {
      vsixFiles: [productVsix()],
      settings: {
        'tutorPromptLab.benchmarks': ['guideeval'],
        'tutorPromptLab.tutor': 'offline',
        'tutorPromptLab.openai.baseUrl': `${server.url}/v1`,
        'tutorPromptLab.judges': ['openai:one'],
        'tutorPromptLab.limit': 4,
        'tutorPromptLab.comparison.judgeAll': true,
        'tutorPromptLab.confirmBeforeSending': 'never',
      },
    };
  });

  test('are given tags by the judge once the user agrees, which are shown and change no score', async () => {
    const { workbench, workspace } = running();
    await workbench.openFile('original.tutor.md');
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    const run = await pollUntil('the run', async () =>
      (await readRuns(workspace.folder)).find(({ status }) => status === 'completed'),
    );
    const panel = await workbench.panelFrame({ containing: 'text=Evaluate again' });
    await workbench.unfold(panel);
    const scores = await panel.locator('.metrics').allInnerTexts();
    const judged = server?.calls ?? 0;
    expect(judged).toBe(run.judgements);

    const dialog = workbench.page.getByRole('dialog');
    await askIn(panel).click();
    await dialog.getByText('Ask the judge how the failing replies fail?').waitFor();
    await dialog.getByText(/\b8 judge calls/).waitFor();
    // The answers of the run were to other questions, and shorter.
    expect(await dialog.getByText(/earlier answers/).count()).toBe(0);
    await workbench.screenshot(path.join(pictures, 'failureTagsAsked.png'));
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    await askIn(panel).click();
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    await panel.getByText(/Tagged: 8 of 8 replies .*, by\s+openai:one\./).waitFor();
    await workbench.screenshot(path.join(pictures, 'failureTags.png'));
    expect([server?.calls, server?.requests.filter(isTagging).length]).toEqual([judged + 8, 8]);
    expect(await panel.locator('.metrics').allInnerTexts()).toEqual(scores);
    expect(await readRuns(workspace.folder)).toEqual([run]);
    expect(await panel.locator('.tag-ask').count()).toBe(0);

    const shown = await panel.locator('.failure-tags .bars-label').first().innerText();
    await panel.locator('.failure-tags').getByRole('button', { name: shown }).click();
    await panel.locator('.case-row .case-tag', { hasText: shown }).first().waitFor();
  });

  test('are not asked about where the judge is offline, which is said with the way out', async () => {
    const { workbench, workspace } = running();
    const asked = server?.calls;
    const file = path.join(workspace.folder, 'offline.tutor.md');
    const prompt = '---\njudges: offline\n---\nYou are a tutor. Always ask one question.\n';
    await writeFile(file, prompt);
    await workbench.openFile('offline.tutor.md');
    await workbench.runCommand('Tutor Prompt: Evaluate Current Prompt');
    const panel = await workbench.panelFrame({ containing: 'h1:has-text("offline.tutor.md")' });
    await workbench.unfold(panel);
    await askIn(panel).click();
    const said = await pollUntil('the reason', async () =>
      (await workbench.notifications()).find((text) => text.includes('Failure tags need a language model')),
    );
    expect(said).toMatch(/^Error: Tutor Prompt: Failure tags need a language model, .*Choose Models/);
    // A judge that is chosen in the file now is asked, though the run was judged offline.
    await writeFile(file, prompt.replace('judges: offline', 'judges: openai:two'));
    await panel.getByText('judged by openai:two').waitFor({ state: 'attached' });
    await askIn(panel).click();
    const dialog = workbench.page.getByRole('dialog');
    await dialog.getByText(/Data is sent to openai:two at/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    expect(server?.calls).toBe(asked);
  });
});
