import * as vscode from 'vscode';
import { t } from '../log';

/** A folded thread below a line of a prompt, counted from 1. `kind` decides which buttons it has. */
export function threadAt(
  comments: vscode.CommentController,
  document: vscode.TextDocument,
  line: number,
  kind: 'failing' | 'suggestion',
): vscode.CommentThread {
  const { range } = document.lineAt(Math.min(line, document.lineCount) - 1);
  const thread = comments.createCommentThread(document.uri, range, []);
  thread.canReply = false;
  thread.contextValue = kind;
  thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
  return thread;
}

/** Untrusted texts, each below its name. */
export function namedTexts(parts: readonly (readonly [name: string, text: string])[]): vscode.MarkdownString {
  const body = new vscode.MarkdownString();
  for (const [name, text] of parts) body.appendMarkdown(`**${name}** ${literal(text)}\n\n`);
  return body;
}

/** Untrusted text that Markdown shows as it is. `appendText` would keep long lines from wrapping. */
export function literal(text: string): string {
  return text
    .replaceAll(/[!-/:-@[-`{-~]/g, '\\$&')
    .trim()
    .replaceAll(/\s*\n\s*/g, '  \n');
}

/** Why something is dismissed; `undefined` if the user gives up. */
export async function askReason(title: string, prompt: string): Promise<string | undefined> {
  const validateInput = (text: string) => (text.trim() === '' ? t`Write a reason.` : undefined);
  return (await vscode.window.showInputBox({ title, prompt, validateInput }))?.trim();
}
