// @ts-check
import path from 'node:path';
import { benchFolder } from './benchFolder.mjs';
import { sideBySide } from './measurement.mjs';
import { offlineRun } from './offlineRun.mjs';
import { tutorBenchSamples } from './repeatedSamples.mjs';
import { median, timedProcess } from './timedProcess.mjs';
import { verdictSizes } from './verdictSizes.mjs';

const prompts = [
  'Ask exactly one guiding question per turn.\n',
  'Never give the final answer or a complete solution; guide by questions.\n',
];

/**
 * Makes two offline runs of different prompts at each size. Times their comparison with default numbers of resamples
 * and draws, and the extension's wait for it.
 *
 * @param {import('./benchFolder.mjs').Programs} programs
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measureComparison(programs) {
  const columns = [];
  for (const size of verdictSizes) columns.push(await measureSize(programs, size));
  // The limits are for runs of the paper's size, which stand first.
  return { ...sideBySide(columns), bounds: columns[0]?.bounds };
}

/**
 * @param {import('./benchFolder.mjs').Programs} programs
 * @param {(typeof verdictSizes)[number]} size
 * @returns {Promise<{ readonly title: string, readonly rows: readonly (readonly [string, string])[],
 *   readonly bounds: readonly import('./measurement.mjs').Bound[] }>}
 */
async function measureSize({ comparison, thread }, { samples, verdicts }) {
  const folder = path.join(benchFolder, 'comparison', `${verdicts}`);
  const lines = await tutorBenchSamples({ samples, criteria: verdicts });
  for (const prompt of prompts) await offlineRun({ folder, benchmark: 'tutorbench', samples: lines, prompt });
  const store = path.join(folder, 'store');
  /**
   * @type {Record<'times' | 'walls' | 'noiseTimes' | 'noiseWalls' | 'viewTimes' | 'viewWalls' | 'verdicts', number[]> &
   *   Record<'samples' | 'metrics' | 'tested' | 'openingWall' | 'viewBytes' | 'flips' | 'flipsInView', number>}
   */
  const result = await printed([comparison, store]);
  /** @type {Record<'times' | 'blocked', number[]>} */
  const waited = await printed([
    thread,
    store,
    path.join(benchFolder, 'dist', 'comparisonWorker.js'),
    path.join(benchFolder, 'starter-sets'),
  ]);
  if (result.verdicts.some((count) => count !== verdicts))
    throw new Error(`The runs have ${result.verdicts.join(' and ')} verdicts.`);
  const computing = median(result.walls.slice(1));
  const blocked = Math.max(...waited.blocked);
  return {
    bounds: [
      {
        held: computing < 1000,
        words: `computation of a comparison ${computing.toFixed(0)} ms once the code has run before (${(result.walls[0] ?? 0).toFixed(0)} ms the first time), under 1 s`,
      },
      { held: blocked < 50, words: `the extension's own thread held up ${blocked.toFixed(0)} ms at most, under 50 ms` },
    ],
    title: `${verdicts} verdicts in each run`,
    rows: [
      ['samples in both runs', `${result.samples}`],
      ['metrics, of which tested', `${result.metrics}, ${result.tested}`],
      ['opening both runs', `${result.openingWall.toFixed(0)} ms first`],
      ['comparison, CPU time', firstAndMedian(result.times)],
      ['comparison, wall time', firstAndMedian(result.walls)],
      ['noise of both as runs of one prompt, CPU time', firstAndMedian(result.noiseTimes)],
      ['view for the panel, CPU time', firstAndMedian(result.viewTimes)],
      ['from the extension’s question to the view, in the thread', firstAndMedian(waited.times)],
      ['the extension’s own thread held up, at most', firstAndMedian(waited.blocked)],
      ['view as JSON', `${(result.viewBytes / 1e6).toFixed(2)} MB, ${result.flipsInView} of ${result.flips} verdicts`],
    ],
  };
}

/** @param {readonly string[]} args of a program that prints JSON */
async function printed(args) {
  const { code, out } = await timedProcess(args);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}.`);
  return JSON.parse(out);
}

/** @param {readonly number[]} times the first is cold */
function firstAndMedian([first = Number.NaN, ...later]) {
  return `${first.toFixed(0)} ms first, ${median(later).toFixed(0)} ms median of ${later.length} more`;
}
