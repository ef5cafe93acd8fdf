// @ts-check
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../scripts/ensurePackages.mjs';
import { benchFolder, cliFile } from './benchFolder.mjs';
import { timedProcess } from './timedProcess.mjs';

const latencyMs = 100;
const concurrency = 32;
const verdictsPerReply = 8;
const publicFile = path.join(root, '../shared/data/mrbench/MRBench_V1.json');

/**
 * Evaluates MRBench V1 against a server in a process of its own and counts what is on disk afterwards.
 *
 * @param {string} serverProgram
 * @returns {Promise<{ readonly rows: readonly (readonly string[])[], readonly withinBound: boolean }>}
 */
export async function measureEvaluate(serverProgram) {
  const server = spawn(process.execPath, [serverProgram, String(latencyMs)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  try {
    const url = await nextLine();
    const hasPublicData = existsSync(publicFile);
    const cwd = path.join(benchFolder, 'evaluate');
    await mkdir(cwd);
    await writeFile(path.join(cwd, 'tutor.md'), 'Ask one guiding question at a time and never give the answer.\n');
    const models = ['--tutor', 'openai:m', '--judge', 'openai:m', '--tutor-base-url', url, '--judge-base-url', url];
    const data = ['--benchmark', 'mrbench', ...(hasPublicData ? ['--samples', publicFile] : [])];
    const how = ['--concurrency', String(concurrency), '--json', '--store', path.join(cwd, 'store')];
    const args = [cliFile, 'evaluate', 'tutor.md', ...data, ...models, ...how];
    const { code, out, wallMs, cpuMs } = await timedProcess(args, { cwd, cpu: true });
    if (code !== 0) throw new Error(`evaluate ended with ${code}.`);
    server.stdin.write('\n');
    /** @type {{ calls: number, peakInFlight: number }} */
    const { calls, peakInFlight } = JSON.parse(await nextLine());
    const result = JSON.parse(out);
    const { samples } = result.benchmarks[0];
    const { replies, verdicts } = await countJournal(path.join(result.runDir, 'journal.jsonl'));
    if (replies !== samples || verdicts !== verdictsPerReply * samples)
      throw new Error(`${replies} replies and ${verdicts} verdicts are on disk for ${samples} samples.`);
    const idealMs = (calls * latencyMs) / concurrency;
    const boundMs = 1.15 * idealMs + 1000;
    return {
      withinBound: result.wallMs <= boundMs,
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
        [
          'bound on the run: 1.15 × ideal + 1 s',
          `${seconds(boundMs)}: ${result.wallMs <= boundMs ? 'held' : 'PASSED OVER'}`,
        ],
        ['CPU of the process', `${seconds(cpuMs)}, ${(cpuMs / calls).toFixed(2)} ms per call, start-up included`],
      ],
    };
  } finally {
    server.stdin.end();
  }
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

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`;
}
