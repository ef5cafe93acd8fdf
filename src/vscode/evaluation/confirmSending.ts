import * as vscode from 'vscode';
import { isEditorModel } from '../../core/providers/editorProvider';
import { costRange, estimateNotes, lacksRealJudge, lacksTargets } from '../../core/report/estimateReport';
import { shutdownNotes } from '../../core/results/shutdownNotes';
import { estimateByRecent } from '../../core/run/estimateByRecent';
import { estimateRun } from '../../core/run/estimateRun';
import type { RunCaps } from '../../core/run/runCaps';
import { askedModels, modelName, type RunManifest, triesTexts } from '../../core/store/runManifest';
import { t } from '../../core/text/countWords';
import { extensionPrefix } from '../settings';
import type { RunContext } from './prepareRun';
import { capsOfRun, type PreparedRun } from './runInWindow';

export async function confirmSending(run: PreparedRun, context: RunContext): Promise<boolean> {
  return (await agreedRuns([run], context)).length > 0;
}

/** The runs to make. Asks for missing keys first, then whether to send, unless the user has agreed to these before. */
export async function agreedRuns(runs: readonly PreparedRun[], context: RunContext): Promise<readonly PreparedRun[]> {
  const realModels = ({ session }: PreparedRun) => askedModels(session.manifest).filter((model) => !model.simulated);
  const sending = runs.filter((run) => realModels(run).length > 0);
  for (const model of sending.flatMap(realModels)) if (!(await context.keys.have(model))) return [];
  const manifests = sending.map(({ session }) => session.manifest);
  const isAsked = sending.some(({ purpose }) => purpose !== undefined);
  if (!isAsked && manifests.every((manifest) => context.agreed.has(manifest))) return runs;
  const agreed = isAsked || context.settings.confirmBeforeSending ? await ask(sending, context) : sending;
  if (!isAsked) await context.agreed.add(agreed.map(({ session }) => session.manifest));
  return agreed;
}

async function ask(sending: readonly PreparedRun[], context: RunContext): Promise<readonly PreparedRun[]> {
  const alone = sending.filter(({ beforehand }) => beforehand === undefined);
  const [first] = alone;
  if (first === undefined) return sending;
  const lines: string[] = [];
  for (const run of sending) lines.push(...(await estimateLines(run, context)));
  const { maxCostUsd, maxCalls } = capsOfRun(first, context.settings.caps).caps;
  if (sending.length > 1 && (maxCostUsd !== undefined || maxCalls !== undefined)) {
    lines.push(t`The cap applies to both runs together: the second gets what the first leaves.`);
  }
  const { question, yes } = questionOf(first);
  // For resumed runs of others and for tagging, "don't ask again" must not apply to all runs.
  const always = first.purpose === undefined && first.isForeign !== true ? t`${yes}, Don’t Ask Again` : undefined;
  const choices = new Map<string | undefined, string>();
  if (sending.some(({ session }) => lacksRealJudge(session.manifest))) choices.set(t`Choose Models`, 'chooseModels');
  else if (first.purpose === undefined && lacksTargets(first.session)) choices.set(t`Choose Targets`, 'chooseTargets');
  const only = alone.length < sending.length ? t`Only the New Prompt` : undefined;
  const buttons = [yes, only, always, ...choices.keys()].filter((button) => button !== undefined);
  const shown = { modal: true, detail: lines.join('\n') };
  const answer = await vscode.window.showInformationMessage(question, shown, ...buttons);
  if (answer === undefined) return [];
  const other = choices.get(answer);
  if (other !== undefined) {
    void vscode.commands.executeCommand(`${extensionPrefix}.${other}`, context.uri);
    return [];
  }
  if (answer === always) {
    const configuration = vscode.workspace.getConfiguration(extensionPrefix);
    await configuration.update('confirmBeforeSending', false, vscode.ConfigurationTarget.Global);
  }
  return answer === only ? alone : sending;
}

export async function estimateLines(run: PreparedRun, { prompt, settings }: RunContext): Promise<readonly string[]> {
  const { session, purpose, beforehand } = run;
  const { manifest } = session;
  // What is asked beside scores has shorter answers than runs, so their observed lengths do not apply.
  const isBeside = purpose !== undefined && !triesTexts(manifest);
  const estimate = isBeside
    ? estimateRun(session, undefined, undefined, settings.guardMargin)
    : await estimateByRecent(session, prompt.root, settings.guardMargin);
  // What is sent, and what it costs.
  if (beforehand !== undefined)
    return [beforehand, ...estimateNotes(manifest, estimate).slice(0, 3), '', t`The new prompt:`];
  return [...(purpose?.lines ?? []), ...linesOf(manifest, estimate, capsOfRun(run, settings.caps).caps)];
}

const foreign = t`Resume a run that you did not start in this editor? Its prompt and samples come from the store. The numbers below are for the whole run.`;

function questionOf({ session: { manifest }, isForeign, purpose }: PreparedRun) {
  if (purpose !== undefined) return purpose;
  if (isForeign === true) return { question: foreign, yes: t`Resume` };
  const ofLabels = t`Send the labelled replies to the judge? The labels are not sent, and no tutor is asked.`;
  if (manifest.calibration !== undefined) return { question: ofLabels, yes: t`Calibrate` };
  const again = t`Send the replies to the judge again? The tutor is not asked.`;
  const recorded = t`Send the recorded replies to the judge? No tutor is asked.`;
  const usual = manifest.recorded ? recorded : t`Send the prompt and the benchmark’s samples?`;
  return { question: manifest.rejudgedFrom !== undefined ? again : usual, yes: t`Evaluate` };
}

function linesOf(manifest: RunManifest, estimate: ReturnType<typeof estimateRun>, caps: RunCaps): readonly string[] {
  const asked = askedModels(manifest);
  const ofEditor = new Set(asked.filter(({ provider }) => isEditorModel(provider)).map(modelName));
  const lines = [
    ...estimateNotes({ ...manifest, ...caps }, estimate),
    ...shutdownNotes(asked, new Date().toISOString()),
  ];
  if (ofEditor.size > 0)
    lines.push(
      t`${[...ofEditor].join(', ')}: the texts go to whichever service the extension behind that model uses, and count against your plan there.`,
    );
  for (const { title, tutor, student, judge, usd } of estimate.benchmarks.length > 1 ? estimate.benchmarks : []) {
    const calls = [tutor, student, judge].map((role) => role.calls).filter((count) => count > 0);
    lines.push(t`${title}: ${calls.join(' + ')} calls, ${costRange(usd)}`);
  }
  if (Object.keys(caps).length === 0) lines.push(t`There is no cap on the cost (setting ${extensionPrefix}.maxCost).`);
  return lines;
}
