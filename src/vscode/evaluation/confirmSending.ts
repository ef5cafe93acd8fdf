import * as vscode from 'vscode';
import { estimateRun } from '../../core/run/estimateRun';
import { type ObservedLengths, observeLengths } from '../../core/run/observedLengths';
import type { RunCaps } from '../../core/run/runCaps';
import type { RunSession } from '../../core/run/runSession';
import { isEditorModel } from '../../core/providers/editorProvider';
import { costRange, estimateNotes } from '../../core/report/estimateReport';
import { shutdownNotes } from '../../core/results/shutdownNotes';
import { recentRuns } from '../../core/store/readJournal';
import { askedModels, type ManifestModel, modelDestination, modelName, modelsOf } from '../../core/store/runManifest';
import { extensionPrefix } from '../settings';
import type { RunContext } from './runContext';
import { capsOfRun, type PreparedRun } from './runInWindow';

/**
 * Says what runs will send and to whom, and asks, where the user has not agreed to them before and wants to be asked. Runs with simulated
 * models send nothing and are not asked about. Returns whether to go on.
 */
export async function confirmSending(runs: readonly PreparedRun[], context: RunContext): Promise<boolean> {
  const sending = runs.filter(({ session }) => askedModels(session.manifest).some((model) => !model.simulated));
  const manifests = sending.map(({ session }) => session.manifest);
  const isAsked = sending.some(({ purpose }) => purpose !== undefined);
  if (!isAsked && manifests.every((manifest) => context.agreed.has(manifest))) return true;
  if ((isAsked || context.settings.confirmBeforeSending) && !(await ask(sending, context))) return false;
  if (isAsked) return true;
  await context.agreed.add(manifests);
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
    // What is asked for beside a run is another question, whose answers are not as long as those of runs.
    const lengths = run.purpose === undefined ? await observeLengths(manifest, recentRuns(prompt.root)) : undefined;
    lines.push(...linesOf(run.session, lengths, caps));
  }
  const { maxCostUsd, maxCalls } = first.session.manifest;
  if (sending.length > 1 && (maxCostUsd !== undefined || maxCalls !== undefined)) {
    lines.push('The cap of a run holds for both runs together: the second has what the first leaves.');
  }
  const { question, yes, always } = wordsFor(first);
  const unseen = await neverAsked(first, prompt.root);
  const check = 'Check Model First';
  const answers = [yes, ...(always === undefined ? [] : [always]), ...(unseen === undefined ? [] : [check])];
  const detail = lines.join('\n');
  const answer = await vscode.window.showInformationMessage(question, { modal: true, detail }, ...answers);
  if (answer !== undefined && answer === always) {
    await vscode.workspace
      .getConfiguration(extensionPrefix)
      .update('confirmBeforeSending', false, vscode.ConfigurationTarget.Global);
  }
  if (unseen !== undefined && answer === check) {
    // What it shows may change what the user wants to run.
    void vscode.commands.executeCommand(`${extensionPrefix}.checkModel`, { reference: modelName(unseen) });
    return false;
  }
  return answer !== undefined;
}

/** Runs that are looked at: a model that is in use is in one of the newest. */
const mostRuns = 50;

/** The first model of a run that no earlier run of the store has asked, and that is worth a try before hundreds of calls. */
async function neverAsked({ session }: PreparedRun, root: string): Promise<ManifestModel | undefined> {
  const asked = new Set<string>();
  let seen = 0;
  for await (const { manifest } of recentRuns(root)) {
    for (const model of modelsOf(manifest)) asked.add(modelDestination(model));
    if ((seen += 1) >= mostRuns) break;
  }
  return askedModels(session.manifest).find((model) => !model.simulated && !asked.has(modelDestination(model)));
}

interface Words {
  readonly question: string;
  readonly yes: string;
  /** Absent where the answer says nothing about runs of the user’s own. */
  readonly always?: string;
}

function wordsFor({ session, isForeign, purpose }: PreparedRun): Words {
  if (purpose !== undefined) return purpose;
  if (isForeign === true) {
    return {
      question:
        'Go on with a run that you have not started in this editor? Its prompt and samples come from the store, and the figures are those of the whole run.',
      yes: 'Resume',
    };
  }
  const question = questionOf(session);
  return session.manifest.calibration === undefined
    ? { question, yes: 'Evaluate', always: 'Evaluate, Don’t Ask Again' }
    : { question, yes: 'Calibrate', always: 'Calibrate, Don’t Ask Again' };
}

function questionOf({ manifest }: RunSession): string {
  if (manifest.calibration !== undefined) {
    return 'Send the labelled replies to the judge? The labels are not sent, and no tutor is asked.';
  }
  if (manifest.rejudgedFrom !== undefined) {
    return 'Send the replies to the judge again? The tutor is not asked.';
  }
  return manifest.recorded === undefined
    ? 'Send the prompt and the benchmark’s samples?'
    : 'Send the recorded replies to the judge? No tutor is asked.';
}

function linesOf(session: RunSession, lengths: ObservedLengths | undefined, caps: RunCaps): readonly string[] {
  const estimate = estimateRun(session, lengths);
  const ofEditor = askedModels(session.manifest).filter(({ provider }) => isEditorModel(provider));
  return [
    ...estimateNotes({ ...session.manifest, ...caps }, estimate),
    ...shutdownNotes(askedModels(session.manifest), new Date().toISOString()),
    ...(ofEditor.length > 0
      ? [
          `${[...new Set(ofEditor.map(modelName))].join(', ')}: the texts go to whichever service the extension behind that model uses, and count against your plan there.`,
        ]
      : []),
    ...(estimate.benchmarks.length > 1
      ? estimate.benchmarks.map(
          ({ title, tutor: asked, student, judge, usd }) =>
            `${title}: ${[asked, student, judge]
              .filter(({ calls }) => calls > 0)
              .map(({ calls }) => calls)
              .join(' + ')} calls, ${costRange(usd)}`,
        )
      : []),
    ...(Object.keys(caps).length === 0 ? [`There is no cap on the cost (setting ${extensionPrefix}.maxCost).`] : []),
  ];
}
