import * as vscode from 'vscode';
import { isEditorModel } from '../../core/providers/editorProvider';
import { costRange, estimateNotes, lacksTargets } from '../../core/report/estimateReport';
import { spentWords } from '../../core/results/editEvidence';
import { shutdownNotes } from '../../core/results/shutdownNotes';
import { estimateByRecent } from '../../core/run/estimateByRecent';
import { estimateRun, type RunEstimate } from '../../core/run/estimateRun';
import { askedModels, hasGivenReplies, modelName, triesTexts } from '../../core/store/runManifest';
import { t } from '../../core/text/countWords';
import { boundedText, readableLine } from '../../core/text/readableText';
import { inform } from '../log';
import { extensionPrefix } from '../settings';
import type { Sending } from './evaluationServices';
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
  const isAsked = sending.some(({ purpose }) => purpose !== undefined);
  if (!isAsked && sending.every(({ session }) => context.agreed.has(session.manifest))) return runs;
  const asks = isAsked || context.settings.confirmBeforeSending !== 'never';
  const agreed = asks ? await toBeSent(sending, context) : sending;
  if (!isAsked) await context.agreed.add(agreed.map(({ session }) => session.manifest));
  return agreed.length === 0 ? [] : runs.filter((run) => agreed.includes(run) || !sending.includes(run));
}

/** Asks, unless the same was agreed to in this window. Then it only says what is sent. */
async function toBeSent(sending: readonly PreparedRun[], context: RunContext): Promise<readonly PreparedRun[]> {
  const { agreed, settings, uri } = context;
  const alone = sending.filter(({ beforehand }) => beforehand === undefined);
  const first = alone[0] ?? sending[0];
  if (first === undefined) return [];
  const all = await Promise.all(sending.map(async (run) => [run, await estimateOf(run, context)] as const));
  const offered = all.length === 1 ? sendingOf(first, all[0]?.[1]) : undefined;
  if (offered !== undefined && settings.confirmBeforeSending === 'changed' && agreed.covers(uri, offered)) {
    inform(t`${offered.words} You agreed to this for this prompt.`);
    return sending;
  }
  const lines = all.flatMap(([run, estimate]) => {
    const { manifest } = run.session;
    // What is sent, and what it costs.
    if (run.beforehand !== undefined)
      return [run.beforehand, ...estimateNotes(manifest, estimate).slice(0, 3), '', t`The new prompt:`];
    const own = linesOf(run, estimate, context);
    return alone.length === 1 ? own : [`${manifest.prompt.name}:`, ...own];
  });
  const { maxCostUsd, maxCalls } = capsOfRun(first, settings.caps).caps;
  if (all.length > 1 && (maxCostUsd !== undefined || maxCalls !== undefined))
    lines.push(t`The cap applies to both runs together: the second gets what the first leaves.`);
  const { question, yes } = questionOf(first);
  const only = alone.length < sending.length ? [t`Only the New Prompt`] : [];
  const choices = new Map<string, string>();
  if (first.purpose === undefined && !hasGivenReplies(first.session.manifest)) {
    choices.set(t`Choose Models`, 'chooseModels');
    if (lacksTargets(first.session)) choices.set(t`Choose Targets`, 'chooseTargets');
  }
  const shown = { modal: true, detail: lines.join('\n') };
  const answer = await vscode.window.showInformationMessage(question, shown, yes, ...only, ...choices.keys());
  const other = choices.get(answer ?? '');
  if (other !== undefined) void vscode.commands.executeCommand(`${extensionPrefix}.${other}`, uri);
  if (answer === yes && offered !== undefined) agreed.keep(uri, offered);
  if (answer === yes) return sending;
  return only.includes(answer ?? '') ? alone : [];
}

/** For a new evaluation that a person started; without a known price nobody can say that it costs no more. */
function sendingOf(run: PreparedRun, estimate?: RunEstimate): (Sending & { words: string }) | undefined {
  const { manifest } = run.session;
  const isOther = run.purpose ?? run.continuation ?? run.raised ?? (run.isForeign === true || undefined);
  if (isOther !== undefined || hasGivenReplies(manifest) || estimate?.usd === undefined) return undefined;
  const { tutor, student, judge } = estimate.calls;
  const data = JSON.stringify([askedModels(manifest), manifest.benchmarks, manifest.policy, manifest.batch]);
  const words = t`${estimateNotes(manifest, estimate)[0] ?? ''} Cost: ${costRange(estimate.usd)}.`;
  return { data, calls: tutor + student + judge, usd: estimate.usd.high, words };
}

export async function estimateLines(run: PreparedRun, context: RunContext): Promise<readonly string[]> {
  return linesOf(run, await estimateOf(run, context), context);
}

function estimateOf({ session, purpose }: PreparedRun, { prompt, settings }: RunContext): Promise<RunEstimate> {
  // What is asked beside scores has shorter answers than runs, so their observed lengths do not apply.
  const isBeside = purpose !== undefined && !triesTexts(session.manifest);
  return isBeside
    ? Promise.resolve(estimateRun(session, undefined, undefined, settings.guardMargin))
    : estimateByRecent(session, prompt.root, settings.guardMargin);
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

function linesOf(run: PreparedRun, estimate: RunEstimate, { settings }: RunContext): readonly string[] {
  const { manifest } = run.session;
  const { edits } = manifest;
  const { caps } = capsOfRun(run, settings.caps);
  const asked = askedModels(manifest);
  const ofEditor = new Set(asked.filter(({ provider }) => isEditorModel(provider)).map(modelName));
  const lines = [
    ...(run.purpose?.lines ?? []),
    ...(edits?.candidates ?? []).map(({ title }) => boundedText(readableLine(title), 80)),
    ...(edits?.level === undefined ? [] : [spentWords(edits.level)]),
    ...estimateNotes({ ...manifest, ...caps }, estimate),
    ...shutdownNotes(asked, new Date().toISOString()),
  ];
  if (ofEditor.size > 0)
    lines.push(
      t`${[...ofEditor].join(', ')}: the texts go to whichever service the extension behind that model uses, and count against your plan there.`,
    );
  const parts = estimate.benchmarks.map(({ title, calls, usd }) => {
    const made = Object.values(calls).filter((count) => count > 0);
    return t`${title}: ${made.join(' + ')} calls, ${costRange(usd)}`;
  });
  if (parts.length > 1) lines.push('', ...parts);
  if (Object.keys(caps).length === 0) lines.push(t`There is no cap on the cost (setting ${extensionPrefix}.maxCost).`);
  return lines;
}
