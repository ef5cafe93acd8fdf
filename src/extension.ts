import type * as vscode from 'vscode';
import { useLanguage } from './vscode/language';

let leave: (() => Promise<void>) | undefined;

/** Loads the features after the language, because many a table of texts is made when its module is loaded. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const started = performance.now();
  await useLanguage(context.extensionUri);
  const { registerFeatures } = await import('./vscode/activation');
  leave = registerFeatures(context, started);
}

export async function deactivate(): Promise<void> {
  await leave?.();
}
