// @ts-check
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { benchFolder } from './benchFolder.mjs';
import { withModelServer } from './modelServerProcess.mjs';
import { oneCriterionRun } from './oneCriterionRun.mjs';
import { seconds, timedProcess } from './timedProcess.mjs';

const latencies = [20, 100, 500];
const concurrencies = [8, 32, 128];
const samples = 1_000;
const calls = 2 * samples;
/** The cell that the bounds are for. */
const bounded = { latencyMs: 100, slots: 32 };
const mostOfIdeal = 1.08;
const mostCpuMs = 3;

/**
 * @typedef {{ readonly server: string, readonly bareLoop: string, readonly samples: string }} ThroughputPrograms
 */

/**
 * Makes 2,000 calls at each latency and concurrency with the command line and with a bare OpenAI SDK loop.
 *
 * @param {ThroughputPrograms} programs
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measureThroughput(programs) {
  const folder = path.join(benchFolder, 'throughput');
  const bodiesFile = path.join(folder, 'bodies.jsonl');
  await mkdir(folder);
  // Warms up the machine, and writes down what the bare loop is to send.
  await withModelServer({ program: programs.server, latencyMs: 0, bodiesFile }, ({ url }) =>
    oneCriterionRun({
      url,
      slots: 32,
      folder: path.join(folder, 'recorded'),
      samples,
      samplesModule: programs.samples,
    }),
  );
  const recorded = (await readFile(bodiesFile, 'utf8')).trimEnd().split('\n').length;
  if (recorded !== calls) throw new Error(`${recorded} calls were written down and not ${calls}.`);
  const rows = [];
  const kept = [];
  for (const latencyMs of latencies) {
    for (const slots of concurrencies) {
      const cell = await measureCell(programs, { latencyMs, slots, folder, bodiesFile });
      rows.push(rowOf(cell));
      if (latencyMs === bounded.latencyMs && slots === bounded.slots) kept.push(...boundsOf(cell));
    }
  }
  return {
    head: [
      'latency',
      'slots',
      'ideal',
      'growth',
      'start-up',
      'process',
      'run',
      'run ÷ ideal',
      'bare loop',
      'loop ÷ ideal',
      'run ÷ loop',
      'CPU a call',
      'CPU a call, loop',
    ],
    rows,
    bounds: kept,
  };
}

/**
 * @typedef {Awaited<ReturnType<typeof measureCell>>} Cell
 *
 * @param {ThroughputPrograms} programs
 * @param {{ readonly latencyMs: number, readonly slots: number, readonly folder: string,
 *   readonly bodiesFile: string }} options
 */
async function measureCell(programs, { latencyMs, slots, folder, bodiesFile }) {
  const run = await withModelServer({ program: programs.server, latencyMs }, async ({ url, counts }) => {
    const cell = path.join(folder, `${latencyMs}-${slots}`);
    const timed = await oneCriterionRun({ url, slots, folder: cell, samples, samplesModule: programs.samples });
    const counted = await counts();
    if (counted.calls !== calls) throw new Error(`${counted.calls} calls reached the server and not ${calls}.`);
    const { firstCallAt = Number.NaN } = counted;
    return { ...timed, startUpMs: firstCallAt - timed.startedAt, growthMs: timed.growthMs(firstCallAt) };
  });
  const loop = await withModelServer({ program: programs.server, latencyMs }, async ({ url }) => {
    const { code, out, cpuMs } = await timedProcess([programs.bareLoop, url, bodiesFile, String(slots)], { cpu: true });
    /** @type {{ answered: number, wallMs: number }} */
    const { answered, wallMs } = JSON.parse(out);
    if (code !== 0 || answered !== calls)
      throw new Error(`The bare loop ended with ${code} after ${answered} answers.`);
    return { wallMs, cpuMs };
  });
  return { latencyMs, slots, idealMs: (calls * latencyMs) / slots, run, loop };
}

/** @param {Cell} cell */
function rowOf({ latencyMs, slots, idealMs, run, loop }) {
  return [
    `${latencyMs} ms`,
    `${slots}`,
    seconds(idealMs),
    seconds(run.growthMs),
    seconds(run.startUpMs),
    seconds(run.wallMs),
    seconds(run.runMs),
    (run.runMs / idealMs).toFixed(2),
    seconds(loop.wallMs),
    (loop.wallMs / idealMs).toFixed(2),
    (run.runMs / loop.wallMs).toFixed(2),
    `${(run.cpuMs / calls).toFixed(2)} ms`,
    `${(loop.cpuMs / calls).toFixed(2)} ms`,
  ];
}

/**
 * @param {Cell} cell
 * @returns {readonly import('./measurement.mjs').Bound[]}
 */
function boundsOf({ latencyMs, slots, idealMs, run }) {
  const where = `at ${latencyMs} ms and ${slots} slots`;
  const most = mostOfIdeal * idealMs;
  const whole = run.wallMs - run.startUpMs;
  return [
    {
      held: run.runMs <= most,
      words: `the run ${where}: ${seconds(run.runMs)}, at most ${mostOfIdeal} × ideal = ${seconds(most)} (with its report, start-up taken off: ${seconds(whole)}, ${(whole / idealMs).toFixed(2)} × ideal)`,
    },
    {
      held: run.cpuMs / calls < mostCpuMs,
      words: `CPU of the whole process ${where}: ${(run.cpuMs / calls).toFixed(2)} ms a call, under ${mostCpuMs} ms`,
    },
  ];
}
