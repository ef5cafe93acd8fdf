import * as vscode from 'vscode';
import { extensionPrefix } from '../settings';
import { settingTarget } from './settingTarget';

/** Writes a setting that was chosen for the prompt `uri` where it takes effect. Rejects when the settings cannot be written. */
export async function keepChoice(uri: vscode.Uri | undefined, name: string, value: unknown): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(extensionPrefix, uri);
  const target = settingTarget(configuration.inspect(name), vscode.workspace.workspaceFolders !== undefined);
  await configuration.update(name, value, vscode.ConfigurationTarget[target]);
}
