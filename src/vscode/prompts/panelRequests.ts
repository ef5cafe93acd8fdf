import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { planCites } from '../../core/history/planAside';
import { planTagging, StoredRunError } from '../../core/history/planRejudge';
import { type WaitingRun, waitingRuns } from '../../core/history/sessionOfRun';
import { illustratedCase } from '../../core/report/caseImages';
import type { RunCaps } from '../../core/run/runCaps';
import type { Continuation, RunSession } from '../../core/run/runSession';
import { remainingSamples } from '../../core/compare/remainingSamples';
import { sum } from '../../core/statistics/sum';
import { countWords, t } from '../../core/text/countWords';
import { readPromptFile } from '../../core/prompt/promptFile';
import { textWithout } from '../../core/prompt/promptEdit';
import type { EditedPrompts } from '../../core/history/planEdits';
import type { RunPair } from '../../protocol/messages';
import { hasUnaskedJudges, remainingCalls, savedCalls, savedWords } from '../../core/run/savedCalls';
import { askedModels, type ManifestModel } from '../../core/store/runManifest';
import type { StoredRun } from '../../core/store/runStore';
import { hasEnded } from '../../core/store/statusTexts';
import type { EvaluationServices } from '../evaluation/evaluationServices';
import { runContext } from '../evaluation/prepareRun';
import { problemText } from '../evaluation/panelProblems';
import { goOnWith, judgeAgain } from '../evaluation/prepareStored';
import { tryAgainNow } from '../evaluation/runInWindow';
import { callsInBatches, providersOfBatches } from '../evaluation/shownRun';
import { exportHandLabels } from '../exports/exportFiles';
import { inform, Notice, offer, stackOf, warn } from '../log';
import type { HandlersOf, OpenPanel } from '../panel/openPanel';
import { assertMayWrite, mayStartRun } from '../restrictedMode';
import * as documents from '../revisions/revisionDocuments';
import { whenText } from '../revisions/revisionText';
import { rulesView } from '../revisions/ruleRevisions';
import { extensionPrefix, readSettings } from '../settings';
import { askBeside, type JudgeRequest, judgeBeside } from './askBeside';
import type { PromptController } from './promptController';

interface PanelWindow {
  openRun(uri: vscode.Uri, runId: string): Promise<void>;
  calibrate(uri: vscode.Uri, options: unknown): Promise<void>;
  resumeCalibration(uri: vscode.Uri, runId: string): Promise<void>;
  testEdits(uri: vscode.Uri, candidates: EditedPrompts, confirm?: boolean): Promise<void>;
}

export function panelHandlers(
  controller: PromptController,
  open: OpenPanel,
  services: EvaluationServices,
  window: PanelWindow,
): ReturnType<HandlersOf> {
  const { revisions, judges, labels } = controller;
  const mayStart = (): boolean => mayStartRun(controller.uri) && !controller.saysBusy();
  const rest = async (pair: RunPair): Promise<void> => (mayStart() ? judgeRest(pair, controller) : undefined);
  return {
    action: async ({ action }) => {
      const { runId = '' } = controller.session?.manifest ?? {};
      if (action === 'manageTrust') void vscode.commands.executeCommand('workbench.trust.manage');
      else if (action === 'tryAgain') tryAgainNow();
      else if (action === 'judgeRest') await rest({ before: runId, after: runId });
      else void vscode.commands.executeCommand(`${extensionPrefix}.${action}`, controller.uri);
    },
    confirmEdit: async ({ runId, position, rules }) => {
      const { text, edits } = await testedPrompt(controller, runId);
      const edited = edits?.candidates[position] ?? {
        title: t`without rule ${rules.join(' + ')}`,
        text: textWithout(text, text, rules),
      };
      await window.testEdits(controller.uri, [edited], true);
    },
    leaveOut: ({ runId, rules }) => leaveOutRules(controller, runId, rules),
    openLine: async ({ line }) => {
      const selection = new vscode.Range(line - 1, 0, line - 1, 0);
      await vscode.window.showTextDocument(controller.uri, { viewColumn: vscode.ViewColumn.One, selection });
    },
    copy: async ({ text }) => vscode.env.clipboard.writeText(text),
    error: ({ message }) => services.log.error(`Panel: ${message}`),
    openCase: async ({ caseId }) => {
      const { session, uri } = controller;
      const { images } = revisions.location.store;
      return session && illustratedCase(session, caseId, images, readSettings(uri).majority);
    },
    openRun: ({ runId }) => window.openRun(controller.uri, runId),
    deleteRun: ({ runId }) => deleteRuns(controller, [runId]),
    tagFailures: () => askAboutFailures(controller, services, tagsToAsk),
    citeRules: () => askAboutFailures(controller, services, opinionToAsk),
    openRules: () => rulesView(controller.revisions, controller.text),
    openJudges: () => {
      open.judges.isOpen = true;
      open.judges.changed();
    },
    openJudgeCard: ({ key }) => judges.detail(key),
    checkJudge: (message) => window.calibrate(controller.uri, message),
    resumeCheck: ({ runId }) => window.resumeCalibration(controller.uri, runId),
    openHistory: ({ series }) => open.openHistory(series),
    openSeries: ({ key }) => open.openSeries(key),
    compare: ({ kind: _kind, ...pair }) => open.comparison.compare(pair),
    openFlip: ({ flip }) => revisions.flip(flip),
    tradeOff: ({ keys }) =>
      revisions.tradeOff(keys).catch((error: unknown) => {
        services.log.error('The revisions could not be compared.', stackOf(error));
        return { problem: problemText(error) };
      }),
    restoreRevision: ({ revision }) => documents.restoreRevision(revisions, revision),
    openRevision: ({ revision }) => documents.openRevision(revisions, revision),
    diffRevisions: ({ before, after }) => documents.diffRevisions(revisions, before, after),
    labelRevision: ({ revision }) => documents.labelRevision(revisions, revision),
    pinRevision: ({ revision }) => revisions.say({ kind: 'pin', revision }),
    judgeAgain: async (request) => {
      if (mayStart()) await judgeAgain(request, controller);
    },
    judgeRest: ({ kind: _kind, ...pair }) => rest(pair),
    runRemaining: async ({ kind: _kind, ...pair }) => {
      if (mayStart()) await runRemaining(pair, controller);
    },
    openLabelling: () => labels.open(),
    nameLabeller: () => labels.name(),
    chooseLabelling: ({ options }) => labels.choose(options),
    startLabelling: ({ options }) => labels.start(options),
    giveLabel: ({ number, position, slot, ...label }) =>
      labels.work(number, (labelling, at) => labelling.label(position, slot, label, at)),
    takeBackLabel: ({ number }) => labels.work(number, (labelling, at) => labelling.takeBack(at)),
    moveLabelling: ({ number, move }) =>
      labels.work(number, (labelling) => {
        labelling[move]();
        return undefined;
      }),
    checkByLabels: () => labels.check(),
    exportLabels: () => exportHandLabels(revisions),
    endLabelling: () => labels.end(),
  };
}

/** What a run tested, each change alone. Throws `Notice` if the text in the editor has another one. */
async function testedPrompt({ uri, revisions }: PromptController, runId: string) {
  const { prompt, edits } = await revisions.location.store.readManifest(runId);
  const document = await vscode.workspace.openTextDocument(uri);
  if (prompt.revision !== readPromptFile('', document.getText()).revision)
    throw new Notice(
      t`The text has changed since this run, which tested each change alone. Undo the change or run it again.`,
    );
  return { ...prompt, edits };
}

/** Takes rules of the text that a run tested out of the text in the editor, as one step to undo. */
async function leaveOutRules(controller: PromptController, runId: string, rules: readonly number[]): Promise<void> {
  const { uri, revisions } = controller;
  const { text: tested, revision } = await testedPrompt(controller, runId);
  const numbers = rules.join(' + ');
  const problem = await documents.replaceText(
    uri,
    (text) => textWithout(text, tested, rules),
    (name) => t`Rule ${numbers} is out of ${name}, unsaved. Undo brings it back.`,
  );
  const { runs } = await revisions.history();
  if (problem !== undefined) void vscode.window.showErrorMessage(problem);
  else if (!runs.some((one) => one.revision === revision && one.purpose === undefined && hasEnded(one.status)))
    inform(
      t`A test of rules is never compared, and the text with rule ${numbers} has no other run. To compare, undo and evaluate, then remove the rule and evaluate again.`,
    );
  else {
    const advice = t`Evaluate the text without rule ${numbers} to compare it with the full text.`;
    if (await offer(vscode.window.showInformationMessage, advice, t`Evaluate`))
      await vscode.commands.executeCommand(`${extensionPrefix}.evaluate`, uri);
  }
}

async function runRemaining(pair: RunPair, controller: PromptController): Promise<void> {
  const { revisions } = controller;
  const [before, after] = [await revisions.session(pair.before), await revisions.session(pair.after)];
  const { runs = [], samples = 0 } = remainingSamples(before, after) ?? {};
  const question = t`Run the remaining ${countWords(samples, 'sample', 'samples')}, and have them judged?`;
  await goOn(pair, runs, { runAll: true }, { question, yes: t`Run`, callsOf: remainingCalls }, controller);
}

async function judgeRest(pair: RunPair, controller: PromptController): Promise<void> {
  const ids = [...new Set([pair.before, pair.after])];
  const runs = (await Promise.all(ids.map((id) => controller.revisions.session(id)))).filter(hasUnaskedJudges);
  const question = t`Ask the judges that were not asked? No sample is run again.`;
  await goOn(pair, runs, { judgeAll: true }, { question, yes: t`Judge`, callsOf: savedCalls }, controller);
}

/** Shows what it takes first, because the user agreed to the runs as they were. */
async function goOn(
  pair: RunPair,
  runs: readonly RunSession[],
  continuation: Continuation,
  { question, yes, callsOf }: { question: string; yes: string; callsOf: typeof savedCalls },
  controller: PromptController,
): Promise<void> {
  const sent = runs.filter(({ manifest }) => askedModels(manifest).some(({ simulated }) => !simulated));
  const calls = sent.flatMap((run) => callsOf(run) ?? []);
  const all = { tutor: sum(calls.map(({ tutor }) => tutor)), judge: sum(calls.map(({ judge }) => judge)) };
  const shown = { modal: true, detail: t`So far: ${savedWords(all)}` };
  if (sent.length > 0 && (await vscode.window.showInformationMessage(question, shown, yes)) !== yes) return;
  const ids = new Set(runs.map(({ manifest }) => manifest.runId));
  if (ids.size > 0) await goOnWith(controller.compared ?? pair, [...ids], continuation, controller);
}

type Question = (stored: StoredRun, judge: ManifestModel, caps: RunCaps, text: string) => Omit<JudgeRequest, 'runId'>;

const tagsToAsk: Question = (stored, judge, caps) => {
  if (judge.simulated)
    throw new StoredRunError(
      t`Failure tags need a language model, and the judge is offline. Choose one with “Tutor Prompt: Choose Models”.`,
    );
  const { session } = planTagging(stored, judge, caps, benchmarks);
  const question = t`Ask the judge how the failing replies fail? No score changes, and no tutor is asked.`;
  return {
    session,
    calls: session.items.length,
    purpose: { question, yes: t`Ask` },
    title: t`How failing replies fail`,
  };
};

const opinionToAsk: Question = (stored, judge, caps, text) => {
  const targets = readPromptFile('', text).defaults.targets ?? [];
  const { cases, title, ...planned } = planCites(stored, judge, { targets, caps }, benchmarks);
  const question = t`Ask the judge twice which rules ${countWords(cases, 'reply', 'replies')} broke that fail “${title}”? It is an opinion, not a test.`;
  return { ...planned, purpose: { question, yes: t`Ask` }, title: t`Opinion of a judge on the rules` };
};

/** Asks a judge about the failing replies of the shown run, and shows its answers. */
async function askAboutFailures(
  controller: PromptController,
  services: EvaluationServices,
  questionOf: Question,
): Promise<void> {
  const { uri } = controller;
  const runId = controller.session?.manifest.runId;
  if (runId === undefined || controller.isRunning || !mayStartRun(uri)) return;
  const context = runContext(uri, services);
  const { prompt, settings } = context;
  const stored = await prompt.store.open(runId);
  // Another run may be opened or started during the awaits.
  const isShown = (): boolean => controller.session?.manifest.runId === runId && !controller.isRunning;
  // The judges that the panel shows for the next run. The run's text stands in for a closed document.
  const text = controller.revisions.document?.getText() ?? stored.manifest.prompt.text;
  const judge = judgeBeside(stored.manifest, text, context);
  const asked = questionOf(stored, judge, settings.caps, text);
  if (!(await askBeside({ ...asked, runId }, context, services))) return;
  if (isShown()) await controller.open(runId);
}

/** Deletes runs after asking. If the shown run is deleted, the newest remaining one is shown. */
export async function deleteRuns(controller: PromptController, runIds: readonly string[]): Promise<void> {
  assertMayWrite(controller.uri);
  const all = await waitingRuns(controller.revisions.location.root, benchmarks);
  const waiting = all.filter(({ manifest }) => runIds.includes(manifest.runId));
  const mayCancel = !controller.isRunning;
  const cancelFirst = t`Cancel Batches First`;
  const answer = await vscode.window.showWarningMessage(
    runIds.length === 1
      ? t`Delete this run with its replies and verdicts?`
      : t`Delete ${runIds.length} runs with their replies and verdicts?`,
    {
      modal: true,
      detail: [
        ...waitingLines(waiting, mayCancel),
        t`The answers that you paid for are deleted with them. This cannot be undone.`,
      ].join('\n'),
    },
    ...(waiting.length > 0 && mayCancel ? [cancelFirst] : []),
    waiting.length === 0 ? t`Delete` : t`Delete Without Collecting`,
  );
  if (answer === undefined) return;
  const spared = answer === cancelFirst ? await cancelBatches(controller, waiting) : new Set<string>();
  const { deleted, left } = await controller.revisions.delete(runIds.filter((runId) => !spared.has(runId)));
  const shown = controller.session?.manifest.runId;
  if (shown !== undefined && deleted.includes(shown)) {
    controller.clear();
    await controller.restore();
  }
  for (const { reason } of left) warn(reason);
}

/** Shows each run while cancelling. Returns the ids of runs whose batches could not be ended. */
async function cancelBatches(controller: PromptController, waiting: readonly WaitingRun[]) {
  const spared = new Set<string>();
  for (const { manifest } of waiting) {
    const { runId } = manifest;
    // A run started since the question must not be cancelled.
    if (!controller.isRunning) await controller.open(runId);
    const isOpen = !controller.isRunning && controller.session?.manifest.runId === runId;
    if (isOpen) await controller.cancel();
    if (!isOpen || controller.snapshot().batches !== undefined) spared.add(runId);
  }
  if (spared.size > 0) warn(t`Not deleted, because their batches could not be cancelled: ${[...spared].join(', ')}.`);
  return spared;
}

/** `mayCancel`: whether the dialog offers to cancel the batches first. */
function waitingLines(waiting: readonly WaitingRun[], mayCancel: boolean): readonly string[] {
  if (waiting.length === 0) return [];
  const more = waiting.length - 5;
  const lost = t`These answers are paid for and cannot be collected without the run.`;
  const advice = t` “Cancel Batches First” ends them at the provider and then deletes the runs.`;
  return [
    ...waiting.slice(0, 5).map((run) => {
      const created = whenText(run.manifest.createdAt);
      return t`${callsInBatches(run)} calls of the run of ${created} are in batches with ${providersOfBatches(run)}.`;
    }),
    ...(more > 0 ? [t`Further runs with batches: ${more}.`] : []),
    mayCancel ? lost + advice : lost,
  ];
}
