import * as vscode from 'vscode';
import { isPromptFile } from '../editor/promptFileMatcher';
import type { Evaluations } from '../evaluation/evaluations';
import { showFailure } from '../log';
import type { ApiKeys } from '../models/apiKeys';
import { extensionPrefix } from '../settings';
import { promptDocument } from './promptDocument';

/** What the commands work with. `evaluations` loads the engine, so it is asked for when a command needs it. */
export interface CommandServices {
  readonly log: vscode.LogOutputChannel;
  readonly keys: ApiKeys;
  readonly evaluations: () => Promise<Evaluations>;
}

type Handler = (uri?: vscode.Uri) => Promise<void>;

/** Every command of the extension. A test holds this table against package.json. */
export function commandTable({ log, keys, evaluations }: CommandServices): Readonly<Record<string, Handler>> {
  return {
    evaluate: async (uri) => {
      const document = await promptDocument(uri);
      if (document === undefined) return;
      const all = await evaluations();
      const evaluation = all.show(document.uri);
      // In Restricted Mode the panel says that no run starts, and why.
      if (vscode.workspace.isTrusted) await evaluation.evaluate(document);
    },
    cancel: async (uri) => (await current(evaluations, uri))?.cancel(),
    resume: async (uri) => {
      const evaluation = await current(evaluations, uri);
      if (evaluation === undefined) return;
      (await evaluations()).show(evaluation.uri);
      await evaluation.restore();
      if (vscode.workspace.isTrusted) await evaluation.resume();
    },
    showPanel: async (uri) => {
      const evaluation = await current(evaluations, uri);
      if (evaluation === undefined) return;
      (await evaluations()).show(evaluation.uri);
      await evaluation.restore();
    },
    exportReport: async (uri) => {
      const evaluation = await current(evaluations, uri);
      if (evaluation === undefined) return;
      await evaluation.restore();
      const { exportReport } = await import('./exportReport');
      await exportReport(evaluation);
    },
    openPrompt: async (uri) => {
      const evaluation = await current(evaluations, uri);
      if (evaluation !== undefined) await openAtFirstProblem(evaluation.uri);
    },
    chooseBenchmarks: async (uri) => (await import('../models/chooseBenchmarks')).chooseBenchmarks(uri ?? activeUri()),
    chooseModels: async (uri) => (await import('../models/chooseModels')).chooseModels(uri ?? activeUri(), keys),
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
}

/** Registers every command; a failure is logged and told, with the log on offer. */
export function registerCommands(services: CommandServices): vscode.Disposable {
  const registrations = Object.entries(commandTable(services)).map(([name, handler]) =>
    vscode.commands.registerCommand(`${extensionPrefix}.${name}`, async (uri?: unknown) => {
      try {
        await handler(uri instanceof vscode.Uri ? uri : undefined);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        await showFailure(services.log, vscode.l10n.t('Tutor Prompt: {0}', reason), error);
      }
    }),
  );
  return vscode.Disposable.from(...registrations);
}

/**
 * The evaluation a command is about: the prompt it was called for, the panel that has the focus, the active editor's
 * prompt, or else the only panel there is.
 */
async function current(evaluations: () => Promise<Evaluations>, uri: vscode.Uri | undefined) {
  const all = await evaluations();
  const target =
    uri ?? all.active ?? activePrompt(all) ?? (all.shown.length === 1 ? all.shown[0] : undefined) ?? activeUri();
  if (target !== undefined) return all.of(target);
  void vscode.window.showInformationMessage(vscode.l10n.t('Open a prompt file first.'));
  return undefined;
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

/** The active editor's document, when it is a prompt: by its name, or because it was evaluated. */
function activePrompt(all: Evaluations): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document !== undefined && (isPromptFile(document) || all.has(document.uri)) ? document.uri : undefined;
}

function activeUri(): vscode.Uri | undefined {
  return vscode.window.activeTextEditor?.document.uri;
}
