// @ts-check
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../scripts/ensurePackages.mjs';
import { benchFolder, cliFile } from './benchFolder.mjs';
import { withModelServer } from './modelServerProcess.mjs';
import { tutorPrompt } from './oneCriterionRun.mjs';
import { seconds, timedProcess } from './timedProcess.mjs';

const latencyMs = 100;
const concurrency = 32;
const verdictsPerReply = 8;
const publicFile = path.join(root, '../shared/data/mrbench/MRBench_V1.json');

/**
 * Evaluates MRBench V1 against a server in a process of its own and counts what is on disk afterwards.
 *
 * @param {string} serverProgram
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measureEvaluate(serverProgram) {
  return withModelServer({ program: serverProgram, latencyMs }, async ({ url, counts }) => {
    const hasPublicData = existsSync(publicFile);
    const cwd = path.join(benchFolder, 'evaluate');
    await mkdir(cwd);
    await writeFile(path.join(cwd, 'tutor.md'), tutorPrompt);
    const models = ['--tutor', 'openai:m', '--judge', 'openai:m', '--tutor-base-url', url, '--judge-base-url', url];
    const data = ['--benchmark', 'mrbench', ...(hasPublicData ? ['--samples', publicFile] : [])];
    const how = ['--concurrency', String(concurrency), '--json', '--store', path.join(cwd, 'store')];
    const args = [cliFile, 'evaluate', 'tutor.md', ...data, ...models, ...how];
    const { code, out, wallMs, cpuMs } = await timedProcess(args, { cwd, cpu: true });
    if (code !== 0) throw new Error(`evaluate ended with ${code}.`);
    const { calls, peakInFlight } = await counts();
    const result = JSON.parse(out);
    const { samples } = result.benchmarks[0];
    const { replies, verdicts } = await countJournal(path.join(result.runDir, 'journal.jsonl'));
    if (replies !== samples || verdicts !== verdictsPerReply * samples)
      throw new Error(`${replies} replies and ${verdicts} verdicts are on disk for ${samples} samples.`);
    const idealMs = (calls * latencyMs) / concurrency;
    const boundMs = 1.15 * idealMs + 1000;
    return {
      bounds: [
        {
          held: result.wallMs <= boundMs,
          words: `the run: ${seconds(result.wallMs)}, at most 1.15 × ideal + 1 s = ${seconds(boundMs)}`,
        },
      ],
      rows: [
        [
          'samples',
          `${samples} (${hasPublicData ? 'MRBench_V1.json' : 'starter set: the public data is not on this machine'})`,
        ],
        ['replies and verdicts on disk', `${replies} and ${verdicts}`],
        ['calls that reached the server', `${calls}, ${result.calls.cached} answered from the cache`],
        ['calls in flight, at most', `${peakInFlight} of ${concurrency}`],
        ['ideal: calls × latency ÷ concurrency', `${seconds(idealMs)} (${latencyMs} ms)`],
        ['wall time of the run, first call to last record', seconds(result.wallMs)],
        ['wall ÷ ideal', (result.wallMs / idealMs).toFixed(2)],
        ['wall time of the whole process, start-up and report included', seconds(wallMs)],
        ['CPU of the process', `${seconds(cpuMs)}, ${(cpuMs / calls).toFixed(2)} ms per call, start-up included`],
      ],
    };
  });
}

/** @param {string} file journal of a run */
async function countJournal(file) {
  const records = (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const judged = records.filter(({ kind }) => kind === 'judged');
  return {
    replies: records.filter(({ kind }) => kind === 'reply').length,
    verdicts: judged
      .flatMap(({ verdicts }) => /** @type {{ status: string }[]} */ (verdicts))
      .filter(({ status }) => status === 'ok').length,
  };
}
