import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { JudgeWordingError } from '../../core/benchmark/judging/judgeWordingFile';

/** What is looked at of an address: of a document, or of a folder of the workspace. */
export interface Address {
  readonly scheme: string;
  readonly fsPath: string;
}

/** The folders of the window, as VS Code has them. */
export interface Folders<Uri extends Address> {
  readonly workspaceFolders: readonly { readonly uri: Address }[] | undefined;
  getWorkspaceFolder(uri: Uri): { readonly uri: Address } | undefined;
}

/**
 * The workspace folder that a prompt belongs to, as a path: an untitled document, which lies nowhere, belongs to the first one. `undefined`
 * for files outside any folder and for folders that are not on disk.
 */
export function folderOfPrompt<Uri extends Address>(uri: Uri, folders: Folders<Uri>): string | undefined {
  const folder =
    folders.getWorkspaceFolder(uri) ?? (uri.scheme === 'untitled' ? folders.workspaceFolders?.[0] : undefined);
  return folder?.uri.scheme === 'file' ? folder.uri.fsPath : undefined;
}

/**
 * The absolute path that a setting of a prompt means by `named`: from its workspace folder, else from beside the file, else from the home
 * folder, as the working directory of the extension host is no place that its user knows of.
 */
export function pathFromPrompt<Uri extends Address>(uri: Uri, named: string, folders: Folders<Uri>): string {
  return path.resolve(folderOfPrompt(uri, folders) ?? folderOfFile(uri), named);
}

function folderOfFile({ fsPath }: Address): string {
  return path.isAbsolute(fsPath) ? path.dirname(fsPath) : homedir();
}

/**
 * The folder of wordings at `folder` that the setting names as `named`. Throws `JudgeWordingError` where there is none: the built-in texts
 * would be sent, and paid for, in the place of those that were meant.
 */
export async function namedWordingFolder(named: string, folder: string): Promise<string> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return folder;
  throw new JudgeWordingError([
    {
      file: named,
      message: `There is no folder ${folder}. Mend the setting tutorPromptLab.judging.wordingFolder, or write a wording there with Tutor Prompt: Customize Judge Wording…`,
    },
  ]);
}

/** What VS Code says of where a setting has values, as far as it matters here. */
interface SettingPlaces {
  readonly workspaceFolderValue?: unknown;
}

/**
 * The name of the `ConfigurationTarget` where a value that is chosen for a prompt takes effect: its folder where that has a value of its own,
 * as it wins over the workspace's, else the workspace; the user's settings where no folder is open.
 */
export function settingTarget(
  places: SettingPlaces | undefined,
  hasWorkspace: boolean,
): 'WorkspaceFolder' | 'Workspace' | 'Global' {
  if (places?.workspaceFolderValue !== undefined) return 'WorkspaceFolder';
  return hasWorkspace ? 'Workspace' : 'Global';
}
