// @ts-check
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../scripts/ensurePackages.mjs';
import { benchFolder, cliFile } from './benchFolder.mjs';
import { timedProcess } from './timedProcess.mjs';

/** As many samples as the GuideEval paper has. */
const wanted = 5_177;

/**
 * Makes an offline run over the starter set repeated to 5,177 samples, then times the report model of it.
 *
 * @param {string} reportProgram
 * @returns {Promise<readonly (readonly string[])[]>}
 */
export async function measureReport(reportProgram) {
  const cwd = path.join(benchFolder, 'report');
  await mkdir(cwd);
  const lines = (await readFile(path.join(root, 'starter-sets', 'guideeval.jsonl'), 'utf8')).trimEnd().split('\n');
  const samples = Array.from({ length: wanted }, (_, index) => {
    const sample = JSON.parse(lines[index % lines.length] ?? '');
    const round = Math.floor(index / lines.length);
    return JSON.stringify({ ...sample, id: `${sample.id}-${round}`, pairId: `${sample.pairId}-${round}` });
  });
  await writeFile(path.join(cwd, 'samples.jsonl'), `${samples.join('\n')}\n`);
  await writeFile(path.join(cwd, 'tutor.md'), 'Ask one guiding question at a time and never give the answer.\n');
  const store = path.join(cwd, 'store');
  const run = await timedProcess(
    [cliFile, 'evaluate', 'tutor.md', '--samples', 'samples.jsonl', '--no-cache', '--json', '--store', store],
    { cwd },
  );
  if (run.code !== 0) throw new Error(`evaluate ended with ${run.code}.`);
  const { code, out } = await timedProcess([reportProgram, store]);
  if (code !== 0) throw new Error(`The report program ended with ${code}.`);
  /** @type {{ samples: number, readMs: number, times: { resamples: number, firstMs: number, warmMs: number, completed: number }[] }} */
  const result = JSON.parse(out);
  return [
    ['the run itself, offline models, no cache', `${(run.wallMs / 1000).toFixed(1)} s`],
    [`reading the run (${result.samples} samples)`, `${result.readMs.toFixed(0)} ms`],
    ...result.times.map(({ resamples, firstMs, warmMs, completed }) => [
      `report model, ${resamples} resamples, ${completed} replies`,
      `${firstMs.toFixed(0)} ms first, ${warmMs.toFixed(0)} ms median of four more`,
    ]),
  ];
}
