// @ts-check
import path from 'node:path';
import { benchFolder } from './benchFolder.mjs';
import { sideBySide } from './measurement.mjs';
import { offlineRun } from './offlineRun.mjs';
import { tutorPrompt } from './oneCriterionRun.mjs';
import { guideEvalSamples, tutorBenchSamples } from './repeatedSamples.mjs';
import { timedProcess } from './timedProcess.mjs';
import { verdictSizes } from './verdictSizes.mjs';

/** As many samples as the GuideEval paper has. */
const guideEvalSize = 5_177;

/**
 * Makes offline runs over the starter sets, repeated to the papers' sizes and beyond. Times each report model.
 *
 * @param {string} reportProgram
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measureReport(reportProgram) {
  const columns = [await measureRun(reportProgram, 'guideeval', guideEvalSize, await guideEvalSamples(guideEvalSize))];
  for (const { samples, verdicts } of verdictSizes) {
    const lines = await tutorBenchSamples({ samples, criteria: verdicts });
    columns.push(await measureRun(reportProgram, 'tutorbench', samples, lines, verdicts));
  }
  return sideBySide(columns);
}

/**
 * @param {string} reportProgram
 * @param {string} benchmark
 * @param {number} count of samples
 * @param {string} lines the samples
 * @param {number} [wantedVerdicts]
 * @returns {Promise<{ readonly title: string, readonly rows: readonly (readonly [string, string])[] }>}
 */
async function measureRun(reportProgram, benchmark, count, lines, wantedVerdicts) {
  const folder = path.join(benchFolder, 'report', `${benchmark}-${count}`);
  const run = await offlineRun({ folder, benchmark, samples: lines, prompt: tutorPrompt });
  const { code, out } = await timedProcess([reportProgram, path.join(folder, 'store')]);
  if (code !== 0) throw new Error(`The report program ended with ${code}.`);
  /**
   * @type {{ samples: number, verdicts: number, readMs: number, bytes: number,
   *   times: { resamples: number, firstMs: number, warmMs: number }[] }}
   */
  const result = JSON.parse(out);
  if (result.samples !== count || (wantedVerdicts !== undefined && result.verdicts !== wantedVerdicts))
    throw new Error(`The run has ${result.samples} samples and ${result.verdicts} verdicts.`);
  return {
    title: `${benchmark}, ${result.samples} samples, ${result.verdicts} verdicts`,
    rows: [
      ['the run itself, offline models, no cache', `${(run.wallMs / 1000).toFixed(1)} s`],
      ['reading the run', `${result.readMs.toFixed(0)} ms`],
      ...result.times.map(
        ({ resamples, firstMs, warmMs }) =>
          /** @type {[string, string]} */ ([
            `report model, ${resamples} resamples, first and median of four more`,
            `${firstMs.toFixed(0)} ms, ${warmMs.toFixed(0)} ms`,
          ]),
      ),
      ['the report as JSON, as the panel is sent it', `${(result.bytes / 1e6).toFixed(2)} MB`],
    ],
  };
}
