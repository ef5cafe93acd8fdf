import * as vscode from 'vscode';
import { connectionTemplates, filledTemplate, readConnections } from '../../core/providers/connection';
import { providers } from '../evaluation/runProviders';
import { extensionPrefix } from '../settings';
import type { ApiKeys } from './apiKeys';

/**
 * Asks for a server of a known kind, its name and its key, and writes it to the user's settings, where no folder can change it. Returns
 * its name; `undefined` when the user left.
 */
export async function addConnection(keys: ApiKeys): Promise<string | undefined> {
  const kinds = connectionTemplates.map((template) => ({ label: template.title, template }));
  const title = vscode.l10n.t('Add a connection');
  const kind = await vscode.window.showQuickPick(kinds, { title, ignoreFocusOut: true });
  if (kind === undefined) return undefined;
  const { template } = kind;
  const answers: Record<string, string> = {};
  for (const { id, question, example } of template.questions) {
    const answer = await vscode.window.showInputBox({
      title,
      prompt: question,
      placeHolder: example,
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('For instance {0}', example) : undefined),
    });
    if (answer === undefined) return undefined;
    answers[id] = answer;
  }
  const needsKey = await vscode.window.showQuickPick([yes, no], {
    title,
    placeHolder: vscode.l10n.t('Does the server ask for a key?'),
    ignoreFocusOut: true,
  });
  if (needsKey === undefined) return undefined;
  const connection = { ...filledTemplate(template, answers), needsKey: needsKey === yes };
  const configuration = vscode.workspace.getConfiguration(extensionPrefix);
  const known = configuration.inspect<Readonly<Record<string, unknown>>>('connections')?.globalValue ?? {};
  const taken = new Set([...providers.keys(), ...Object.keys(known)]);
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Its name, which stands before the model: NAME:MODEL'),
    value: template.name,
    ignoreFocusOut: true,
    validateInput: (text) => readConnections({ [text]: connection }, taken).problems[0]?.problem,
  });
  if (name === undefined) return undefined;
  await configuration.update('connections', { ...known, [name]: connection }, vscode.ConfigurationTarget.Global);
  if (needsKey === yes) await keys.ask(name);
  return name;
}

const yes = vscode.l10n.t('Yes');
const no = vscode.l10n.t('No');
