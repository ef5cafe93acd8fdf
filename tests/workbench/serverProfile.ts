import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { quietSettings } from './quietSettings';

/** A folder of its own for one run of the server: settings and logs. Absolute paths throughout. */
export interface ServerProfile {
  readonly folder: string;
  /** Where installed extensions are. */
  readonly extensions: string;
  /** Arguments that make the server use this profile. */
  readonly flags: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Output of the server, both streams. */
  readonly logFile: string;
  /** The server's own logs (extension host, window). */
  readonly logsFolder: string;
  /** Writes these settings on top of `quietSettings` and removes what extensions stored. */
  reset(settings: Readonly<Record<string, unknown>>): Promise<void>;
}

/** What must not reach the server from outside: settings of this process's Node, VS Code and npm, and every key. */
const KEPT_BACK = /^(NODE_|VSCODE_|VITEST|npm_)|_(API_)?KEY$|_TOKEN$/;

/**
 * Makes a fresh profile in the system's temporary folder. Leaves API keys out, so that no test spends money; a test
 * passes what it needs in `env`.
 */
export async function createServerProfile(
  extensions: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProfile> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tutor-prompt-lab-vscode-'));
  const userData = path.join(folder, 'user-data');
  const user = path.join(userData, 'User');
  const reset: ServerProfile['reset'] = async (own) => {
    for (const stored of ['globalStorage', 'workspaceStorage'])
      await rm(path.join(user, stored), { recursive: true, force: true, maxRetries: 5 });
    await mkdir(user, { recursive: true });
    const allSettings = JSON.stringify({ ...quietSettings, ...own }, undefined, 2);
    await writeFile(path.join(user, 'settings.json'), allSettings);
  };
  await reset({});
  return {
    reset,
    folder,
    extensions,
    flags: ['--user-data-dir', userData, '--extensions-dir', extensions],
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !KEPT_BACK.test(name))),
      XDG_CONFIG_HOME: path.join(folder, 'config'),
      XDG_DATA_HOME: path.join(folder, 'data'),
      ...env,
    },
    logFile: path.join(folder, 'server.log'),
    logsFolder: path.join(userData, 'logs'),
  };
}
