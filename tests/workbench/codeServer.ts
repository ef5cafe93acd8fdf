import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureCodeServer } from '../../scripts/testTools/ensureCodeServer.mjs';
import { ensureDebianPackages } from '../../scripts/testTools/ensureDebianPackages.mjs';
import { runProgram } from '../../scripts/testTools/runProgram.mjs';
import { freePort } from './freePort';
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
  /** With all of VS Code's own extensions, as a user has them; few unless set. */
  readonly allBuiltIn?: boolean;
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

/** VS Code's own extensions that the tests use. The others, such as Git, take a fifth of the processor time. */
const usedBuiltIn = [
  'configuration-editing',
  'diff',
  'json',
  'json-language-features',
  'markdown-basics',
  'prompt-basics',
  'search-result',
  'theme-defaults',
  'theme-modern-icons',
  'theme-seti',
  'yaml',
];

/** Flags for a server that has only `usedBuiltIn`. */
async function fewBuiltIn(entryPath: string, profileFolder: string): Promise<readonly string[]> {
  const all = path.join(path.dirname(entryPath), '../../lib/vscode/extensions');
  const folder = path.join(profileFolder, 'built-in');
  await mkdir(folder);
  for (const name of usedBuiltIn) await symlink(path.join(all, name), path.join(folder, name));
  return ['--builtin-extensions-dir', folder];
}

/** Folders of extensions, by the packages in them. */
const extensionFolders = new Map<string, Promise<string>>();

/** A folder with these packages installed. It is made once for all servers of this process. */
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

/**
 * Runs a command until standard input ends, then kills it and removes the folders `$0` and `$1`. So a test process that
 * is killed leaves nothing behind.
 */
const untilInputEnds =
  'own=$1; shift; "$@" < /dev/null & server=$!; cat > /dev/null; kill $server; wait $server; rm -rf "$0" "$own"';

/** Servers of this process by what they were started with, settings aside. */
const sharedServers = new Map<string, Promise<CodeServer>>();

/** A running VS Code server with a port and profile of its own. */
export class CodeServer {
  readonly #profile: ServerProfile;

  private constructor(
    profile: ServerProfile,
    /** Where the workbench is served, without a trailing slash. */
    readonly url: string,
  ) {
    this.#profile = profile;
  }

  /**
   * A server that lives as long as this process, for all that ask for the same packages, trust and environment.
   * It gets the settings of the last who asked; state that extensions keep on the server is removed.
   * Installs what is missing on this machine. Throws `CodeServerFailure`, or `InstallFailure` when the server itself
   * could not be installed.
   */
  static async shared({ settings, ...options }: CodeServerOptions): Promise<CodeServer> {
    const { vsixFiles, restricted = false, allBuiltIn = false, env = {} } = options;
    const key = JSON.stringify([vsixFiles, restricted, allBuiltIn, env]);
    const starting = sharedServers.get(key) ?? CodeServer.#start(options);
    sharedServers.set(key, starting);
    const server = await starting;
    await server.#profile.reset({ ...(options.restricted === true ? restrictedSettings : {}), ...settings });
    return server;
  }

  /** Output of the server, both streams. */
  get logFile(): string {
    return this.#profile.logFile;
  }

  /** The server's own logs (extension host, window), a folder of text files. */
  get logsFolder(): string {
    return this.#profile.logsFolder;
  }

  static async #start(options: Omit<CodeServerOptions, 'settings'>): Promise<CodeServer> {
    ensureDebianPackages();
    const { nodePath, entryPath } = await ensureCodeServer();
    const profile = await createServerProfile(await installed(options.vsixFiles, [nodePath, entryPath]), options.env);
    const trust = options.restricted === true ? [] : ['--disable-workspace-trust'];
    const few = options.allBuiltIn === true ? [] : await fewBuiltIn(entryPath, profile.folder);
    return CodeServer.#startIn(profile, [nodePath, entryPath], [...trust, ...few]);
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
    const child = spawn(
      'sh',
      ['-c', untilInputEnds, profile.folder, profile.extensions, program, ...programArguments],
      {
        cwd: profile.folder,
        env: profile.env,
        stdio: ['pipe', log, log],
      },
    );
    closeSync(log);
    const server = new CodeServer(profile, `http://${address}`);
    try {
      await server.#listening();
      return server;
    } catch (error) {
      const said = await readFile(profile.logFile, 'utf8');
      // The shell around the server then ends it and removes its folders.
      child.stdin?.end();
      throw new CodeServerFailure(
        `Starting the VS Code server on ${address}`,
        `${said.slice(-4_000)}\n${String(error)}`,
      );
    }
  }

  async #listening(): Promise<void> {
    await pollUntil('the server to answer', async () => ((await fetch(`${this.url}/healthz`)).ok ? true : undefined));
  }
}
