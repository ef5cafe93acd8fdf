// @ts-check
import path from 'node:path';
import { benchFolder } from './benchFolder.mjs';
import { sideBySide } from './measurement.mjs';
import { offlineRun } from './offlineRun.mjs';
import { socratesBenchTask, tutorBenchSamples } from './repeatedSamples.mjs';
import { median, timedProcess } from './timedProcess.mjs';
import { verdictSizes } from './verdictSizes.mjs';

const prompts = [
  'Ask exactly one guiding question per turn.\n',
  'Never give the final answer or a complete solution; guide by questions.\n',
];

/** As many as the SocratesBench paper has. Each has 21 verdicts: J1 once, J2 and J3 for each of 10 messages. */
const conversations = 100;

/** Milliseconds that a comparison of a paper's size may take, once the code has run before. */
const mostMs = 1_000;

/**
 * Two runs of a benchmark: `samples` are lines of JSON, `verdicts` are those of each run.
 *
 * @typedef {object} Pair
 * @property {string} title
 * @property {string} benchmark
 * @property {string} samples
 * @property {number} repeats
 * @property {number} verdicts
 * @property {'paired' | 'unpaired'} design
 */

/**
 * Makes two offline runs of different prompts at each size, and two of one SocratesBench task. Times their comparison
 * with default numbers of resamples and draws, and the extension's wait for it.
 *
 * @param {import('./benchFolder.mjs').Programs} programs
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measureComparison(programs) {
  const columns = [];
  for (const { samples, verdicts } of verdictSizes) {
    const lines = await tutorBenchSamples({ samples, criteria: verdicts });
    const title = `${verdicts} verdicts in each run`;
    columns.push(
      await measurePair(programs, {
        title,
        benchmark: 'tutorbench',
        samples: lines,
        repeats: 1,
        verdicts,
        design: 'paired',
      }),
    );
  }
  const unpaired = await measurePair(programs, {
    title: `SocratesBench, unpaired: one task ${conversations} times`,
    benchmark: 'socratesbench',
    samples: await socratesBenchTask(),
    repeats: conversations,
    verdicts: 21 * conversations,
    design: 'unpaired',
  });
  // The limits are for runs of the papers' sizes: the first pair and the unpaired one.
  const [paired] = columns;
  return {
    ...sideBySide([...columns, unpaired]),
    bounds: [...(paired?.bounds ?? []), ...unpaired.bounds.slice(0, 1)],
  };
}

/**
 * @param {import('./benchFolder.mjs').Programs} programs
 * @param {Pair} pair
 * @returns {Promise<{ readonly title: string, readonly rows: readonly (readonly [string, string])[],
 *   readonly bounds: readonly import('./measurement.mjs').Bound[] }>}
 */
async function measurePair({ comparison, thread }, { title, benchmark, samples, repeats, verdicts, design }) {
  const folder = path.join(benchFolder, 'comparison', `${benchmark}-${verdicts}`);
  for (const prompt of prompts) await offlineRun({ folder, benchmark, samples, prompt, repeats });
  const store = path.join(folder, 'store');
  /**
   * @type {Record<'times' | 'walls' | 'viewTimes' | 'viewWalls' | 'verdicts', number[]> &
   *   Record<'samples' | 'metrics' | 'tested' | 'openingWall' | 'viewBytes' | 'flips' | 'flipsInView', number> &
   *   Record<'designs', string[]>}
   */
  const result = await printed([comparison, store]);
  /** @type {Record<'times' | 'blocked', number[]>} */
  const waited = await printed([thread, store, path.join(benchFolder, 'dist', 'comparisonWorker.js')]);
  if (result.verdicts.some((count) => count !== verdicts))
    throw new Error(`The runs have ${result.verdicts.join(' and ')} verdicts.`);
  if (result.designs.join() !== design) throw new Error(`The comparison is ${result.designs.join(' and ')}.`);
  const computing = median(result.walls.slice(1));
  const blocked = Math.max(...waited.blocked);
  return {
    bounds: [
      {
        held: computing < mostMs,
        words: `computation of ${design === 'paired' ? 'a' : 'an unpaired'} comparison ${computing.toFixed(0)} ms once the code has run before (${(result.walls[0] ?? 0).toFixed(0)} ms the first time), under 1 s`,
      },
      { held: blocked < 50, words: `the extension's own thread held up ${blocked.toFixed(0)} ms at most, under 50 ms` },
    ],
    title,
    rows: [
      ['samples in both runs', `${result.samples}`],
      ['metrics, tested metrics', `${result.metrics}, ${result.tested}`],
      ['opening both runs', `${result.openingWall.toFixed(0)} ms first`],
      ['comparison, CPU time', firstAndMedian(result.times)],
      ['comparison, wall time', firstAndMedian(result.walls)],
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
