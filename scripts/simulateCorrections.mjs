// @ts-check
// Draws labelled replies and runs of known truth, and prints how often the interval of a corrected score holds it: the tables of
// docs/judges.md, or with `--all` each setting by itself. The same every time.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './ensurePackages.mjs';

const program = path.join(root, 'out', 'simulateCorrections', 'coverageTable.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['scripts/simulateCorrections/coverageTable.ts'],
  outfile: program,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
/** @type {typeof import('./simulateCorrections/coverageTable')} */
const { allCoverages, coverageTables, settingsTable } = await import(pathToFileURL(program).href);
const found = allCoverages();
process.stdout.write(`${process.argv.includes('--all') ? settingsTable(found) : coverageTables(found)}\n`);
process.stderr.write(`${(process.cpuUsage().user / 1e6).toFixed(0)} seconds of processor time.\n`);
