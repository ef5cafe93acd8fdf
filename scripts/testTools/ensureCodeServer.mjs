// @ts-check
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { InstallFailure } from './installFailure.mjs';
import { runProgram } from './runProgram.mjs';

/** Ships VS Code 1.139.1. */
export const CODE_SERVER_VERSION = '4.139.1';
/** code-server 4.139 refuses every other major version of Node. */
const NODE_VERSION = '24';
/** Written last: a folder without it is a half-made install. */
const MARKER_FILE = 'complete.json';

/**
 * Where the parts of an installed server lie, as absolute paths.
 *
 * @typedef {object} CodeServerPaths
 * @property {string} folder the cache folder of this version
 * @property {string} nodePath the Node 24 binary that runs the server
 * @property {string} entryPath the script to run with it
 */

/**
 * Cache folder of one server version, outside the checkout so that a clean checkout need not build it again.
 *
 * @param {NodeJS.ProcessEnv} [env] `TUTOR_PROMPT_LAB_CACHE` replaces the folder that holds all versions
 * @returns {string} absolute path
 */
export function codeServerFolder(env = process.env) {
  const root =
    env['TUTOR_PROMPT_LAB_CACHE'] ||
    path.join(env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'tutor-prompt-lab');
  return path.resolve(root, `vscode-${CODE_SERVER_VERSION}`);
}

/**
 * @param {string} folder
 * @returns {CodeServerPaths}
 */
function pathsIn(folder) {
  return {
    folder,
    nodePath: path.join(folder, 'node_modules', 'node', 'bin', 'node'),
    entryPath: path.join(folder, 'node_modules', 'code-server', 'out', 'node', 'entry.js'),
  };
}

/**
 * @param {CodeServerPaths} paths
 * @returns {Promise<boolean>}
 */
async function isComplete(paths) {
  try {
    /** @type {unknown} */
    const marker = JSON.parse(await readFile(path.join(paths.folder, MARKER_FILE), 'utf8'));
    const version =
      typeof marker === 'object' && marker !== null && 'codeServer' in marker ? marker.codeServer : undefined;
    return version === CODE_SERVER_VERSION && existsSync(paths.nodePath) && existsSync(paths.entryPath);
  } catch {
    return false;
  }
}

/**
 * Installs Node 24 and code-server into `folder` and proves that the server's entry script runs.
 *
 * @param {string} folder
 * @param {string} logFile gets the whole output of npm and the compilers
 * @param {(line: string) => void} report
 * @returns {Promise<void>}
 */
async function install(folder, logFile, report) {
  const paths = pathsIn(folder);
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'package.json'),
    `${JSON.stringify({ private: true, name: 'tutor-prompt-lab-test-vscode' })}\n`,
  );
  const npmArguments = ['install', '--no-audit', '--no-fund', '--loglevel=info'];
  const advice = `The whole output was kept in ${logFile}.`;
  // npm sets these for every child. Its settings would lead npm back into the checkout, and code-server reads from
  // `user_agent` which Node installs it.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_(local_prefix|user_agent)|package_|lifecycle_)/.test(name),
    ),
  );

  const headers = `node-${process.platform}-${process.arch}@${NODE_VERSION}`;
  report(`Installing Node ${NODE_VERSION} for the test server`);
  const nodeStep = await runProgram('npm', [...npmArguments, `node@${NODE_VERSION}`, headers], {
    cwd: folder,
    env,
    logFile,
  });
  if (nodeStep.exitCode !== 0) throw new InstallFailure(`Installing Node ${NODE_VERSION}`, advice, nodeStep.tail);

  report(`Installing code-server ${CODE_SERVER_VERSION} and building its native modules (about three minutes, 620 MB)`);
  const serverStep = await runProgram('npm', [...npmArguments, `code-server@${CODE_SERVER_VERSION}`], {
    cwd: folder,
    env: {
      ...env,
      PATH: [path.dirname(paths.nodePath), env['PATH']].join(path.delimiter),
      // node-gyp would otherwise download headers; the arch package of Node carries them.
      npm_config_nodedir: path.join(folder, 'node_modules', headers.slice(0, headers.lastIndexOf('@'))),
    },
    logFile,
  });
  if (serverStep.exitCode !== 0) {
    throw new InstallFailure(
      `Installing code-server ${CODE_SERVER_VERSION}`,
      `It builds native modules: a C++ compiler, make, Python 3 and the Kerberos headers (libkrb5-dev) are needed. ${advice}`,
      serverStep.tail,
    );
  }

  const check = await runProgram(paths.nodePath, [paths.entryPath, '--version'], { cwd: folder, env, logFile });
  if (check.exitCode !== 0 || !check.tail.includes(CODE_SERVER_VERSION))
    throw new InstallFailure('Starting the installed server once', advice, check.tail);
  await writeFile(path.join(folder, MARKER_FILE), `${JSON.stringify({ codeServer: CODE_SERVER_VERSION })}\n`);
}

/**
 * Makes sure the VS Code server of the tests is installed, building it when it is missing or half-made.
 *
 * @param {(line: string) => void} [report] gets a line whenever something slow begins or ends
 * @returns {Promise<CodeServerPaths>}
 * @throws {InstallFailure}
 */
export async function ensureCodeServer(report = (line) => void process.stderr.write(`${line}\n`)) {
  const paths = pathsIn(codeServerFolder());
  if (await isComplete(paths)) return paths;

  const started = performance.now();
  const draft = `${paths.folder}.draft-${process.pid}`;
  const logFile = `${paths.folder}.install.log`;
  await mkdir(path.dirname(draft), { recursive: true });
  await rm(logFile, { force: true });
  try {
    await install(draft, logFile, report);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  // Another run may have finished first; its folder is as good as ours.
  if (await isComplete(paths)) await rm(draft, { recursive: true, force: true });
  else {
    await rm(paths.folder, { recursive: true, force: true });
    await rename(draft, paths.folder);
  }
  report(`The test server is ready in ${paths.folder} (${Math.round((performance.now() - started) / 1000)} s)`);
  return paths;
}
