// @ts-check
// Draws labelled replies and runs of known truth, and prints how often the interval of a corrected score holds it: the tables of
// docs/judges.md, or with `--all` each setting by itself. The same every time.
import { importProgram } from './importProgram.mjs';

/** @type {typeof import('./simulateCorrections/coverageTable')} */
const { allCoverages, coverageTables, settingsTable } = await importProgram('simulateCorrections/coverageTable.ts');
const found = allCoverages();
process.stdout.write(`${process.argv.includes('--all') ? settingsTable(found) : coverageTables(found)}\n`);
process.stderr.write(`${(process.cpuUsage().user / 1e6).toFixed(0)} seconds of processor time.\n`);
