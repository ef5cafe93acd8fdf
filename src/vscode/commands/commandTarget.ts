import * as vscode from 'vscode';
import * as z from 'zod';
import type { Evaluations } from '../evaluation/evaluations';
import { Notice } from '../log';
import { revisionAddressOf } from '../revisions/revisionAddress';
import { isPromptFile, revisionScheme } from '../settings';

/** What a command was called for: a prompt, one of its revisions, or a run of that. All are absent from the palette. */
export interface CommandTarget {
  readonly uri: vscode.Uri | undefined;
  readonly revision: string | undefined;
  readonly runId: string | undefined;
}

/** A line of the revision tree, or what looks like one. */
const lineSchema = z.object({
  promptUri: z.custom<vscode.Uri>((value) => value instanceof vscode.Uri),
  revision: z.object({ revision: z.string() }).optional().catch(undefined),
  run: z.object({ id: z.string() }).optional().catch(undefined),
});

/** Reads a command's argument: a prompt's URI, a revision document's, or a line of the revision tree. Any other one counts as none: any extension can call. */
export function commandTarget(argument: unknown): CommandTarget {
  if (argument instanceof vscode.Uri) {
    const address = revisionAddressOf(argument);
    return { uri: address?.prompt ?? argument, revision: address?.revision, runId: undefined };
  }
  const { promptUri: uri, revision, run } = lineSchema.safeParse(argument).data ?? {};
  return { uri, revision: revision?.revision, runId: run?.id };
}

/**
 * The prompt a command is about: the one it was called for, that of the panel with the focus, the active editor's, or else
 * that of the only panel there is. Throws `Notice` when there is none.
 */
export function currentPrompt(all: Evaluations, uri: vscode.Uri | undefined): vscode.Uri {
  const { active, shown } = all;
  const target = uri ?? active ?? activePrompt(all) ?? (shown.length === 1 ? shown[0] : undefined) ?? activeUri();
  if (target === undefined) throw new Notice('Open a prompt file first.');
  return target;
}

/** The prompt that the active editor shows, or a revision of which it shows. */
export function activeUri(): vscode.Uri | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && (revisionAddressOf(uri)?.prompt ?? uri);
}

/** The active editor's prompt: by its name, or because it was evaluated. */
function activePrompt(all: Evaluations): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) return undefined;
  const isPrompt = isPromptFile(document) || all.has(document.uri);
  return revisionAddressOf(document.uri)?.prompt ?? (isPrompt ? document.uri : undefined);
}

/** The document to evaluate: the one a button belongs to, else the active editor's. Throws `Notice` when there is none. */
export async function promptDocument(uri: vscode.Uri | undefined): Promise<vscode.TextDocument | undefined> {
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
