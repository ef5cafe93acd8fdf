import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';
import type * as CommandLineModule from '../../../src/cli/commandLine';
import { temporaryFolders } from '../store/temporaryFolder';

/** The repository's root folder. */
export const repository = path.join(import.meta.dirname, '../../..');

/** How a child process ended, with all that it wrote. `code` is `undefined` when a signal ended it. */
export interface Ended {
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
}

/** A child process under way. */
export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Streams that go to `/dev/full`, which takes nothing. */
  readonly full?: readonly ('out' | 'err')[];
  /** Whether the process can be written to; only with `start`. */
  readonly input?: boolean;
}

/** True while a command runs in this process. One at a time, because they share folder and own models. */
let isBusy = false;

/** The built command line in a folder of its own. Every run starts in a fresh folder unless `cwd` is given. */
export class CommandLine {
  /** Path of the built `cli.js`. */
  readonly file: string;
  readonly #newFolder: () => Promise<string>;

  constructor(file: string, newFolder: () => Promise<string>) {
    this.file = file;
    this.#newFolder = newFolder;
  }

  folder(): Promise<string> {
    return this.#newFolder();
  }

  /** A fresh folder with one prompt file, `tutor.md`, in it. */
  async workspace(prompt?: string): Promise<string> {
    const folder = await this.#newFolder();
    const fixture = path.join(repository, 'test-fixtures/workspace/original.tutor.md');
    await writeFile(path.join(folder, 'tutor.md'), prompt ?? (await readFile(fixture, 'utf8')));
    return folder;
  }

  start(args: readonly string[], { cwd, env = {}, full = [], input = false }: RunOptions = {}): Started {
    const device = full.length === 0 ? undefined : openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [this.file, ...args], {
      cwd: cwd ?? path.dirname(this.file),
      // Nothing of the developer's own keys and addresses.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: [
        input ? 'pipe' : 'ignore',
        ...(['out', 'err'] as const).map((name) => (full.includes(name) ? device : 'pipe')),
      ],
    });
    if (device !== undefined) closeSync(device);
    let out = '';
    let err = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code: code ?? undefined, out, err }));
    });
    return { child, ended };
  }

  /**
   * Runs a command to its end in this process, which is fast. `full`, Node's own variables or a running command require
   * a new process.
   */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const { cwd = path.dirname(this.file), env = {}, full } = options;
    const ownProcess = full !== undefined || Object.keys(env).some((name) => name.startsWith('NODE_'));
    if (ownProcess || isBusy) return this.start(args, options).ended;
    isBusy = true;
    process.chdir(cwd);
    let out = '';
    let err = '';
    try {
      const { runCommandLine } = (await import(
        this.file.replace(/cli\.js$/, 'commandLine.js')
      )) as typeof CommandLineModule;
      const code = await runCommandLine(args, {
        cwd,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
        stdout: { write: (text) => (out += text) },
        stderr: { write: (text) => (err += text) },
        shipped: pathToFileURL(`${path.dirname(path.dirname(this.file))}/`),
        reportPage: pathToFileURL(path.join(path.dirname(this.file), 'webview/')),
        onInterrupt: () => () => undefined,
      });
      return { code, out, err };
    } finally {
      isBusy = false;
      process.chdir(repository);
    }
  }
}

/** The command line as it was built for all tests; its folders are removed after the test file. */
export function useCommandLine(): () => CommandLine {
  const commandLine = new CommandLine(inject('commandLine'), temporaryFolders());
  return () => commandLine;
}
