import { homedir } from 'node:os';
import path from 'node:path';

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
