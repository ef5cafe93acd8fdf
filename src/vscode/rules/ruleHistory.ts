import * as vscode from 'vscode';
import { baselineOf, previousRevision } from '../../core/history/baseline';
import { revisionsOfRule } from '../../core/history/revisionEdits';
import { readPromptFile } from '../../core/prompt/promptFile';
import { promptRules } from '../../core/prompt/promptRules';
import { stackOf, t } from '../log';
import { revisionName, whenText } from '../revisions/revisionText';
import { extensionPrefix, forPromptFiles } from '../settings';
import type { PromptOf } from './failingThreads';
import { literal } from './ruleThreads';

/** Lists at a rule the revisions that changed nothing else, each with its comparison. Nothing is evaluated for it. */
export function registerRuleHistory(promptOf: PromptOf, log: vscode.LogOutputChannel): vscode.Disposable {
  const provideHover = async (document: vscode.TextDocument, { line }: vscode.Position) => {
    const revisions = promptOf(document.uri)?.revisions;
    if (revisions === undefined) return undefined;
    const rules = promptRules(readPromptFile('', document.getText()));
    const rule = rules.find(({ from, to }) => from <= line + 1 && line < to);
    if (rule === undefined) return undefined;
    const history = await revisions.ownHistory();
    const hover = new vscode.MarkdownString();
    hover.isTrusted = { enabledCommands: [`${extensionPrefix}.showComparison`] };
    for (const one of revisionsOfRule(rule.text, history.revisions)) {
      hover.appendMarkdown('\n\n');
      hover.appendMarkdown(literal(t`No other rule changed: ${revisionName(one)}, ${whenText(one.firstAt)}.`));
      const before = previousRevision(history, one.revision)?.revision;
      const run = one.runs.find(({ id }) => baselineOf(history, id)?.revision === before);
      const target = encodeURIComponent(JSON.stringify([{ promptUri: document.uri.toString(), run: { id: run?.id } }]));
      if (run !== undefined)
        hover.appendMarkdown(` [${t`Compare`}](command:${extensionPrefix}.showComparison?${target})`);
    }
    return hover.value === '' ? undefined : new vscode.Hover(hover);
  };
  return forPromptFiles((files) =>
    vscode.languages.registerHoverProvider(files, {
      provideHover: (document, position) =>
        provideHover(document, position).catch((error: unknown) => {
          log.error('The history of a rule could not be read.', stackOf(error));
          return undefined;
        }),
    }),
  );
}
