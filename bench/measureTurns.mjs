// @ts-check
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { benchFolder, cliFile } from './benchFolder.mjs';
import { withModelServer } from './modelServerProcess.mjs';
import { tutorPrompt } from './oneCriterionRun.mjs';
import { seconds, timedProcess } from './timedProcess.mjs';

const latencyMs = 100;
const slots = 32;
const repeats = 8;
const mostOfIdeal = 1.08;

/**
 * Evaluates the two benchmarks with multi-turn dialogues, whose turns wait for each other, and checks that the slots
 * stay busy.
 *
 * @param {string} serverProgram
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measureTurns(serverProgram) {
  return withModelServer({ program: serverProgram, latencyMs }, async ({ url, counts }) => {
    const cwd = path.join(benchFolder, 'turns');
    await mkdir(cwd);
    await writeFile(path.join(cwd, 'tutor.md'), tutorPrompt);
    const models = ['--tutor', 'openai:m', '--judge', 'openai:m', '--tutor-base-url', url, '--judge-base-url', url];
    const data = ['--benchmark', 'socratesbench', '--benchmark', 'kmp-dialogue', '--repeats', String(repeats)];
    const how = ['--concurrency', String(slots), '--no-cache', '--json', '--store', path.join(cwd, 'store')];
    const { code, out } = await timedProcess([cliFile, 'evaluate', 'tutor.md', ...data, ...models, ...how], { cwd });
    if (code !== 0) throw new Error(`evaluate ended with ${code}.`);
    const { calls, peakInFlight } = await counts();
    const result = JSON.parse(out);
    const { dialogues, turns, longest } = await countTurns(path.join(result.runDir, 'journal.jsonl'));
    if (turns !== result.calls.tutor)
      throw new Error(`${turns} turns are on disk for ${result.calls.tutor} tutor calls.`);
    const idealMs = (calls * latencyMs) / slots;
    // The last dialogue to begin takes its turns one after the other, whatever is free beside it.
    const boundMs = mostOfIdeal * idealMs + longest * latencyMs;
    return {
      bounds: [
        {
          held: result.wallMs <= boundMs,
          words: `the run: ${seconds(result.wallMs)}, at most ${mostOfIdeal} × ideal + the turns of one dialogue = ${seconds(boundMs)}`,
        },
      ],
      rows: [
        ['dialogues, their turns', `${dialogues}, ${turns} (${longest} in the longest)`],
        ['calls that reached the server', `${calls}`],
        ['calls in flight, at most', `${peakInFlight} of ${slots}`],
        ['… on average over the run', `${((calls * latencyMs) / result.wallMs).toFixed(1)}`],
        ['ideal: calls × latency ÷ concurrency', `${seconds(idealMs)} (${latencyMs} ms)`],
        ['wall time of the run', seconds(result.wallMs)],
        ['wall ÷ ideal', (result.wallMs / idealMs).toFixed(2)],
      ],
    };
  });
}

/** @param {string} file journal of a run */
async function countTurns(file) {
  /** @type {Map<string, number>} */
  const turns = new Map();
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    if (line === '') continue;
    const { kind, item } = JSON.parse(line);
    if (kind === 'reply') turns.set(item, (turns.get(item) ?? 0) + 1);
  }
  const counts = [...turns.values()];
  return { dialogues: turns.size, turns: counts.reduce((sum, count) => sum + count, 0), longest: Math.max(...counts) };
}
