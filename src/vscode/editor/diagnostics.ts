import * as vscode from 'vscode';
import type { PromptProblem, TextRange } from '../../core/prompt/promptTemplate';
import { stackOf, t } from '../log';
import { extensionPrefix, isPromptFile, readSettings } from '../settings';

/** Puts the suggested name in place of a wrong one. */
export const promptFixes: vscode.CodeActionProvider = {
  async provideCodeActions(document, wanted, { diagnostics }) {
    const rangeOf = ({ start, end }: TextRange): vscode.Range =>
      new vscode.Range(document.positionAt(start), document.positionAt(end));
    return (await promptProblems(document)).flatMap(({ range, fix }) => {
      if (fix === undefined || rangeOf(range).intersection(wanted) === undefined) return [];
      const action = new vscode.CodeAction(t`Change to ${fix.text}`, vscode.CodeActionKind.QuickFix);
      action.edit = new vscode.WorkspaceEdit();
      action.edit.replace(document.uri, rangeOf(fix.range), fix.text);
      action.diagnostics = diagnostics.filter((one) => one.range.isEqual(rangeOf(range)));
      action.isPreferred = true;
      return [action];
    });
  },
};

/** The checker is loaded with the first prompt file. Edits are checked once typing pauses. */
export function registerDiagnostics(log: vscode.LogOutputChannel): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection(extensionPrefix);
  const waiting = new Map<string, NodeJS.Timeout>();
  const check = async (document: vscode.TextDocument): Promise<void> => {
    if (document.isClosed || !isPromptFile(document)) return;
    try {
      collection.set(document.uri, await promptDiagnostics(document));
    } catch (error) {
      log.error('Checking a prompt file failed.', stackOf(error));
    }
  };
  const later = (document: vscode.TextDocument): void => {
    const key = document.uri.toString();
    clearTimeout(waiting.get(key));
    const timer = setTimeout(() => void check(document), 300);
    waiting.set(key, timer);
  };
  const checkAll = (): void => {
    for (const document of vscode.workspace.textDocuments) later(document);
  };
  checkAll();
  return vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument(later),
    vscode.workspace.onDidChangeTextDocument((event) => later(event.document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      clearTimeout(waiting.get(uri.toString()));
      waiting.delete(uri.toString());
      collection.delete(uri);
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(extensionPrefix)) return;
      collection.clear();
      checkAll();
    }),
    new vscode.Disposable(() => waiting.forEach((timer) => clearTimeout(timer))),
  );
}

async function promptProblems(document: vscode.TextDocument): Promise<readonly PromptProblem[]> {
  const [{ benchmarks }, { readPromptFile }, { variableProblems }, { aimProblems }] = await Promise.all([
    import('../../core/benchmarks/registry'),
    import('../../core/prompt/promptFile'),
    import('../../core/prompt/variableProblems'),
    import('../../core/benchmark/aimProblems'),
  ]);
  const prompt = readPromptFile(document.uri.fsPath, document.getText());
  const chosen = prompt.defaults.benchmarks ?? readSettings(document.uri).choices.benchmarks ?? [];
  const all = [...benchmarks.values()];
  const offers = all.filter((benchmark) => chosen.includes(benchmark.id));
  return [
    ...prompt.problems,
    ...aimProblems(prompt, benchmarks),
    ...variableProblems(prompt.template, offers.length > 0 ? offers : all.slice(0, 1), all),
  ];
}

async function promptDiagnostics(document: vscode.TextDocument): Promise<vscode.Diagnostic[]> {
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  return (await promptProblems(document)).map(({ range: { start, end }, severity, message }) => {
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    const diagnostic = new vscode.Diagnostic(range, message, severity === 'error' ? error : warning);
    diagnostic.source = 'Tutor Prompt';
    return diagnostic;
  });
}
