// @ts-check
import { accessSync, constants } from 'node:fs';

/** The first has no window, which no test needs: panel tests take a quarter less time in it. */
const WELL_KNOWN_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * @param {string} file
 * @returns {boolean}
 */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The browser of the workbench tests.
 *
 * @param {NodeJS.ProcessEnv} [env] `CHROME_PATH` goes before the usual places
 * @returns {string | undefined} absolute path of the program, `undefined` when there is none
 */
export function findChromium(env = process.env) {
  const chosen = env['CHROME_PATH'];
  return [...(chosen ? [chosen] : []), ...WELL_KNOWN_PATHS].find(isProgram);
}

/**
 * Like `findChromium`, for callers that cannot go on without a browser.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string} absolute path
 * @throws {Error} naming the places looked at
 */
export function chromiumPath(env = process.env) {
  const found = findChromium(env);
  if (found === undefined) {
    throw new Error(
      `No Chromium found in ${WELL_KNOWN_PATHS.join(', ')}. Install the Debian package "chromium-headless-shell", or set CHROME_PATH to a Chromium or Chrome program.`,
    );
  }
  return found;
}
