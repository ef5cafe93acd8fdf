// @ts-check
// npm run bench: measures the built product and prints tables in Markdown. What is measured and how stands in README.md
// beside this file. `npm run bench -- evaluate sizes` makes the named measurements only.
import { cpus, loadavg } from 'node:os';
import { cliFile, prepareBenchFolder } from './benchFolder.mjs';
import { measureComparison } from './measureComparison.mjs';
import { measureEvaluate } from './measureEvaluate.mjs';
import { measureHistory } from './measureHistory.mjs';
import { measureReport } from './measureReport.mjs';
import { measureSizes } from './measureSizes.mjs';
import { median, timedProcess } from './timedProcess.mjs';

const only = process.argv.slice(2);
const startUps = 15;

/**
 * @param {string} title
 * @param {readonly (readonly string[])[]} rows
 */
function printTable(title, rows) {
  const lines = [['', ''], ['---', '---'], ...rows].map((row) => `| ${row.join(' | ')} |`);
  process.stdout.write(`\n## ${title}\n\n${lines.join('\n')}\n`);
}

/** @returns {string} load average over the last minute: other programs' work, before a measurement begins */
function load() {
  return (loadavg()[0] ?? 0).toFixed(2);
}

/** @param {readonly string[]} args */
async function startUp(args) {
  const times = [];
  for (let turn = 0; turn < startUps; turn += 1) times.push((await timedProcess(args)).wallMs);
  return `${median(times).toFixed(0)} ms (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`;
}

const wants = (/** @type {string} */ name) => only.length === 0 || only.includes(name);
const loadBefore = load();
const { programs } = await prepareBenchFolder();
const model = cpus()[0]?.model ?? 'unknown';
process.stdout.write(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${model}, Node ${process.version}, load average before: ${loadBefore}\n`,
);
if (wants('evaluate')) {
  const before = load();
  const { rows, withinBound } = await measureEvaluate(programs.server);
  printTable('Evaluate against a server', [...rows, ['load average before', before]]);
  if (!withinBound) process.exitCode = 1;
}
if (wants('startUp')) {
  const before = load();
  printTable(`Start-up, median of ${startUps} (fastest to slowest)`, [
    ['`node -e 0`', await startUp(['-e', '0'])],
    ['`tutor-prompt-lab --version`', await startUp([cliFile, '--version'])],
    ['`tutor-prompt-lab --help`', await startUp([cliFile, '--help'])],
    ['load average before', before],
  ]);
}
if (wants('sizes')) printTable('Sizes', await measureSizes());
if (wants('report')) {
  const before = load();
  printTable('Report model', [...(await measureReport(programs.report)), ['load average before', before]]);
}
if (wants('comparison')) {
  const before = load();
  printTable('Comparison', [...(await measureComparison(programs.comparison)), ['load average before', before]]);
}
if (wants('history')) {
  const before = load();
  printTable('History', [...(await measureHistory(programs.history)), ['load average before', before]]);
}
