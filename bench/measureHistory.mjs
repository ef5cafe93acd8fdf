// @ts-check
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { benchFolder, cliFile } from './benchFolder.mjs';
import { median, timedProcess } from './timedProcess.mjs';

const wantedRuns = 1_000;
const runsARevision = 4;
const turns = 5;
const benchmarks = ['guideeval', 'mrbench', 'socratesbench', 'kmp-dialogue', 'kmp-skills', 'tutorbench'];

/**
 * Makes an offline run of all benchmarks and copies of it under other ids, times and revisions. Times the history of
 * their prompt, each time in a new process.
 *
 * @param {string} historyProgram
 * @returns {Promise<import('./measurement.mjs').Measured>}
 */
export async function measureHistory(historyProgram) {
  const cwd = path.join(benchFolder, 'history');
  await mkdir(cwd);
  await writeFile(path.join(cwd, 'tutor.md'), 'Ask one guiding question at a time and never give the answer.\n');
  const store = path.join(cwd, 'store');
  const which = benchmarks.flatMap((id) => ['--benchmark', id]);
  const { code } = await timedProcess(
    [cliFile, 'evaluate', 'tutor.md', ...which, '--no-cache', '--json', '--store', store],
    { cwd },
  );
  if (code !== 0) throw new Error(`evaluate ended with ${code}.`);
  const summaryBytes = await copyRuns(path.join(store, 'runs'));
  /**
   * @typedef {{ summaries: number, runs: number, revisions: number, metrics: number, points: number,
   *   drawn: number }} Counts
   * @typedef {{ listMs: number, viewMs: number, postMs: number, postBytes: number }} Costs
   */
  /** @type {(Counts & Costs)[]} */
  const results = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const { code: ended, out } = await timedProcess([historyProgram, store, 'tutor.md']);
    if (ended !== 0) throw new Error(`The history program ended with ${ended}.`);
    results.push(JSON.parse(out));
  }
  const [first] = results;
  if (first?.summaries !== wantedRuns || first.runs !== wantedRuns)
    throw new Error(`${first?.summaries} summaries and ${first?.runs} runs were read.`);
  if (first.drawn !== wantedRuns) throw new Error(`${first.drawn} points were posted to be drawn.`);
  const together = results.map(({ listMs, viewMs, postMs }) => listMs + viewMs + postMs);
  const rows = [
    ['runs on disk, each with a summary', `${first.runs}, ${kilobytes(summaryBytes)} each`],
    ['revisions; metrics over time, points', `${first.revisions}; ${first.metrics}, ${first.points}`],
    ['listing the store', fastestToSlowest(results.map(({ listMs }) => listMs))],
    ['history and its view', fastestToSlowest(results.map(({ viewMs }) => viewMs))],
    ['what is posted to the panel, as JSON', fastestToSlowest(results.map(({ postMs }) => postMs))],
    ['its length', kilobytes(first.postBytes)],
    ['together', fastestToSlowest(together)],
  ];
  const usual = median(together);
  return {
    rows,
    bounds: [{ held: usual < 1_000, words: `listed and drawn up in ${usual.toFixed(0)} ms, under 1 s` }],
  };
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/**
 * @param {string} runs folder with one run
 * @returns {Promise<number>} bytes of its summary
 */
async function copyRuns(runs) {
  const [original = ''] = await readdir(runs);
  const from = path.join(runs, original);
  const manifest = JSON.parse(await readFile(path.join(from, 'run.json'), 'utf8'));
  const summary = JSON.parse(await readFile(path.join(from, 'summary.json'), 'utf8'));
  const end = `${(await readFile(path.join(from, 'journal.jsonl'), 'utf8')).trimEnd().split('\n').at(-1)}\n`;
  const start = Date.parse(manifest.createdAt);
  for (let index = 1; index < wantedRuns; index += 1) {
    const runId = `copy-${String(index).padStart(4, '0')}`;
    const createdAt = new Date(start - index * 3_600_000).toISOString();
    const to = path.join(runs, runId);
    await mkdir(to);
    // A history names revisions by their hash and reads no text for it.
    const hash = Math.floor(index / runsARevision)
      .toString(16)
      .padStart(64, '0');
    /** @param {{ prompt: object }} run */
    const copied = (run) => ({ ...run, runId, createdAt, prompt: { ...run.prompt, revision: `sha256:${hash}` } });
    await writeFile(path.join(to, 'run.json'), JSON.stringify(copied(manifest)));
    // A history reads no samples and only needs a summary that fits the journal's length and age.
    await writeFile(path.join(to, 'samples.jsonl'), '');
    await writeFile(path.join(to, 'journal.jsonl'), end);
    const journalBytes = Buffer.byteLength(end);
    await writeFile(path.join(to, 'summary.json'), `${JSON.stringify({ ...copied(summary), journalBytes })}\n`);
  }
  return Buffer.byteLength(JSON.stringify(summary));
}

/** @param {readonly number[]} times */
function fastestToSlowest(times) {
  return `${median(times).toFixed(0)} ms (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`;
}
