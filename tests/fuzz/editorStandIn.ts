import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

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
  [Symbol.hasInstance]: (value: unknown): boolean => typeof value === 'object' && value !== null && 'fsPath' in value,
  file: fileUri,
  parse: (text: string): Uri => fileUri(text.replace('file://', '')),
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
  showInformationMessage: (_text: string, _button?: string): Promise<string | undefined> => Promise.resolve(undefined),
};

/** What was told of threads and results of tests, oldest first. */
export const told: string[] = [];
const nothing = { dispose: (): void => undefined };

/** Threads of comments in the order in which they were opened. */
export const openedThreads: { readonly label: string; readonly range: unknown }[] = [];

/** A thread tells its label when it goes. */
export const comments = {
  createCommentController: (): object => ({
    ...nothing,
    createCommentThread: (_uri: Uri, range: unknown) => {
      const thread = { label: '', range, dispose: () => void told.push(`gone: ${thread.label}`) };
      openedThreads.push(thread);
      return thread;
    },
  }),
};
export const CommentThreadCollapsibleState = { Collapsed: 0, Expanded: 1 };
export const CommentMode = { Preview: 1 };
export class MarkdownString {
  value = '';
  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
}

/** What commands do, by their full names. */
export const commandHandlers = new Map<string, (argument?: unknown) => unknown>();
export const commands = {
  executeCommand: (_name: string): void => undefined,
  registerCommand: (name: string, handler: (argument?: unknown) => unknown): object => {
    commandHandlers.set(name, handler);
    return nothing;
  },
};
export const Disposable = { from: (): object => nothing };
export const TextEditorRevealType = { InCenterIfOutsideViewport: 2 };

interface TestItem {
  readonly id: string;
  readonly label: string;
  readonly uri: Uri | undefined;
  description?: string;
  readonly children: TestItems;
}
class TestItems extends Map<string, TestItem> {
  add(item: TestItem): void {
    this.set(item.id, item);
  }
  replace(items: readonly TestItem[]): void {
    this.clear();
    for (const item of items) this.add(item);
  }
}

interface TestProfile {
  readonly run: (request: object, token: object) => unknown;
  readonly isDefault: boolean;
  supportsContinuousRun?: boolean;
}
/** How tests are run, by the label of the profile. */
export const testProfiles = new Map<string, TestProfile>();
/** Messages of failed tests, oldest first. */
export const testMessages: TestMessage[] = [];
export const tests = {
  createTestController: (): object => ({
    ...nothing,
    items: new TestItems(),
    createRunProfile: (label: string, _kind: number, run: TestProfile['run'], isDefault: boolean) => {
      const profile: TestProfile = { run, isDefault };
      testProfiles.set(label, profile);
      return profile;
    },
    createTestItem: (id: string, label: string, uri?: Uri): TestItem => ({ id, label, uri, children: new TestItems() }),
    createTestRun: () => {
      const tell = (what: string) => (item: TestItem, messages?: readonly TestMessage[]) => {
        told.push([what, item.label, item.description].filter(Boolean).join(' '));
        testMessages.push(...(messages ?? []));
      };
      return {
        ...{ started: tell('started'), passed: tell('passed'), failed: tell('failed'), skipped: tell('skipped') },
        end: () => undefined,
      };
    },
  }),
};
export const TestRunProfileKind = { Run: 1 };
export class TestRunRequest {
  constructor(readonly include?: readonly TestItem[]) {}
}
export class TestMessage {
  constructor(
    readonly message: string,
    readonly expectedOutput?: string,
    readonly actualOutput?: string,
  ) {}
  static diff(message: string, expected: string, actual: string): TestMessage {
    return new TestMessage(message, expected, actual);
  }
}

export const ViewColumn = { One: 1 };
export const EndOfLine = { LF: 1, CRLF: 2 };
export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}
export class Range {
  constructor(
    readonly start: Position,
    readonly end: Position,
  ) {}
  isEqual({ start, end }: Range): boolean {
    return isDeepStrictEqual([start, end], [this.start, this.end]);
  }
}
export class WorkspaceEdit {
  text = '';
  replace(_uri: Uri, _range: Range, text: string): void {
    this.text = text;
  }
}
export class EventEmitter {
  readonly event = (): object => nothing;
  fire(): void {
    return undefined;
  }
  dispose(): void {
    return undefined;
  }
}
export const DecorationRangeBehavior = { ClosedClosed: 1 };
export class InlayHint {
  constructor(
    readonly position: Position,
    readonly label: string,
  ) {}
}
interface HintsProvider {
  provideInlayHints(document: { readonly uri: Uri }): readonly InlayHint[] | undefined;
}
/** The latest one. */
export const hintsProvider: { current?: HintsProvider } = {};
export const languages = {
  registerInlayHintsProvider: (_files: unknown, provider: HintsProvider): object => {
    hintsProvider.current = provider;
    return nothing;
  },
};
