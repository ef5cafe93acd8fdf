// @ts-check
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../scripts/ensurePackages.mjs';
import { cliFile } from './benchFolder.mjs';
import { timedProcess } from './timedProcess.mjs';

/**
 * Makes a run with the offline (simulated) models and no cache in a folder. The run's store is `store` in it.
 *
 * @param {{ readonly folder: string, readonly benchmark: string, readonly samples: string, readonly prompt: string,
 *   readonly repeats?: number }} options `samples`: lines of JSON; `prompt`: the text of the prompt file
 * @returns {Promise<{ readonly wallMs: number }>} of the whole process
 */
export async function offlineRun({ folder, benchmark, samples, prompt, repeats = 1 }) {
  await mkdir(folder, { recursive: true });
  // Samples name their images by paths beside them.
  await cp(path.join(root, 'starter-sets', 'images'), path.join(folder, 'images'), { recursive: true });
  await writeFile(path.join(folder, 'samples.jsonl'), samples);
  await writeFile(path.join(folder, 'tutor.md'), prompt);
  const data = ['--samples', 'samples.jsonl', '--benchmark', benchmark, '--repeats', String(repeats)];
  const how = ['--no-cache', '--json', '--store', path.join(folder, 'store')];
  const { code, wallMs } = await timedProcess([cliFile, 'evaluate', 'tutor.md', ...data, ...how], { cwd: folder });
  if (code !== 0) throw new Error(`evaluate ended with ${code}.`);
  return { wallMs };
}
