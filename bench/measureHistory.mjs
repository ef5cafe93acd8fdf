// @ts-check
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { benchFolder, cliFile } from './benchFolder.mjs';
import { median, timedProcess } from './timedProcess.mjs';

const wantedRuns = 1_000;
const turns = 5;
const benchmarks = ['guideeval', 'mrbench', 'socratesbench', 'kmp-dialogue', 'kmp-skills', 'tutorbench'];

/**
 * Makes an offline run of all benchmarks and copies of it under other ids and times, then times the history of their prompt, each time
 * in a process of its own.
 *
 * @param {string} historyProgram
 * @returns {Promise<readonly (readonly string[])[]>}
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
  /** @type {{ summaries: number, runs: number, metrics: number, points: number, listMs: number, viewMs: number }[]} */
  const results = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const { code: ended, out } = await timedProcess([historyProgram, store, 'tutor.md']);
    if (ended !== 0) throw new Error(`The history program ended with ${ended}.`);
    results.push(JSON.parse(out));
  }
  const [first] = results;
  if (first?.summaries !== wantedRuns || first.runs !== wantedRuns)
    throw new Error(`${first?.summaries} summaries and ${first?.runs} runs were read.`);
  return [
    ['runs on disk, each with a summary', `${first.runs}, ${(summaryBytes / 1000).toFixed(1)} kB each`],
    ['metrics over time, points', `${first.metrics}, ${first.points}`],
    ['listing the store', fastestToSlowest(results.map(({ listMs }) => listMs))],
    ['history and its view', fastestToSlowest(results.map(({ viewMs }) => viewMs))],
    ['together', fastestToSlowest(results.map(({ listMs, viewMs }) => listMs + viewMs))],
  ];
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
    await writeFile(path.join(to, 'run.json'), JSON.stringify({ ...manifest, runId, createdAt }));
    // A history reads no samples and no journal, so the end of the journal will do; a summary names its length and is not older.
    await writeFile(path.join(to, 'samples.jsonl'), '');
    await writeFile(path.join(to, 'journal.jsonl'), end);
    const journalBytes = Buffer.byteLength(end);
    await writeFile(
      path.join(to, 'summary.json'),
      `${JSON.stringify({ ...summary, runId, createdAt, journalBytes })}\n`,
    );
  }
  return JSON.stringify(summary).length;
}

/** @param {readonly number[]} times */
function fastestToSlowest(times) {
  return `${median(times).toFixed(0)} ms (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`;
}
