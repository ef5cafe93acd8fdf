// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './chromiumPath.mjs';
import { InstallFailure } from './installFailure.mjs';

/**
 * @param {string} program
 * @returns {boolean}
 */
const runs = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/**
 * What each package is for, and how to tell that the machine has it (from Debian or from elsewhere).
 *
 * @type {readonly { readonly name: string, readonly isPresent: () => boolean }[]}
 */
const PACKAGES = [
  { name: 'chromium-headless-shell', isPresent: () => findChromium() !== undefined },
  // Without any font a page has no widths to lay out by, and a bare machine has none.
  { name: 'fonts-dejavu-core', isPresent: () => existsSync('/usr/share/fonts/truetype') },
  // The server's native module kerberos does not build without these headers.
  { name: 'libkrb5-dev', isPresent: () => existsSync('/usr/include/gssapi/gssapi.h') },
  { name: 'build-essential', isPresent: () => runs('g++') && runs('make') },
  { name: 'python3', isPresent: () => runs('python3') },
];

/**
 * Names of the Debian packages whose contents this machine lacks.
 *
 * @returns {readonly string[]}
 */
export function missingDebianPackages() {
  return PACKAGES.filter((entry) => !entry.isPresent()).map((entry) => entry.name);
}

/**
 * Installs what is missing when that is possible here: as root, on Debian. Touches nothing when nothing is missing.
 *
 * @param {(line: string) => void} [report]
 * @returns {void}
 * @throws {InstallFailure} with the command to run by hand
 */
export function ensureDebianPackages(report = (line) => void process.stderr.write(`${line}\n`)) {
  const missing = missingDebianPackages();
  if (missing.length === 0) return;

  const isDebian = existsSync('/etc/debian_version');
  const isRoot = process.getuid?.() === 0;
  if (!isDebian || !isRoot) {
    throw new InstallFailure(
      'Looking for the programs the workbench tests need',
      isDebian
        ? `Run: sudo apt-get install ${missing.join(' ')}`
        : `Install what these Debian packages hold with this system's package manager: ${missing.join(', ')}. Set CHROME_PATH if the browser is in an unusual place.`,
    );
  }

  report(`Installing Debian packages: ${missing.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const step of [['update'], ['install', '--yes', '--no-install-recommends', ...missing]]) {
    const { status, stdout, stderr } = spawnSync('apt-get', step, { env, encoding: 'utf8' });
    if (status !== 0)
      throw new InstallFailure(
        `apt-get ${step.join(' ')}`,
        'Install the packages by hand.',
        `${stdout}\n${stderr}`.slice(-4_000),
      );
  }
}
