// @ts-check
// npm run bench: measures the built product and prints tables in Markdown. README.md beside this file says
// what is measured and how. `npm run bench -- evaluate sizes` makes the named measurements only.
import { cpus, loadavg } from 'node:os';
import { prepareBenchFolder } from './benchFolder.mjs';
import { measureCacheRun } from './measureCacheRun.mjs';
import { measureComparison } from './measureComparison.mjs';
import { measureDecision, measureOrders } from './measureDecision.mjs';
import { measureDrawing } from './measureDrawing.mjs';
import { measureEvaluate } from './measureEvaluate.mjs';
import { measureHistory } from './measureHistory.mjs';
import { measurementText } from './measurement.mjs';
import { measurePanel } from './measurePanel.mjs';
import { measurePromptfoo } from './measurePromptfoo.mjs';
import { measureReport } from './measureReport.mjs';
import { measureSizes } from './measureSizes.mjs';
import { measureStartUp } from './measureStartUp.mjs';
import { measureThroughput } from './measureThroughput.mjs';
import { measureTurns } from './measureTurns.mjs';

/**
 * @typedef {object} Measurement
 * @property {string} title
 * @property {(programs: import('./benchFolder.mjs').Programs) => Promise<import('./measurement.mjs').Measured>} measure
 * @property {boolean} [onRequest] takes long or installs something, so only where it is named
 */

/** @type {Readonly<Record<string, Measurement>>} */
const measurements = {
  evaluate: { title: 'Evaluate against a server', measure: ({ server }) => measureEvaluate(server) },
  throughput: { title: 'Throughput', measure: measureThroughput, onRequest: true },
  turns: { title: 'Dialogues of several turns', measure: ({ server }) => measureTurns(server) },
  promptfoo: { title: 'Beside promptfoo', measure: measurePromptfoo, onRequest: true },
  cacheRun: { title: 'The same run again', measure: ({ server }) => measureCacheRun(server), onRequest: true },
  startUp: { title: 'Start-up, median of 15 (fastest to slowest)', measure: measureStartUp },
  sizes: { title: 'Sizes', measure: async () => ({ rows: await measureSizes() }) },
  report: { title: 'Report model', measure: ({ report }) => measureReport(report) },
  comparison: { title: 'Comparison', measure: measureComparison },
  decision: { title: 'One decision', measure: ({ decision }) => measureDecision(decision) },
  orders: { title: 'Orders of a judge’s request', measure: ({ decision }) => measureOrders(decision) },
  panel: { title: 'Panel', measure: measurePanel, onRequest: true },
  drawing: { title: 'Long lists', measure: measureDrawing, onRequest: true },
  history: { title: 'History', measure: ({ history }) => measureHistory(history) },
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => measurements[name] === undefined);
if (unknown.length > 0) {
  process.stderr.write(
    `There is no measurement ${unknown.join(', ')}. There are: ${Object.keys(measurements).join(', ')}.\n`,
  );
  process.exit(2);
}

/** @returns {string} load average over the last minute: other programs' work, before a measurement begins */
function load() {
  return (loadavg()[0] ?? 0).toFixed(2);
}

const loadAtStart = load();
const programs = await prepareBenchFolder();
const where = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
process.stdout.write(`${where}, load average before: ${loadAtStart}\n`);
for (const [name, { title, measure, onRequest = false }] of Object.entries(measurements)) {
  if (named.length === 0 ? onRequest : !named.includes(name)) continue;
  const before = load();
  const measured = await measure(programs);
  process.stdout.write(measurementText(`${title} (\`npm run bench -- ${name}\`)`, measured, where, before));
  if (measured.bounds?.some(({ held }) => !held) === true) process.exitCode = 1;
}
