// @ts-check
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeServerFolder } from '../scripts/testTools/ensureCodeServer.mjs';
import { InstallFailure } from '../scripts/testTools/installFailure.mjs';
import { runProgram } from '../scripts/testTools/runProgram.mjs';

/** The last one that runs in Node 20, as this project does. */
export const promptfooVersion = '0.121.20';
const entry = path.join('node_modules', 'promptfoo', 'dist', 'src', 'entrypoint.js');

/**
 * Installs promptfoo beside the test server, outside of the checkout, if missing. Leaves out its optional packages,
 * except the database library for this platform.
 *
 * @returns {Promise<string>} absolute path of its command line
 * @throws {InstallFailure}
 */
export async function ensurePromptfoo() {
  const folder = path.join(path.dirname(codeServerFolder()), `promptfoo-${promptfooVersion}`);
  if (existsSync(path.join(folder, entry))) return path.join(folder, entry);
  const draft = `${folder}.draft-${process.pid}`;
  const logFile = `${folder}.install.log`;
  await mkdir(draft, { recursive: true });
  try {
    await writeFile(
      path.join(draft, 'package.json'),
      '{ "private": true, "name": "tutor-prompt-lab-bench-promptfoo" }\n',
    );
    process.stderr.write(`Installing promptfoo ${promptfooVersion} (about a minute, 280 MB)\n`);
    await npmInstall(draft, logFile, `promptfoo@${promptfooVersion}`);
    await npmInstall(draft, logFile, await nativePart(path.join(draft, 'node_modules', 'libsql', 'package.json')));
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return path.join(folder, entry);
}

/**
 * @param {string} manifest of the package `libsql`
 * @returns {Promise<string>} name and version of its part for this machine
 */
async function nativePart(manifest) {
  /** @type {{ optionalDependencies?: Record<string, string> }} */
  const { optionalDependencies = {} } = JSON.parse(await readFile(manifest, 'utf8'));
  const start = `@libsql/${process.platform}-${process.arch}`;
  const found = Object.entries(optionalDependencies).find(([name]) => name.startsWith(start) && !name.includes('musl'));
  if (found === undefined) throw new InstallFailure('Installing promptfoo', `Its database has no part for ${start}.`);
  return found.join('@');
}

/**
 * @param {string} cwd
 * @param {string} logFile
 * @param {string} wanted name and version
 */
async function npmInstall(cwd, logFile, wanted) {
  // The checkout's own npm settings (set for every child of an npm script) must not lead npm back into the checkout.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config_local_prefix|package_|lifecycle_)/.test(name)),
  );
  const args = ['install', '--no-audit', '--no-fund', '--omit=optional', '--omit=peer', wanted];
  const { exitCode, tail } = await runProgram('npm', args, { cwd, env, logFile });
  if (exitCode !== 0)
    throw new InstallFailure(`Installing ${wanted}`, `The whole output was kept in ${logFile}.`, tail);
}
