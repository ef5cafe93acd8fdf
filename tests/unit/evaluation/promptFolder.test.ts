import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Uri } from 'vscode';
import { folderOfPrompt, type Folders, pathFromPrompt } from '../../../src/vscode/evaluation/storeLocation';

function address(scheme: string, fsPath: string): Uri {
  return { scheme, fsPath } as unknown as Uri;
}

/** A window with these folders, on disk unless a scheme is given. */
function windowWith(...folders: readonly (string | Uri)[]): Folders {
  const workspaceFolders = folders.map((folder, index) => ({
    uri: typeof folder === 'string' ? address('file', folder) : folder,
    name: '',
    index,
  }));
  return {
    workspaceFolders: folders.length === 0 ? undefined : workspaceFolders,
    getWorkspaceFolder: (uri) =>
      workspaceFolders.find((folder) => folder.uri.scheme === uri.scheme && uri.fsPath.startsWith(folder.uri.fsPath)),
  };
}

const one = path.resolve('/many/one');
const two = path.resolve('/many/two');
const untitled = address('untitled', 'Untitled-1');

describe('the folder of a prompt', () => {
  it('is the workspace folder that it lies in, and the first one for an untitled document', () => {
    const folders = windowWith(one, two);
    expect(folderOfPrompt(address('file', path.join(two, 'a.md')), folders)).toBe(two);
    expect(folderOfPrompt(untitled, folders)).toBe(one);
  });

  it('is none for files outside any folder, without folders, and for folders that are not on disk', () => {
    expect(folderOfPrompt(address('file', path.resolve('/else/a.md')), windowWith(one))).toBeUndefined();
    expect(folderOfPrompt(untitled, windowWith())).toBeUndefined();
    expect(folderOfPrompt(untitled, windowWith(address('vscode-vfs', '/repository')))).toBeUndefined();
  });
});

describe('a path that a setting names', () => {
  it('starts from the workspace folder, also for an untitled document, else from beside the file', () => {
    const folders = windowWith(one);
    expect(pathFromPrompt(address('file', path.join(one, 'deep', 'a.md')), 'set.json', folders)).toBe(
      path.join(one, 'set.json'),
    );
    expect(pathFromPrompt(untitled, 'set.json', folders)).toBe(path.join(one, 'set.json'));
    expect(pathFromPrompt(address('file', path.resolve('/else/a.md')), 'set.json', folders)).toBe(
      path.resolve('/else/set.json'),
    );
  });

  it('starts from the home folder where there is no other, and stays as it is where it is absolute', () => {
    expect(pathFromPrompt(untitled, 'set.json', windowWith())).toBe(path.join(homedir(), 'set.json'));
    expect(pathFromPrompt(untitled, path.resolve('/set.json'), windowWith(one))).toBe(path.resolve('/set.json'));
  });
});
