// @ts-check
import { cliFile } from './benchFolder.mjs';
import { median, timedProcess } from './timedProcess.mjs';

const turns = 15;

/**
 * Times the command line where it has next to nothing to do.
 *
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measureStartUp() {
  return {
    rows: [
      ['`node -e 0`', await timesOf(['-e', '0'])],
      ['`tutor-prompt-lab --version`', await timesOf([cliFile, '--version'])],
      ['`tutor-prompt-lab --help`', await timesOf([cliFile, '--help'])],
    ],
  };
}

/** @param {readonly string[]} args */
async function timesOf(args) {
  const times = [];
  for (let turn = 0; turn < turns; turn += 1) times.push((await timedProcess(args)).wallMs);
  return `${median(times).toFixed(0)} ms (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`;
}
