import path from 'node:path';

/**
 * Replaces the module `vscode` in workers and unit tests, for code that reads settings and files. It has one folder and
 * the settings that were set here. tests/host and tests/e2e use the real editor.
 */
let folder = '/';
type Values = Readonly<Record<string, unknown>>;
let values: Values = {};
let others: Partial<Record<'defaultValue' | 'workspaceValue' | 'workspaceFolderValue', Values>> = {};

/** Opens a folder with the user's settings, by their full names, and with what is set elsewhere. */
export function openFolder(opened: string, settings: Values, elsewhere: typeof others = {}): void {
  folder = opened;
  values = settings;
  others = elsewhere;
}

interface Uri {
  readonly scheme: string;
  readonly fsPath: string;
  readonly path: string;
  toString(): string;
}

function fileUri(fsPath: string): Uri {
  return { scheme: 'file', fsPath, path: fsPath, toString: () => `file://${fsPath}` };
}

interface Configuration {
  get(name: string): unknown;
  inspect(name: string): Values;
}

export const Uri = {
  file: fileUri,
  from: ({ scheme, path: place }: Pick<Uri, 'scheme' | 'path'>): Uri => ({
    ...fileUri(place),
    scheme,
    toString: () => `${scheme}:${place}`,
  }),
  joinPath: (base: Uri, ...parts: readonly string[]): Uri => fileUri(path.join(base.fsPath, ...parts)),
};

export const workspace = {
  isTrusted: true,
  get workspaceFolders(): readonly { readonly uri: Uri }[] {
    return [{ uri: fileUri(folder) }];
  },
  getWorkspaceFolder: (): { readonly uri: Uri } => ({ uri: fileUri(folder) }),
  asRelativePath: (file: string | Uri): string => path.relative(folder, typeof file === 'string' ? file : file.fsPath),
  getConfiguration: (section: string): Configuration => ({
    get: (name) => valueOf(`${section}.${name}`),
    inspect: (name) => ({
      globalValue: valueOf(`${section}.${name}`),
      ...Object.fromEntries(Object.entries(others).map(([place, set]) => [place, set[`${section}.${name}`]])),
    }),
  }),
};

function valueOf(name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

export const window = {
  setStatusBarMessage: (): void => undefined,
  showWarningMessage: (): Promise<undefined> => Promise.resolve(undefined),
};
