// @ts-check
import path from 'node:path';
import { root } from '../scripts/ensurePackages.mjs';
import { median, timedProcess } from './timedProcess.mjs';

/** Milliseconds of processor time that a reply may take on all eight dimensions. */
const mostMs = 2;

/**
 * Judges simulated replies to the starter set with the embedded MRBench judge, twenty times over.
 *
 * @param {string} program
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measureEmbeddedJudge(program) {
  const judge = path.join(root, 'judges', 'mrbench.json');
  const { code, out } = await timedProcess([program, judge, path.join(root, 'starter-sets', 'mrbench.jsonl')]);
  if (code !== 0) throw new Error(`The program of the embedded judge ended with ${code}.`);
  /** @type {{ bytes: number, reading: number, replies: number, times: number[], hostile: number }} */
  const { bytes, reading, replies, times, hostile } = JSON.parse(out);
  // The first rounds are judged by code that has not been compiled yet.
  const warm = times.slice(Math.floor(times.length / 2));
  const mean = warm.reduce((sum, time) => sum + time, 0) / warm.length;
  return {
    rows: [
      ['weights', `${(bytes / 1e6).toFixed(2)} MB`],
      ['reading the weights, wall time', `${reading.toFixed(0)} ms`],
      ['replies judged', `${replies}`],
      ['a reply on all eight dimensions, CPU time', `${mean.toFixed(2)} ms mean, ${median(warm).toFixed(2)} ms median`],
      ['the same in the first round', `${(times[0] ?? Number.NaN).toFixed(2)} ms`],
      ['a reply of 20,000 characters', `${hostile.toFixed(1)} ms`],
    ],
    bounds: [{ held: mean < mostMs, words: `a reply in less than ${mostMs} ms: ${mean.toFixed(2)} ms` }],
  };
}
