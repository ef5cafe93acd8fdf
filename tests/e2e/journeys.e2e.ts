import path from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { judgingModelServer } from '../loopback/judgingModelServer';
import { ruleTutorServer } from '../loopback/ruleTutorServer';
import { pollUntil } from '../workbench/pollUntil';
import { productVsix } from '../workbench/productVsix';
import { readRuns } from '../workbench/readRuns';
import { useWorkbench } from '../workbench/useWorkbench';

const file = 'original.tutor.md';

/** Clicks and seconds of a journey, without typed text. No command is called by its name. */
class Journey {
  clicks = 0;
  readonly #from = performance.now();

  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }

  /** Prints a row of the table in bench/README.md. */
  end(name: string, most: number): void {
    const seconds = (performance.now() - this.#from) / 1_000;
    console.log(`| ${name} | ${this.clicks} | ${seconds.toFixed(0)} s |`);
    expect(this.clicks, name).toBeLessThanOrEqual(most);
  }
}

describe('a new user, by clicks alone', { timeout: 4 * 60_000 }, () => {
  const running = useWorkbench(async () => {
    const { url } = await judgingModelServer({ models: [{ id: 'qwen3:8b', max_model_len: 40_960 }] });
    return {
      vsixFiles: [productVsix()],
      // The seconds are those of a user.
      allBuiltIn: true,
      settings: {
        // Stands for Ollama, whose port may be in use on this machine.
        'tutorPromptLab.connections': { kitchen: { address: `${url}/v1`, price: { input: 0, output: 0 } } },
        // Enough for a decision.
        'tutorPromptLab.limit': 12,
        'remote.autoForwardPorts': false,
      },
    };
  });

  async function finished(count: number): Promise<void> {
    await pollUntil(`${count} finished runs`, async () => {
      const runs = await readRuns(running().workspace.folder);
      return runs.filter(({ status }) => status === 'completed').length === count ? true : undefined;
    });
  }

  async function addRule(journey: Journey, rule: string): Promise<void> {
    const { page } = running().workbench;
    await journey.click(page.locator('.editor-group-container').first().locator('.view-line').last());
    await page.keyboard.press('Control+End');
    await page.keyboard.type(`\n${rule}`);
  }

  test('sees what an edit changes in simulated replies after at most six', async () => {
    const { workbench } = running();
    const { page } = workbench;
    const journey = new Journey();
    await journey.click(page.locator('.explorer-folders-view').getByText(file));
    await journey.click(page.locator('.codelens-decoration a', { hasText: 'Evaluate' }));
    await finished(1);
    const panel = await workbench.panelFrame({ containing: '#tab-compare' });
    await panel.getByRole('heading', { name: 'Fix first' }).waitFor();
    journey.end('first scores of a prompt, simulated', 2);
    await addRule(journey, '- If the reply is incorrect, help the learner notice it.');
    await journey.click(panel.getByRole('button', { name: 'Evaluate', exact: true }));
    await finished(2);
    await journey.click(panel.locator('#tab-compare'));
    await panel.locator('#compare-answer').waitFor();
    journey.end('from a fresh install to what an edit changes, simulated', 5);
    await workbench.screenshot(path.resolve('out/pictures/journey-simulated.png'));
  });

  test('reads a failing case at the rule that it concerns, and its transcript', async () => {
    const { workbench } = running();
    const { page } = workbench;
    const journey = new Journey();
    await journey.click(page.locator('.comment-range-glyph.comment-thread').first());
    const thread = page.locator('.review-widget');
    await thread.getByText('Student').first().waitFor();
    await journey.click(thread.getByRole('button', { name: 'Open Case in Panel' }));
    const panel = await workbench.panelFrame({ containing: '#tab-compare' });
    await panel.getByRole('heading', { name: 'Verdicts' }).first().waitFor();
    journey.end('a failing case at its rule, and its transcript', 2);
    await workbench.screenshot(path.resolve('out/pictures/journey-case.png'));
  });

  test('learns which rules do something', async () => {
    const { workbench } = running();
    const { page } = workbench;
    const journey = new Journey();
    await journey.click(page.locator('.codelens-decoration a', { hasText: 'GuideEval' }).last());
    await journey.click(page.getByRole('option', { name: 'Test Rules' }));
    const panel = await workbench.panelFrame({ containing: '.rules' });
    await panel.locator('.rules').first().waitFor();
    journey.end('what each rule adds, simulated', 2);
    await workbench.screenshot(path.resolve('out/pictures/journey-rules.png'));
  });

  test('decides on an edit with a model on this machine', async () => {
    const { workbench } = running();
    const { page } = workbench;
    const journey = new Journey();
    const panel = await workbench.panelFrame({ containing: '#tab-compare' });
    await journey.click(panel.locator('.tutor.simulated, .tutor').first());
    await journey.click(page.getByRole('option', { name: /^kitchen:qwen3:8b/ }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Data is sent to kitchen:qwen3:8b .*\(tutor, judge\)/).waitFor();
    await workbench.screenshot(path.resolve('out/pictures/journey-dialog.png'));
    await journey.click(dialog.getByRole('button', { name: 'Evaluate', exact: true }));
    await finished(3);
    await addRule(journey, '- Keep each reply under forty words.');
    await journey.click(panel.getByRole('button', { name: /^Evaluate/ }));
    await finished(4);
    const decision = panel.locator('.decision');
    await decision.getByText('Not settled').waitFor();
    await decision.getByText('added rule 6').waitFor();
    await workbench.screenshot(path.resolve('out/pictures/journey-decision.png'));
    journey.end('from simulation to a decision on an edit, with a model on this machine', 5);
  });
});

describe('from a fresh install, by clicks alone', { timeout: 4 * 60_000 }, () => {
  const running = useWorkbench(async () => {
    const { url } = await ruleTutorServer({ models: [{ id: 'qwen3:8b', max_model_len: 40_960 }] });
    return {
      vsixFiles: [productVsix()],
      allBuiltIn: true,
      settings: {
        // Stands for Ollama, whose port may be in use on this machine.
        'tutorPromptLab.connections': { kitchen: { address: `${url}/v1`, price: { input: 0, output: 0 } } },
        'remote.autoForwardPorts': false,
      },
    };
  });

  test('a model on this machine decides on an edit of the walkthrough’s sample prompt after six', async () => {
    const { workbench } = running();
    const { page } = workbench;
    // VS Code opens the walkthrough of an extension that was just installed. The tests' settings keep it from that.
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await page
      .getByRole('option', { name: /Tutor Prompt Lab/ })
      .first()
      .click();
    const sample = page.getByRole('button', { name: 'Evaluate a Sample Prompt' });
    await sample.waitFor();
    await workbench.screenshot(path.resolve('out/pictures/journey-walkthrough.png'));
    const journey = new Journey();
    await journey.click(sample);
    const panel = await workbench.panelFrame({ containing: '.fix-first, .tutor.simulated' });
    await panel.getByRole('heading', { name: 'Fix first' }).waitFor();

    await journey.click(panel.locator('.tutor.simulated'));
    const found = page.getByRole('option', { name: /^kitchen:qwen3:8b/ });
    await found.waitFor();
    await workbench.screenshot(path.resolve('out/pictures/journey-models.png'));
    await journey.click(found);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Data is sent to kitchen:qwen3:8b/).waitFor();
    await workbench.screenshot(path.resolve('out/pictures/journey-sending.png'));
    await journey.click(dialog.getByRole('button', { name: 'Evaluate', exact: true }));
    await panel.locator('.tutor:not(.simulated)').getByText('kitchen:qwen3:8b').waitFor();
    const again = panel.getByRole('button', { name: 'Evaluate again', exact: true });
    await again.waitFor();

    await journey.click(page.locator('.editor-group-container').first().locator('.view-line').last());
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n- If the reply is incorrect, help the learner notice it.');
    // The same goes to the same model at the same cost, so nothing is asked; it is only said.
    await journey.click(panel.getByRole('button', { name: 'Evaluate', exact: true }));
    await pollUntil('the word of what is sent', async () =>
      (await workbench.notifications()).some((text) => /Data is sent to kitchen.*You agreed/s.test(text))
        ? true
        : undefined,
    );
    await panel.locator('.decision').getByText('Adopt').first().waitFor();
    await workbench.screenshot(path.resolve('out/pictures/journey-decided.png'));
    journey.end('from a fresh install to a decision on an edit, with a model on this machine', 6);
  });
});
