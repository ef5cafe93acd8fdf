import * as vscode from 'vscode';
import { baselineChoice } from '../../core/revisions/baseline';
import { prunePlan } from '../../core/revisions/prunePlan';
import type { RunPair } from '../../protocol/messages';
import { mayWait } from '../batches/waitingRuns';
import { plainLine } from '../revisions/revisionText';
import { readSettings } from '../settings';
import type { PromptController } from './promptController';

/** Characters of a notification that people still read. */
const longestAnswer = 500;

const finished: ReadonlySet<string> = new Set(['completed', 'incomplete']);

/**
 * When the run `runId` has ended: says in one line how the prompt compares with its baseline, and deletes the runs that the setting
 * `keepRuns` leaves no room for. Does nothing where another run is shown by now. Never rejects.
 */
export async function afterEvaluation(
  controller: PromptController,
  runId: string,
  log: vscode.LogOutputChannel,
  compare: (pair: RunPair) => void,
): Promise<void> {
  const { session } = controller;
  if (session?.manifest.runId !== runId || !finished.has(session.state.status?.status ?? '')) return;
  const measured = await controller.baseline.measure();
  if (measured !== undefined) {
    const { before, after, answer } = measured;
    const { passedOver } = baselineChoice(await controller.revisions.ownHistory(), after.id);
    void tell(plainLine([answer, passedOver].filter(Boolean).join(' '), longestAnswer), () =>
      compare({ before: before.id, after: after.id }),
    );
  }
  await prune(controller, log).catch((error: unknown) => {
    log.warn('Old runs could not be deleted.', error instanceof Error ? error.message : String(error));
  });
}

async function tell(text: string, compare: () => void): Promise<void> {
  const show = vscode.l10n.t('Compare');
  if ((await vscode.window.showInformationMessage(text, show)) === show) compare();
}

async function prune({ uri, revisions }: PromptController, log: vscode.LogOutputChannel): Promise<void> {
  const { keepRuns } = readSettings(uri);
  // What stands under an untitled document's name may be another prompt's, and nothing brings deleted runs back.
  if (keepRuns === undefined || uri.scheme === 'untitled') return;
  const history = await revisions.history();
  const waiting = await mayWait(
    revisions.location.root,
    history.runs.map(({ id }) => id),
  );
  const plan = prunePlan(history, { keep: keepRuns, waiting });
  if (plan.length === 0) return;
  const { deleted, left } = await revisions.delete(plan);
  log.info(`Deleted ${deleted.length} runs beyond the ${keepRuns} that are kept: ${deleted.join(', ')}.`);
  for (const { runId, reason } of left) log.warn(`Run ${runId} is beyond those that are kept and stays.`, reason);
}
