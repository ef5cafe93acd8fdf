// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cliFile } from './benchFolder.mjs';
import { timedProcess } from './timedProcess.mjs';

/** The prompt of the measurements. */
export const tutorPrompt = 'Ask one guiding question at a time and never give the answer.\n';

/**
 * Evaluates TutorBench samples with one criterion each. Tutor and judge calls are as many as samples, and no two are
 * alike.
 *
 * @typedef {object} OneCriterionRun
 * @property {string} url of the models' server
 * @property {number} slots
 * @property {string} folder made again, with the run's store
 * @property {number} samples
 * @property {string} samplesModule the bundled module that writes the samples
 *
 * @param {OneCriterionRun} run
 * @returns {Promise<{ readonly runMs: number, readonly wallMs: number, readonly cpuMs: number,
 *   readonly startedAt: number, readonly growthMs: (firstCallAt: number) => number }>} `runMs`: first call to last
 *   record. `growthMs`: the time lost while slots still grew (`firstCallAt` in milliseconds since 1970)
 */
export async function oneCriterionRun({ url, slots, folder, samples, samplesModule }) {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'tutor.md'), tutorPrompt);
  /** @type {{ writeOneCriterionSamples(file: string, count: number): Promise<void> }} */
  const { writeOneCriterionSamples } = await import(samplesModule);
  await writeOneCriterionSamples(path.join(folder, 'samples.jsonl'), samples);
  const data = ['--benchmark', 'tutorbench', '--samples', 'samples.jsonl'];
  const models = ['--tutor', 'openai:m', '--judge', 'openai:m', '--tutor-base-url', url, '--judge-base-url', url];
  const how = ['--concurrency', String(slots), '--json', '--store', path.join(folder, 'store')];
  const growth = new SlotGrowth(slots);
  const { code, out, wallMs, cpuMs, startedAt } = await timedProcess(
    [cliFile, 'evaluate', 'tutor.md', ...data, ...models, ...how],
    { cwd: folder, cpu: true, onError: (text) => growth.read(text) },
  );
  if (code !== 0) throw new Error(`evaluate ended with ${code}.`);
  const { calls, wallMs: runMs } = JSON.parse(out);
  if (calls.tutor !== samples || calls.judge !== samples || calls.cached !== 0)
    throw new Error(`${JSON.stringify(calls)} for ${samples} samples.`);
  return { runMs, wallMs, cpuMs, startedAt, growthMs: (firstCallAt) => growth.lostMs(firstCallAt) };
}

/** Reads from the command line's progress how many calls it had in flight at most, and when. */
class SlotGrowth {
  /** @type {{ readonly at: number, readonly limit: number }[]} */
  #changes = [];
  #slots;

  /** @param {number} slots */
  constructor(slots) {
    this.#slots = slots;
  }

  /** @param {string} text of standard error, as it comes */
  read(text) {
    for (const [, limit] of text.matchAll(/: (\d+) calls in flight \(/g))
      this.#changes.push({ at: Date.now(), limit: Number(limit) });
  }

  /**
   * @param {number} firstCallAt
   * @returns {number} slots not there yet × time, over all slots; as if every change had come when it was told
   */
  lostMs(firstCallAt) {
    // As few as a run begins with where no more is known of the provider.
    let limit = Math.min(16, this.#slots);
    let since = firstCallAt;
    let lost = 0;
    for (const change of this.#changes) {
      lost += ((this.#slots - limit) / this.#slots) * (change.at - since);
      limit = change.limit;
      since = change.at;
    }
    return lost;
  }
}
