import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureCodeServer } from '../../scripts/testTools/ensureCodeServer.mjs';
import { ensureDebianPackages } from '../../scripts/testTools/ensureDebianPackages.mjs';
import { runProgram } from '../../scripts/testTools/runProgram.mjs';
import { freePort } from './freePort';
import { killProcessTree } from './killProcessTree';
import { pollUntil } from './pollUntil';
import { createServerProfile, type ServerProfile } from './serverProfile';

/** Trust is in force and nobody asks about it. */
const restrictedSettings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
};

const QUIET_FLAGS = ['--disable-telemetry', '--disable-update-check'];

export interface CodeServerOptions {
  /** Absolute paths of the packages to install, in this order. */
  readonly vsixFiles: readonly string[];
  /** Opens folders in Restricted Mode, as a user does who has not trusted them; trusted unless set. */
  readonly restricted?: boolean;
  /** User settings on top of `quietSettings`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Environment of the server and so of the extension host, on top of this process's without its keys. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The server could not install an extension or did not start. `log` is the end of its output. */
class CodeServerFailure extends Error {
  constructor(
    readonly step: string,
    readonly log: string,
  ) {
    super(`${step} failed. The server said:\n${log}`);
    this.name = 'CodeServerFailure';
  }

  static is(error: unknown): error is CodeServerFailure {
    return error instanceof CodeServerFailure;
  }
}

/** Folders of extensions, by the packages in them. */
const extensionFolders = new Map<string, Promise<string>>();

/** A folder with these packages installed. It is made once for all servers of this process and removed at its end. */
function installed(
  vsixFiles: readonly string[],
  program: readonly [nodePath: string, entryPath: string],
): Promise<string> {
  const key = vsixFiles.join('\n');
  const folder = extensionFolders.get(key) ?? install(vsixFiles, program);
  extensionFolders.set(key, folder);
  return folder;
}

async function install(
  vsixFiles: readonly string[],
  [nodePath, entryPath]: readonly [string, string],
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tutor-prompt-lab-extensions-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (vsixFiles.length === 0) return folder;
  const profile = await createServerProfile(folder);
  const packages = vsixFiles.flatMap((file) => ['--install-extension', file]);
  const { exitCode, tail } = await runProgram(nodePath, [entryPath, ...profile.flags, ...packages], {
    cwd: profile.folder,
    env: profile.env,
    logFile: profile.logFile,
  });
  await rm(profile.folder, { recursive: true, force: true, maxRetries: 5 });
  if (exitCode !== 0) throw new CodeServerFailure(`Installing ${vsixFiles.join(', ')}`, tail);
  return folder;
}

/** A running VS Code server with a port and profile of its own. */
export class CodeServer {
  readonly #child: ChildProcess;
  readonly #profile: ServerProfile;
  readonly #killAtExit: () => void;

  private constructor(
    child: ChildProcess,
    profile: ServerProfile,
    /** Where the workbench is served, without a trailing slash. */
    readonly url: string,
  ) {
    this.#child = child;
    this.#profile = profile;
    this.#killAtExit = () => void child.kill();
    process.once('exit', this.#killAtExit);
  }

  /** Output of the server, both streams. */
  get logFile(): string {
    return this.#profile.logFile;
  }

  /** The server's own logs (extension host, window), a folder of text files. */
  get logsFolder(): string {
    return this.#profile.logsFolder;
  }

  /**
   * Installs what is missing on this machine, starts the server with the extensions, and returns once it answers.
   * Throws `CodeServerFailure`, or `InstallFailure` when the server itself could not be installed.
   */
  static async start(options: CodeServerOptions): Promise<CodeServer> {
    ensureDebianPackages();
    const { nodePath, entryPath } = await ensureCodeServer();
    const profile = await createServerProfile(
      await installed(options.vsixFiles, [nodePath, entryPath]),
      { ...(options.restricted === true ? restrictedSettings : {}), ...options.settings },
      options.env,
    );
    try {
      const trust = options.restricted === true ? [] : ['--disable-workspace-trust'];
      return await CodeServer.#startIn(profile, [nodePath, entryPath], trust);
    } catch (error) {
      await rm(profile.folder, { recursive: true, force: true, maxRetries: 5 });
      throw error;
    }
  }

  static async #startIn(
    profile: ServerProfile,
    [program, script]: readonly [string, string],
    flags: readonly string[],
  ): Promise<CodeServer> {
    const address = `127.0.0.1:${await freePort()}`;
    const log = openSync(profile.logFile, 'a');
    const programArguments = [
      script,
      '--auth',
      'none',
      '--bind-addr',
      address,
      ...QUIET_FLAGS,
      ...flags,
      ...profile.flags,
    ];
    const child = spawn(program, programArguments, {
      cwd: profile.folder,
      env: profile.env,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const server = new CodeServer(child, profile, `http://${address}`);
    try {
      await server.#listening();
      return server;
    } catch (error) {
      const said = await readFile(profile.logFile, 'utf8');
      await server.dispose();
      throw new CodeServerFailure(
        `Starting the VS Code server on ${address}`,
        `${said.slice(-4_000)}\n${String(error)}`,
      );
    }
  }

  async #listening(): Promise<void> {
    const state = await pollUntil('the server to answer', async () => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) return 'ended';
      return (await fetch(`${this.url}/healthz`)).ok ? 'listening' : undefined;
    });
    if (state === 'ended') throw new Error(`The process ended with code ${String(this.#child.exitCode)}.`);
  }

  /** Ends the server with everything it started and removes its profile. */
  async dispose(): Promise<void> {
    process.off('exit', this.#killAtExit);
    if (this.#child.pid !== undefined) await killProcessTree(this.#child.pid);
    await rm(this.#profile.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
