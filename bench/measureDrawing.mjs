// @ts-check
import { median, timedProcess } from './timedProcess.mjs';

const mostMs = 500;

/**
 * Draws 5,000 verdicts of a comparison and a history of 1,000 runs in a real Chromium.
 *
 * @param {{ readonly drawing: string }} programs
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measureDrawing({ drawing }) {
  const { code, out } = await timedProcess([drawing]);
  if (code !== 0) throw new Error(`The drawing program ended with ${code}.`);
  /** @type {{ readonly filters: readonly number[], readonly histories: readonly number[] }} */
  const { filters, histories } = JSON.parse(out);
  const slowest = Math.max(...histories);
  return {
    rows: [
      ['5,000 verdicts filtered by a click', timesText(filters)],
      ['history of 1,000 runs and 156 metrics, message to drawn', timesText(histories)],
    ],
    bounds: [
      {
        held: slowest < mostMs,
        words: `a history of 1,000 runs is drawn in ${slowest.toFixed(0)} ms at most, under ${mostMs} ms`,
      },
    ],
  };
}

/** @param {readonly number[]} times */
function timesText(times) {
  return `${median(times).toFixed(0)} ms median of ${times.length} (slowest ${Math.max(...times).toFixed(0)} ms)`;
}
