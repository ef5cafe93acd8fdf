import * as vscode from 'vscode';
import type { TrustCard } from '../../core/benchmark/trustCard';
import type { Evaluations, WindowServices } from '../evaluation/evaluations';
import { inform, reasonOf, showFailure } from '../log';
import type { ChoosingServices } from '../models/chooseModels';
import type { PromptRevisions } from '../revisions/promptRevisions';
import { diffWithFile, openRevision, restoreRevision } from '../revisions/revisionDocuments';
import { extensionPrefix } from '../settings';
import { activeUri, commandTarget, currentPrompt, promptDocument, type CommandTarget } from './commandTarget';

/** `argument`: what the command was called with, unchecked; any extension can call. */
type Handler = (target: CommandTarget, argument: unknown) => Promise<void>;

/** Every command of the extension but the tree's own refreshing. A test holds what is registered against package.json. */
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
      (await import('./runCommands')).judgeReplies(await evaluations(), document, log),
    ),
    openExample: async () => (await evaluations()).openExample(),
    cancel: forPrompt((all, uri) => all.of(uri).cancel()),
    resume: forPrompt((all, uri) => all.resume(uri)),
    raiseCap: forPrompt(async (all, uri) => (await import('./runCommands')).raiseCap(all, uri)),
    showPanel: forPrompt(async (all, uri) => {
      await all.showRestored(uri);
    }),
    exportReport: forPrompt(async (all, uri) => {
      await all.of(uri).restore();
      await (await import('./exportFiles')).exportReport(all.of(uri), extensionUri);
    }),
    openPrompt: forPrompt((_all, uri) => openAtFirstProblem(uri)),
    clearCache: forPrompt(async (all, uri) => (await import('./revisionCommands')).clearCache(all.of(uri).revisions)),
    compareWith: forPrompt(async (all, uri, target) =>
      (await import('./revisionCommands')).compareWith(all, uri, target),
    ),
    showComparison: forPrompt(async (all, uri, target) =>
      (await import('./revisionCommands')).showComparison(all, uri, target),
    ),
    showHistory: forPrompt(async (all, uri) => {
      const controller = all.show(uri);
      controller.panel?.post({ kind: 'show', tab: 'history' });
      await controller.restore();
    }),
    chooseBaseline: forPrompt(async (all, uri, { revision }) =>
      (await import('./revisionCommands')).chooseBaseline(all.of(uri).revisions, revision),
    ),
    openRevision: forRevision('Open revision', openRevision),
    restoreRevision: forRevision('Restore revision', restoreRevision),
    compareTextWithRevision: forRevision('Compare the file’s text with', diffWithFile),
    labelRevision: forPrompt(async (all, uri, { revision }) =>
      (await import('./revisionCommands')).labelRevision(all.of(uri).revisions, revision),
    ),
    openRun: forPrompt(async (all, uri, { runId }) => {
      const chosen = runId ?? (await (await import('./revisionCommands')).askForRun(all.of(uri).revisions));
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
      (await import('./exportFiles')).exportHandLabels(all.of(uri).revisions.location.root, uri),
    ),
    calibrateJudge: forPrompt((all, uri, _target, argument) => all.calibrate(uri, argument)),
    showJudges: forPrompt(async (all, uri) => {
      all.showJudges(uri);
      await all.of(uri).restore();
    }),
    chooseBenchmarks: async ({ uri }) => (await import('../models/chooseModels')).chooseBenchmarks(uri ?? activeUri()),
    customizeJudge: async ({ uri }) =>
      (await import('./customizeJudge')).customizeJudge(uri ?? activeUri(), extensionUri),
    chooseModels: async ({ uri }) => {
      const prompt = uri ?? activeUri();
      await (await import('../models/chooseModels')).chooseModels(prompt, choosing(prompt));
    },
    checkModel: async ({ uri }, argument) => {
      const prompt = uri ?? activeUri();
      await (await import('../models/chooseModels')).checkChosenModel(prompt, choosing(prompt), argument);
    },
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
    return { keys, log, extensionUri, cards };
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
      const { revisionFor } = await import('./revisionCommands');
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

/** Shows the prompt with the first thing that is wrong in it selected. */
async function openAtFirstProblem(uri: vscode.Uri): Promise<void> {
  const [first] = vscode.languages
    .getDiagnostics(uri)
    .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
    .sort((left, right) => left.range.start.compareTo(right.range.start));
  const viewColumn = vscode.ViewColumn.One;
  await vscode.window.showTextDocument(uri, { viewColumn, ...(first === undefined ? {} : { selection: first.range }) });
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
