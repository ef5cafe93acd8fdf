// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { benchFolder, cliFile } from './benchFolder.mjs';
import { withModelServer } from './modelServerProcess.mjs';
import { tutorPrompt } from './oneCriterionRun.mjs';
import { guideEvalSamples } from './repeatedSamples.mjs';
import { median, seconds, timedProcess } from './timedProcess.mjs';

/** As many samples as the GuideEval paper has. */
const samples = 5_177;
const slots = 32;
const turns = 3;
const mostMs = 2_000;

/**
 * Makes a run of 5,177 samples with an empty cache, then the same run again with what the first one left in it.
 *
 * @param {string} serverProgram
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measureCacheRun(serverProgram) {
  return withModelServer({ program: serverProgram, latencyMs: 0 }, async ({ url, counts }) => {
    const cwd = path.join(benchFolder, 'cacheRun');
    await mkdir(cwd);
    await writeFile(path.join(cwd, 'samples.jsonl'), await guideEvalSamples(samples, { distinct: true }));
    await writeFile(path.join(cwd, 'tutor.md'), tutorPrompt);
    const models = ['--tutor', 'openai:m', '--judge', 'openai:m', '--tutor-base-url', url, '--judge-base-url', url];
    const how = ['--concurrency', String(slots), '--json', '--store', path.join(cwd, 'store')];
    const args = [cliFile, 'evaluate', 'tutor.md', '--samples', 'samples.jsonl', ...models, ...how];
    const run = async () => {
      const { code, out, wallMs, cpuMs } = await timedProcess(args, { cwd, cpu: true });
      if (code !== 0) throw new Error(`evaluate ended with ${code}.`);
      const { calls, wallMs: runMs, benchmarks } = JSON.parse(out);
      if (benchmarks[0].completed !== samples) throw new Error(`${benchmarks[0].completed} samples came to an end.`);
      return { calls, wallMs, cpuMs, runMs };
    };
    const first = await run();
    const asked = (await counts()).calls;
    if (asked !== first.calls.tutor + first.calls.judge) throw new Error(`${asked} calls reached the server.`);
    /** @type {Awaited<ReturnType<typeof run>>[]} */
    const again = [];
    while (again.length < turns) again.push(await run());
    const askedAgain = (await counts()).calls - asked;
    const cached = again[0]?.calls.cached ?? 0;
    const wallMs = median(again.map((one) => one.wallMs));
    return {
      rows: [
        ['samples', `${samples}`],
        ['first run: calls that reached the server', `${asked}, ${first.calls.cached} answered from the cache`],
        ['first run: whole process', `${seconds(first.wallMs)}, CPU ${(first.cpuMs / asked).toFixed(2)} ms a call`],
        ['again: calls that reached the server, all turns', `${askedAgain}`],
        ['again: answered from the cache', `${cached}`],
        [
          'again: whole process, median of three (each)',
          `${seconds(wallMs)} (${again.map((one) => seconds(one.wallMs)).join(', ')})`,
        ],
        ['again: the run alone, first look-up to last record', seconds(median(again.map(({ runMs }) => runMs)))],
        ['again: CPU of the process', seconds(median(again.map(({ cpuMs }) => cpuMs)))],
      ],
      bounds: [
        { held: askedAgain === 0, words: `a second run makes no call: ${askedAgain} in ${turns} runs` },
        { held: wallMs < mostMs, words: `a second run takes ${seconds(wallMs)}, under ${seconds(mostMs)}` },
      ],
    };
  });
}
