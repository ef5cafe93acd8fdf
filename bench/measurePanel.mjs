// @ts-check
import path from 'node:path';
import { benchFolder } from './benchFolder.mjs';
import { sideBySide } from './measurement.mjs';
import { offlineRun } from './offlineRun.mjs';
import { tutorPrompt } from './oneCriterionRun.mjs';
import { tutorBenchSamples } from './repeatedSamples.mjs';
import { median, timedProcess } from './timedProcess.mjs';
import { verdictSizes } from './verdictSizes.mjs';

/** Resident memory of the panel's process at the first size, in megabytes. */
const mostMb = 250;

/**
 * @typedef {{ readonly ms: number, readonly longestTask: number }} Drawn
 * @typedef {{ readonly heapMb: number, readonly residentMb: number, readonly nodes: number }} Memory
 * @typedef {{ readonly cases: number, readonly rows: number, readonly verdicts: number, readonly bytes: number,
 *   readonly first: Drawn, readonly overview: readonly Drawn[], readonly opening: Drawn,
 *   readonly casesUpdates: readonly Drawn[], readonly empty: Memory, readonly full: Memory }} PanelFigures
 */

/**
 * Sends reports of offline runs to the panel in a real Chromium.
 *
 * @param {{ readonly panel: string }} programs
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measurePanel({ panel }) {
  const all = [];
  for (const { samples, verdicts } of verdictSizes) {
    const folder = path.join(benchFolder, 'panel', `${verdicts}`);
    const lines = await tutorBenchSamples({ samples, criteria: verdicts });
    await offlineRun({ folder, benchmark: 'tutorbench', samples: lines, prompt: tutorPrompt });
    const { code, out } = await timedProcess([panel, path.join(folder, 'store')]);
    if (code !== 0) throw new Error(`The panel program ended with ${code}.`);
    /** @type {PanelFigures} */
    const statistics = JSON.parse(out);
    if (statistics.verdicts !== verdicts || statistics.cases !== samples || statistics.rows === 0)
      throw new Error(
        `The panel was sent ${statistics.cases} cases with ${statistics.verdicts} verdicts and shows ${statistics.rows} rows.`,
      );
    all.push(statistics);
  }
  const [smaller] = all;
  const residentMb = smaller?.full.residentMb ?? Number.NaN;
  return {
    ...sideBySide(all.map((statistics) => ({ title: `${statistics.verdicts} verdicts`, rows: rowsOf(statistics) }))),
    bounds: [
      {
        held: residentMb < mostMb,
        words: `the panel's process at ${smaller?.verdicts} verdicts: ${residentMb.toFixed(0)} MB resident, under ${mostMb} MB`,
      },
    ],
  };
}

/**
 * @param {PanelFigures} figures
 * @returns {readonly (readonly [string, string])[]}
 */
function rowsOf({ cases, rows, bytes, first, overview, opening, casesUpdates, empty, full }) {
  return [
    ['cases, rows in the page', `${cases}, ${rows}`],
    ['snapshot as JSON', `${(bytes / 1e6).toFixed(2)} MB`],
    ['first snapshot, message to drawn (longest task)', drawnText([first])],
    [`a further one, median of ${overview.length}`, drawnText(overview)],
    ['opening the cases', drawnText([opening])],
    [`a further snapshot beside the cases, median of ${casesUpdates.length}`, drawnText(casesUpdates)],
    ['JavaScript heap, empty panel and at the end', memoryText(empty.heapMb, full.heapMb)],
    ['memory of the process, resident, empty panel and at the end', memoryText(empty.residentMb, full.residentMb)],
    ['nodes of the document at the end', `${full.nodes}`],
  ];
}

/** @param {readonly Drawn[]} all */
function drawnText(all) {
  const longest = Math.max(...all.map(({ longestTask }) => longestTask));
  return `${median(all.map(({ ms }) => ms)).toFixed(0)} ms (${longest === 0 ? 'none over 50' : longest.toFixed(0)} ms)`;
}

/** @param {number} before @param {number} after in megabytes */
function memoryText(before, after) {
  return `${before.toFixed(1)} MB, ${after.toFixed(1)} MB`;
}
