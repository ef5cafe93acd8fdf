import * as vscode from 'vscode';
import type { TrustCard } from '../../core/store/trustCard';
import type { Evaluations } from '../evaluation/evaluations';
import { showFailure } from '../log';
import type { ApiKeys } from '../models/apiKeys';
import type { ChoosingServices } from '../models/chooseModels';
import { extensionPrefix } from '../settings';
import { activeUri, commandTarget, type CommandTarget, currentPrompt, promptDocument } from './commandTarget';
import { revisionCommands } from './revisionCommands';

/** What the commands work with. `evaluations` loads the engine, so it is asked for when a command needs it. */
export interface CommandServices {
  readonly log: vscode.LogOutputChannel;
  readonly keys: ApiKeys;
  readonly extensionUri: vscode.Uri;
  readonly evaluations: () => Promise<Evaluations>;
}

/** `argument`: what the command was called with, unchecked; any extension can call. */
type Handler = (target: CommandTarget, argument: unknown) => Promise<void>;

/** Every command of the extension but the tree's own refreshing. A test holds what is registered against package.json. */
function commandTable({ log, keys, extensionUri, evaluations }: CommandServices): Readonly<Record<string, Handler>> {
  return {
    evaluate: async ({ uri }) => {
      const document = await promptDocument(uri);
      if (document !== undefined) await (await evaluations()).evaluate(document);
    },
    evaluateByBatch: async ({ uri }) => {
      const document = await promptDocument(uri);
      if (document !== undefined) await (await evaluations()).evaluate(document, 'always');
    },
    leaveBatch: forPrompt(async (all, uri) => (await import('../batches/leaveBatches')).leaveBatches(all.of(uri))),
    judgeReplies: async ({ uri }) => {
      const document = await promptDocument(uri);
      if (document !== undefined) await (await import('./judgeReplies')).judgeReplies(await evaluations(), document);
    },
    openExample: async () => (await evaluations()).openExample(),
    cancel: forPrompt((all, uri) => all.of(uri).cancel()),
    resume: forPrompt((all, uri) => all.resume(uri)),
    raiseCap: forPrompt(async (all, uri) => (await import('./raiseCap')).raiseCap(all, uri)),
    showPanel: forPrompt(async (all, uri) => {
      all.show(uri);
      await all.restore(uri);
    }),
    exportReport: forPrompt(async (all, uri) => {
      await all.restore(uri);
      await (await import('./exportFiles')).exportReport(all.of(uri), all.judgesOf(uri));
    }),
    openPrompt: forPrompt((_all, uri) => openAtFirstProblem(uri)),
    clearCache: forPrompt(async (all, uri) => (await import('./clearCache')).clearCache(all.revisionsOf(uri))),
    ...revisionCommands(evaluations),
    labelReplies: forPrompt((all, uri) => all.labelReplies(uri)),
    exportHandLabels: forPrompt(async (all, uri) =>
      (await import('./exportFiles')).exportHandLabels(all.revisionsOf(uri).place.root, uri),
    ),
    calibrateJudge: forPrompt((all, uri, argument) => all.calibrate(uri, argument)),
    showJudges: forPrompt(async (all, uri) => {
      all.showJudges(uri);
      await all.restore(uri);
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
    openBaseline: async () => (await import('./openBaseline')).openBaseline(),
    setApiKey: async () => {
      await keys.ask();
    },
    removeApiKey: () => keys.remove(),
    openLog: () => {
      log.show();
      return Promise.resolve();
    },
  };

  function choosing(uri: vscode.Uri | undefined): ChoosingServices {
    const cards = async (): Promise<readonly TrustCard[]> =>
      uri === undefined ? [] : (await evaluations()).judgesOf(uri).allCards();
    return { keys, log, extensionUri, cards };
  }

  function forPrompt(work: (all: Evaluations, uri: vscode.Uri, argument: unknown) => Promise<void>): Handler {
    return async ({ uri }, argument) => {
      const all = await evaluations();
      const prompt = currentPrompt(all, uri);
      if (prompt !== undefined) await work(all, prompt, argument);
    };
  }
}

/** Registers every command; a failure is logged and told, with the log on offer. */
export function registerCommands(services: CommandServices): vscode.Disposable {
  const registrations = Object.entries(commandTable(services)).map(([name, handler]) =>
    vscode.commands.registerCommand(`${extensionPrefix}.${name}`, async (argument?: unknown) => {
      try {
        await handler(commandTarget(argument), argument);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        await showFailure(services.log, vscode.l10n.t('Tutor Prompt: {0}', reason), error);
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
  await vscode.window.showTextDocument(
    uri,
    first === undefined ? { viewColumn } : { viewColumn, selection: first.range },
  );
}
