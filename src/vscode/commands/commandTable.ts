import * as vscode from 'vscode';
import * as z from 'zod';
import type { TrustCard } from '../../core/benchmark/trustCard';
import type { Evaluations, WindowServices } from '../evaluation/evaluations';
import { inform, Notice, reasonOf, showFailure } from '../log';
import type { ChoosingServices } from '../models/chooseModels';
import type { PromptRevisions } from '../revisions/promptRevisions';
import { diffWithFile, openRevision, restoreRevision, revisionAddressOf } from '../revisions/revisionDocuments';
import { extensionPrefix, isPromptFile, revisionScheme } from '../settings';

/** `argument`: what the command was called with, unchecked; any extension can call. */
type Handler = (target: CommandTarget, argument: unknown) => Promise<void>;

const runCommands = () => import('./runCommands');
const revisionCommands = () => import('./revisionCommands');
const exportFiles = () => import('./exportFiles');
const chooseModels = () => import('../models/chooseModels');

/** Every command but the tree's own refreshing. A test holds what is registered against package.json. */
function commandTable({ log, keys, extensionUri, evaluations }: WindowServices): Readonly<Record<string, Handler>> {
  return {
    evaluate: forDocument(async (document) => (await evaluations()).evaluate(document)),
    evaluateByBatch: forDocument(async (document) => (await evaluations()).evaluate(document, 'always')),
    leaveBatch: forPrompt(async (all, uri) => {
      const controller = all.of(uri);
      // A run that waits for no batch goes on.
      if (controller.snapshot().batches?.isFollowed === true) await controller.leave();
      else inform('No batches of this prompt are under way.');
    }),
    judgeReplies: forDocument(async (document) =>
      (await runCommands()).judgeReplies(await evaluations(), document, log),
    ),
    openExample: async () => (await evaluations()).openExample(),
    cancel: forPrompt((all, uri) => all.of(uri).cancel()),
    resume: forPrompt((all, uri) => all.resume(uri)),
    raiseCap: forPrompt(async (all, uri) => (await runCommands()).raiseCap(all, uri)),
    showPanel: forPrompt(async (all, uri) => {
      await all.showRestored(uri);
    }),
    exportReport: forPrompt(async (all, uri) => {
      await all.of(uri).restore();
      await (await exportFiles()).exportReport(all.of(uri), extensionUri);
    }),
    openPrompt: forPrompt((_all, uri) => openAtFirstProblem(uri)),
    clearCache: forPrompt(async (all, uri) => (await revisionCommands()).clearCache(all.of(uri).revisions)),
    compareWith: forPrompt(async (all, uri, target) => (await revisionCommands()).compareWith(all, uri, target)),
    showComparison: forPrompt(async (all, uri, target) => (await revisionCommands()).showComparison(all, uri, target)),
    showHistory: forPrompt(async (all, uri) => {
      const controller = all.show(uri);
      controller.panel?.post({ kind: 'show', tab: 'history' });
      await controller.restore();
    }),
    chooseBaseline: forPrompt(async (all, uri, { revision }) =>
      (await revisionCommands()).chooseBaseline(all.of(uri).revisions, revision),
    ),
    openRevision: forRevision('Open revision', openRevision),
    restoreRevision: forRevision('Restore revision', restoreRevision),
    compareTextWithRevision: forRevision('Compare the file’s text with', diffWithFile),
    labelRevision: forPrompt(async (all, uri, { revision }) =>
      (await revisionCommands()).labelRevision(all.of(uri).revisions, revision),
    ),
    openRun: forPrompt(async (all, uri, { runId }) => {
      const chosen = runId ?? (await (await revisionCommands()).askForRun(all.of(uri).revisions));
      if (chosen !== undefined) await all.openRun(uri, chosen);
    }),
    deleteRuns: forPrompt(async (all, uri, { runId }) => {
      const controller = all.of(uri);
      const { pickRunsToDelete } = await import('../revisions/pickRuns');
      const chosen = runId === undefined ? await pickRunsToDelete(controller.revisions) : [runId];
      if (chosen.length > 0) await (await import('../evaluation/deleteRuns')).deleteRuns(controller, chosen);
    }),
    labelReplies: forPrompt(async (all, uri) => {
      const { panel, labels } = await all.showRestored(uri);
      panel?.focus();
      await labels.do({ do: 'open' });
    }),
    exportHandLabels: forPrompt(async (all, uri) =>
      (await exportFiles()).exportHandLabels(all.of(uri).revisions.location.root, uri),
    ),
    calibrateJudge: forPrompt((all, uri, _target, argument) => all.calibrate(uri, argument)),
    showJudges: forPrompt(async (all, uri) => {
      all.showJudges(uri);
      await all.of(uri).restore();
    }),
    chooseBenchmarks: async ({ uri }) => (await chooseModels()).chooseBenchmarks(uri ?? activeUri()),
    customizeJudge: async ({ uri }) =>
      (await import('./customizeJudge')).customizeJudge(uri ?? activeUri(), extensionUri),
    chooseModels: async ({ uri }) => (await chooseModels()).chooseModels(choosing(uri ?? activeUri())),
    checkModel: async ({ uri }, argument) =>
      (await chooseModels()).checkChosenModel(choosing(uri ?? activeUri()), argument),
    openBaseline,
    setApiKey: () => keys.ask(),
    removeApiKey: () => keys.remove(),
    openLog: () => {
      log.show();
      return Promise.resolve();
    },
  };

  function choosing(uri: vscode.Uri | undefined): ChoosingServices {
    const cards = async (): Promise<readonly TrustCard[]> =>
      uri === undefined ? [] : (await evaluations()).of(uri).judges.allCards();
    return { uri, keys, log, extensionUri, cards };
  }

  function forDocument(work: (document: vscode.TextDocument) => Promise<void>): Handler {
    return async ({ uri }) => {
      const document = await promptDocument(uri);
      if (document !== undefined) await work(document);
    };
  }

  function forPrompt(
    work: (all: Evaluations, uri: vscode.Uri, target: CommandTarget, argument: unknown) => Promise<void>,
  ): Handler {
    return async (target, argument) => {
      const all = await evaluations();
      await work(all, currentPrompt(all, target.uri), target, argument);
    };
  }

  function forRevision(title: string, work: (revisions: PromptRevisions, revision: string) => Promise<void>): Handler {
    return forPrompt(async (all, uri, target) => {
      const { revisions } = all.of(uri);
      const { revisionFor } = await revisionCommands();
      const revision = await revisionFor(revisions, target.revision, title);
      if (revision !== undefined) await work(revisions, revision);
    });
  }
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

async function openAtFirstProblem(uri: vscode.Uri): Promise<void> {
  const [first] = vscode.languages
    .getDiagnostics(uri)
    .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
    .sort((left, right) => left.range.start.compareTo(right.range.start));
  const viewColumn = vscode.ViewColumn.One;
  await vscode.window.showTextDocument(uri, { viewColumn, selection: first?.range });
}

/** Opens one of the benchmarks' built-in prompts as a new document, to evaluate and compare with or to start from. */
async function openBaseline(): Promise<void> {
  const { benchmarks } = await import('../../core/benchmarks/registry');
  const items = [...benchmarks.values()].flatMap((benchmark) =>
    benchmark.baselines.map(({ id, title, text }) => {
      return { label: title, description: id, detail: benchmark.title, text };
    }),
  );
  const options = { title: 'Built-in prompts', placeHolder: 'Opens as a new document' };
  const chosen = await vscode.window.showQuickPick(items, options);
  if (chosen === undefined) return;
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: chosen.text });
  await vscode.window.showTextDocument(document);
}

export interface CommandTarget {
  readonly uri: vscode.Uri | undefined;
  readonly revision: string | undefined;
  readonly runId: string | undefined;
}

const lineSchema = z.object({
  promptUri: z.custom<vscode.Uri>((value) => value instanceof vscode.Uri),
  revision: z.object({ revision: z.string() }).optional().catch(undefined),
  run: z.object({ id: z.string() }).optional().catch(undefined),
});

/** A prompt's URI, a revision document's, or a line of the revision tree; any extension can call with another. */
function commandTarget(argument: unknown): CommandTarget {
  if (argument instanceof vscode.Uri) {
    const address = revisionAddressOf(argument);
    return { uri: address?.prompt ?? argument, revision: address?.revision, runId: undefined };
  }
  const { promptUri: uri, revision, run } = lineSchema.safeParse(argument).data ?? {};
  return { uri, revision: revision?.revision, runId: run?.id };
}

/** The panel's with the focus, the active editor's, or that of the only panel. Throws `Notice` when there is none. */
function currentPrompt(all: Evaluations, uri: vscode.Uri | undefined): vscode.Uri {
  const shown = all.controllers.filter(({ panel }) => panel !== undefined);
  const active = shown.find(({ panel }) => panel?.active === true);
  const only = shown.length === 1 ? shown[0] : undefined;
  const target = uri ?? active?.uri ?? activePrompt(all) ?? only?.uri ?? activeUri();
  if (target === undefined) throw new Notice('Open a prompt file first.');
  return target;
}

function activeUri(): vscode.Uri | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && (revisionAddressOf(uri)?.prompt ?? uri);
}

function activePrompt(all: Evaluations): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return undefined;
  const isPrompt = isPromptFile(document) || all.has(document.uri);
  return revisionAddressOf(document.uri)?.prompt ?? (isPrompt ? document.uri : undefined);
}

/** The one a button belongs to, else the active editor's. Throws `Notice` when there is none. */
async function promptDocument(uri: vscode.Uri | undefined): Promise<vscode.TextDocument | undefined> {
  if (uri !== undefined) return open(uri);
  const active = vscode.window.activeTextEditor?.document;
  if (active?.uri.scheme === revisionScheme)
    throw new Notice(
      'This is a stored revision, which was evaluated already. Restore it in its file to evaluate it again.',
    );
  if (active !== undefined && active.uri.scheme !== 'output') return active;
  throw new Notice('Open the tutor’s prompt file, then evaluate it.');
}

/** A panel outlives its file: one that was moved or deleted is told by name. */
async function open(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    const name = vscode.workspace.asRelativePath(uri);
    void vscode.window.showErrorMessage(
      `${name} was moved, renamed or deleted. Open it where it is now and evaluate it there.`,
    );
    return undefined;
  }
}
