import * as vscode from 'vscode';
import { isEditorModel } from '../../core/providers/editorProvider';
import { costRange, estimateNotes } from '../../core/report/estimateReport';
import { shutdownNotes } from '../../core/results/shutdownNotes';
import { estimateRun } from '../../core/run/estimateRun';
import { type ObservedLengths, observeLengths } from '../../core/run/observedLengths';
import { type ObservedChanges, observeChanges } from '../../core/run/provableEdits';
import type { RunCaps } from '../../core/run/runCaps';
import type { RunSession } from '../../core/run/runSession';
import { recentRuns } from '../../core/store/readJournal';
import { modelDestination, modelName, modelsOf } from '../../core/store/manifestModel';
import { askedModels, type ManifestModel } from '../../core/store/runManifest';
import { extensionPrefix } from '../settings';
import type { RunContext } from './prepareRun';
import { capsOfRun, type PreparedRun } from './runInWindow';

/** Asks unless the user has agreed to these runs before. */
export async function confirmSending(runs: readonly PreparedRun[], context: RunContext): Promise<boolean> {
  const sending = runs.filter(({ session }) => askedModels(session.manifest).some((model) => !model.simulated));
  const manifests = sending.map(({ session }) => session.manifest);
  const isAsked = sending.some(({ purpose }) => purpose !== undefined);
  if (!isAsked && manifests.every((manifest) => context.agreed.has(manifest))) return true;
  if ((isAsked || context.settings.confirmBeforeSending) && !(await ask(sending, context))) return false;
  if (!isAsked) await context.agreed.add(manifests);
  return true;
}

async function ask(sending: readonly PreparedRun[], { prompt, settings }: RunContext): Promise<boolean> {
  const [first] = sending;
  if (first === undefined) return true;
  const lines: string[] = [];
  for (const run of sending) {
    const { manifest } = run.session;
    if (sending.length > 1) lines.push(`${manifest.prompt.name}:`);
    const { caps } = capsOfRun(run, settings.caps);
    // Tagging failures has shorter answers than runs, so their observed lengths do not apply.
    const lengths = run.purpose === undefined ? await observeLengths(manifest, recentRuns(prompt.root)) : undefined;
    const changes = run.purpose === undefined ? await observeChanges(manifest, recentRuns(prompt.root)) : undefined;
    lines.push(...linesOf(run.session, caps, lengths, changes, settings.guardMargin));
  }
  const { maxCostUsd, maxCalls } = first.session.manifest;
  if (sending.length > 1 && (maxCostUsd !== undefined || maxCalls !== undefined)) {
    lines.push('The cap applies to both runs together: the second gets what the first leaves.');
  }
  const { question, yes } = questionOf(first);
  // For resumed runs of others and for tagging, "don't ask again" must not apply to all runs.
  const always = first.purpose === undefined && first.isForeign !== true ? `${yes}, Don’t Ask Again` : undefined;
  const unseen = await neverAsked(first, prompt.root);
  const check = unseen && 'Check Model First';
  const buttons = [yes, always, check].filter((button) => button !== undefined);
  const shown = { modal: true, detail: lines.join('\n') };
  const answer = await vscode.window.showInformationMessage(question, shown, ...buttons);
  if (answer === undefined) return false;
  if (answer === always) {
    const configuration = vscode.workspace.getConfiguration(extensionPrefix);
    await configuration.update('confirmBeforeSending', false, vscode.ConfigurationTarget.Global);
  }
  if (unseen === undefined || answer !== check) return true;
  // The check may change what the user wants to run.
  void vscode.commands.executeCommand(`${extensionPrefix}.checkModel`, { reference: modelName(unseen) });
  return false;
}

/** The first model that no earlier run asked, worth a check before hundreds of calls. */
async function neverAsked({ session }: PreparedRun, root: string): Promise<ManifestModel | undefined> {
  const asked = new Set<string>();
  // A model in use appears in one of the newest runs.
  let left = 50;
  for await (const { manifest } of recentRuns(root)) {
    for (const model of modelsOf(manifest)) asked.add(modelDestination(model));
    if ((left -= 1) === 0) break;
  }
  return askedModels(session.manifest).find((model) => !model.simulated && !asked.has(modelDestination(model)));
}

const questions = {
  foreign:
    'Resume a run that you did not start in this editor? Its prompt and samples come from the store. The numbers below are for the whole run.',
  calibration: 'Send the labelled replies to the judge? The labels are not sent, and no tutor is asked.',
  rejudged: 'Send the replies to the judge again? The tutor is not asked.',
  recorded: 'Send the recorded replies to the judge? No tutor is asked.',
  evaluation: 'Send the prompt and the benchmark’s samples?',
};

function questionOf({ session: { manifest }, isForeign, purpose }: PreparedRun): NonNullable<PreparedRun['purpose']> {
  if (purpose !== undefined) return purpose;
  if (isForeign === true) return { question: questions.foreign, yes: 'Resume' };
  if (manifest.calibration !== undefined) return { question: questions.calibration, yes: 'Calibrate' };
  const kind = manifest.rejudgedFrom !== undefined ? 'rejudged' : manifest.recorded ? 'recorded' : 'evaluation';
  return { question: questions[kind], yes: 'Evaluate' };
}

function linesOf(
  session: RunSession,
  caps: RunCaps,
  lengths: ObservedLengths | undefined,
  changes: ObservedChanges | undefined,
  guardMargin: number | undefined,
): readonly string[] {
  const estimate = estimateRun(session, lengths, changes, guardMargin);
  const asked = askedModels(session.manifest);
  const ofEditor = new Set(asked.filter(({ provider }) => isEditorModel(provider)).map(modelName));
  const lines = [
    ...estimateNotes({ ...session.manifest, ...caps }, estimate),
    ...shutdownNotes(asked, new Date().toISOString()),
  ];
  if (ofEditor.size > 0)
    lines.push(
      `${[...ofEditor].join(', ')}: the texts go to whichever service the extension behind that model uses, and count against your plan there.`,
    );
  for (const { title, tutor, student, judge, usd } of estimate.benchmarks.length > 1 ? estimate.benchmarks : []) {
    const calls = [tutor, student, judge].map((role) => role.calls).filter((count) => count > 0);
    lines.push(`${title}: ${calls.join(' + ')} calls, ${costRange(usd)}`);
  }
  if (Object.keys(caps).length === 0) lines.push(`There is no cap on the cost (setting ${extensionPrefix}.maxCost).`);
  return lines;
}
