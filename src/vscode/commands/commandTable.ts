import * as vscode from 'vscode';
import * as z from 'zod';
import type { TrustCard } from '../../core/benchmark/trustCard';
import type { ChoosingServices } from '../evaluation/chooseModels';
import type { RunTracker } from '../evaluation/runTracker';
import { choose, inform, NoPrompt, Notice, reasonOf, showFailure, t } from '../log';
import type { Evaluations, WindowServices } from '../prompts/evaluations';
import type { PromptRevisions } from '../revisions/promptRevisions';
import * as documents from '../revisions/revisionDocuments';
import type { FailingThreads } from '../rules/failingThreads';
import { extensionPrefix, isPromptFile, revisionScheme } from '../settings';
import type { CommandTarget, PromptCall } from './revisionCommands';

/** `argument` is unchecked: any extension can call the command. */
type Handler = (target: CommandTarget, argument: unknown) => Promise<void> | void;

const runCommands = () => import('./runCommands');
const revisionCommands = () => import('./revisionCommands');
const exportFiles = () => import('../exports/exportFiles');
const chooseModels = () => import('../evaluation/chooseModels');

/** Every command except the tree's refresh. A test compares it with package.json. */
function commandTable({
  log,
  keys,
  tracker,
  extensionUri,
  evaluations,
}: WindowServices): Readonly<Record<string, Handler>> {
  return {
    evaluate: forDocument(async (document) => (await evaluations()).evaluate(document)),
    evaluateByBatch: forDocument(async (document) => (await evaluations()).evaluate(document, 'always')),
    leaveBatch: forPrompt(async ({ prompt }) => {
      // A run without batches is not stopped.
      if (prompt.snapshot().batches?.isFollowed === true) await prompt.leave();
      else inform(t`No batches of this prompt are under way.`);
    }),
    judgeReplies: forDocument(async (document) =>
      (await runCommands()).judgeReplies(await evaluations(), document, log),
    ),
    openExample: async () => (await evaluations()).openExample(),
    openExampleWorkspace: async () =>
      (await import('../example/openExampleWorkspace')).openExampleWorkspace(extensionUri),
    cancel: forPrompt(({ prompt }) => prompt.cancel()),
    resume: forPrompt(({ all, uri }) => all.resume(uri)),
    raiseCap: forPrompt(async ({ all, uri }) => (await runCommands()).raiseCap(all, uri)),
    showPanel: forPrompt(({ all, uri }) => all.showRestored(uri)),
    exportReport: forPrompt(async ({ prompt }) => {
      await prompt.restore();
      await (await exportFiles()).exportReport(prompt.session, prompt.revisions, extensionUri);
    }),
    openPrompt: forPrompt(({ uri }) => openAtFirstProblem(uri)),
    clearCache: forPrompt(async ({ prompt }) => (await revisionCommands()).clearCache(prompt.revisions)),
    compareWith: forPrompt(async (call) => (await revisionCommands()).compareWith(call)),
    showComparison: forPrompt(async (call) => (await revisionCommands()).compareWith(call, 'baseline')),
    showHistory: forPrompt(showHistory),
    chooseBaseline: forRevision(async (...pinned) => (await revisionCommands()).chooseBaseline(...pinned)),
    runBaselineAgain: forPrompt(async (call) => (await revisionCommands()).runBaselineAgain(call)),
    openRevision: forRevision(documents.openRevision),
    restoreRevision: forRevision(documents.restoreRevision),
    compareTextWithRevision: forRevision(documents.diffRevisions),
    labelRevision: forRevision(documents.labelRevision),
    openRun: forPrompt((call) =>
      call.runId === undefined ? showHistory(call) : call.all.openRun(call.uri, call.runId),
    ),
    deleteRuns: forPrompt(async (call) => (await revisionCommands()).chooseRunsToDelete(call)),
    labelReplies: forPrompt(async ({ all, uri }) => {
      const { panel, labels } = await all.showRestored(uri);
      panel?.view.reveal();
      await labels.open();
    }),
    exportHandLabels: forPrompt(async ({ prompt }) => (await exportFiles()).exportHandLabels(prompt.revisions)),
    calibrateJudge: forPrompt(({ all, uri, argument }) => all.calibrate(uri, argument)),
    showJudges: forPrompt(async ({ all, uri, prompt }) => {
      all.showJudges(uri);
      await prompt.restore();
    }),
    chooseBenchmarks: async ({ uri = activeUri() }) => (await chooseModels()).chooseBenchmarks(uri),
    chooseTargets: forDocument(async (document) =>
      (await import('../evaluation/chooseTargets')).chooseTargets(document),
    ),
    exploreFailing: forPrompt(async ({ all, uri }) => all.explore(await promptDocument(uri))),
    testRules: forDocument(async (document) => (await evaluations()).testRules(document)),
    testEdits: forDocument(async ({ uri }) => {
      const files = await vscode.window.showOpenDialog({
        ...{ canSelectMany: true, defaultUri: vscode.Uri.joinPath(uri, '..') },
        ...{ title: t`Edited prompts`, openLabel: t`Race` },
      });
      const candidates = (files ?? []).map(async (file) => {
        const text = (await vscode.workspace.openTextDocument(file)).getText();
        return { title: vscode.workspace.asRelativePath(file), text };
      });
      if (candidates.length > 0) await (await evaluations()).testEdits(uri, await Promise.all(candidates));
    }),
    suggestEdits: forDocument(async (document) => (await evaluations()).suggestEdits(document)),
    testSuggestedEdits: forDocument(async (document) => {
      const all = await evaluations();
      await all.testEdits(document.uri, all.suggestions.candidatesFor(document));
    }),
    previewEdit: async (_, thread) => (await evaluations()).suggestions.preview(thread),
    applyEdit: async (_, thread) => (await evaluations()).suggestions.apply(thread),
    dismissEdit: async (_, thread) => (await evaluations()).suggestions.dismiss(thread),
    nextFailingCase: forCase((threads, thread) => threads.step(1, thread)),
    previousFailingCase: forCase((threads, thread) => threads.step(-1, thread)),
    openFailingCase: forCase((threads, thread) => threads.caseOf(thread)),
    dismissFailure: async (_, thread) => (await evaluations()).rules.threads.dismiss(thread),
    tryFailingCases: async (_, thread) => {
      const all = await evaluations();
      const { uri, group } = all.rules.threads.caseOf(thread);
      await all.explore(await promptDocument(uri), group);
    },
    customizeJudge: async ({ uri = activeUri() }) =>
      (await import('./customizeJudge')).customizeJudge(uri, extensionUri),
    chooseModels: async ({ uri }) => (await chooseModels()).chooseModels(choosing(uri)),
    promptMenu: (_, argument) => promptMenu(argument),
    openBaseline: (_, named) => openBaseline(tracker, named),
    setApiKey: () => keys.ask(),
    removeApiKey: () => keys.remove(),
    openLog: () => log.show(),
  };

  function choosing(uri = activeUri()): ChoosingServices {
    const cards = async (): Promise<readonly TrustCard[]> =>
      uri === undefined ? [] : (await evaluations()).of(uri).judges.allCards();
    return { uri, keys, log, cards };
  }

  /** Shows the transcript beside the rule. */
  function forCase(find: (threads: FailingThreads, thread: unknown) => ReturnType<FailingThreads['step']>): Handler {
    return async (_, thread) => {
      const all = await evaluations();
      const { uri, id } = find(all.rules.threads, thread);
      (await all.showRestored(uri)).panel?.post({ kind: 'show', tab: 'cases', caseId: id });
    };
  }

  /** The active text may be any file; a panel stands for its prompt. */
  function forDocument(work: (document: vscode.TextDocument) => Promise<void>): Handler {
    return async ({ uri = vscode.window.activeTextEditor?.document.uri }) => {
      const isText = uri !== undefined && uri.scheme !== 'output';
      await work(await promptDocument(isText ? uri : currentPrompt(await evaluations(), undefined)));
    };
  }

  function forPrompt(work: (call: PromptCall) => Promise<unknown>): Handler {
    return async (target, argument) => {
      const all = await evaluations();
      const uri = currentPrompt(all, target.uri);
      await work({ ...target, all, uri, prompt: all.of(uri), argument });
    };
  }

  /** Without a revision shows the history, where one is chosen. */
  function forRevision(work: (revisions: PromptRevisions, revision: string) => Promise<void>): Handler {
    return forPrompt((call) =>
      call.revision === undefined ? showHistory(call) : work(call.prompt.revisions, call.revision),
    );
  }
}

async function showHistory({ all, uri, prompt }: PromptCall): Promise<void> {
  all.show(uri).panel?.post({ kind: 'show', tab: 'history' });
  await prompt.restore();
}

export function registerCommands(window: WindowServices): vscode.Disposable {
  const registrations = Object.entries(commandTable(window)).map(([name, handler]) =>
    vscode.commands.registerCommand(`${extensionPrefix}.${name}`, async (argument?: unknown) => {
      try {
        await handler(commandTarget(argument), argument);
      } catch (error) {
        await showFailure(window.log, `Tutor Prompt: ${reasonOf(error)}`, error);
      }
    }),
  );
  return vscode.Disposable.from(...registrations);
}

/** Everything that the line above a prompt has no room for. `argument`: what the line is about, handed on unread. */
async function promptMenu(argument: unknown): Promise<void> {
  const entries = [
    ['beaker', t`Choose Benchmarks`, 'chooseBenchmarks'],
    ['hubot', t`Choose Models`, 'chooseModels'],
    ['target', t`Choose Targets`, 'chooseTargets'],
    ['checklist', t`Test Rules`, 'testRules'],
    ['git-compare', t`Compare With…`, 'compareWith'],
    ['pinned', t`Choose Baseline`, 'chooseBaseline'],
    ['history', t`Show History`, 'showHistory'],
    ['law', t`Show Judges`, 'showJudges'],
  ] as const;
  const items = entries.map(([icon, title, command]) => ({ label: `$(${icon}) ${title}`, command }));
  const chosen = await vscode.window.showQuickPick(items, { title: 'Tutor Prompt' });
  if (chosen !== undefined) await vscode.commands.executeCommand(`${extensionPrefix}.${chosen.command}`, argument);
}

async function openAtFirstProblem(uri: vscode.Uri): Promise<void> {
  const [first] = vscode.languages
    .getDiagnostics(uri)
    .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
    .sort((left, right) => left.range.start.compareTo(right.range.start));
  await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, selection: first?.range });
}

/** With the id of a prompt, opens and evaluates that one. */
async function openBaseline(tracker: RunTracker, named: unknown): Promise<void> {
  const { benchmarks } = await import('../../core/benchmarks/registry');
  const items = [...benchmarks.values()].flatMap(({ title: detail, baselines }) =>
    baselines.map(({ id, title, text }) => ({ label: title, description: id, detail, text })),
  );
  const sample = items.find(({ description }) => description === named);
  const chosen = sample ?? (await choose(items, t`Built-in prompts`, t`Opens as a new document`));
  if (chosen === undefined) return;
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: chosen.text });
  tracker.opened.add(document.uri.toString());
  await vscode.window.showTextDocument(document);
  if (sample !== undefined) await vscode.commands.executeCommand(`${extensionPrefix}.evaluate`, document.uri);
}

const parsedUri = (text: string): vscode.Uri => vscode.Uri.parse(text);
const lineSchema = z.object({
  promptUri: z.union([z.custom<vscode.Uri>((value) => value instanceof vscode.Uri), z.string().transform(parsedUri)]),
  revision: z.object({ revision: z.string() }).optional().catch(undefined),
  run: z.object({ id: z.string() }).optional().catch(undefined),
});

/** Accepts a prompt's URI, a revision document's, or a line of the view of prompts. Other arguments are ignored. */
function commandTarget(argument: unknown): CommandTarget {
  if (argument instanceof vscode.Uri) {
    const address = documents.revisionAddressOf(argument);
    return { uri: address?.prompt ?? argument, revision: address?.revision };
  }
  const { promptUri: uri, revision, run } = lineSchema.safeParse(argument).data ?? {};
  return { uri, revision: revision?.revision, runId: run?.id };
}

/** The prompt of the focused panel, the active editor, or the only panel. Throws `Notice` without one. */
function currentPrompt(all: Evaluations, uri: vscode.Uri | undefined): vscode.Uri {
  const shown = all.controllers.filter(({ panel }) => panel !== undefined);
  const focused = shown.find(({ panel }) => panel?.view.active === true);
  const only = shown.length === 1 ? shown[0] : undefined;
  const document = vscode.window.activeTextEditor?.document;
  const isPrompt =
    document !== undefined &&
    (isPromptFile(document) || document.uri.scheme === revisionScheme || all.promptOf(document.uri) !== undefined);
  const target = uri ?? focused?.uri ?? (isPrompt ? activeUri() : undefined) ?? only?.uri ?? activeUri();
  if (target === undefined) throw new NoPrompt(t`Open a prompt file first.`);
  return target;
}

function activeUri(): vscode.Uri | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === 'output' ? undefined : uri && (documents.revisionAddressOf(uri)?.prompt ?? uri);
}

/** Throws `Notice` for a stored revision and a file that is gone. */
async function promptDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  if (uri.scheme === revisionScheme)
    throw new Notice(
      t`This is a stored revision, which was evaluated already. Restore it in its file to evaluate it again.`,
    );
  return vscode.workspace.openTextDocument(uri).then(undefined, () => {
    // A panel may stay open after its file is gone.
    const name = vscode.workspace.asRelativePath(uri);
    throw new Notice(t`${name} was moved, renamed or deleted. Open it where it is now and evaluate it there.`);
  });
}
