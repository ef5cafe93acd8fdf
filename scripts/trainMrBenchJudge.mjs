// @ts-check
// Trains the embedded MRBench judge from the labelled replies in ../shared/data/mrbench and writes judges/. Prints the table of
// cross-validated figures. The same data give the same weights; `--date YYYY-MM-DD` sets the day that the card names, today unless told.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './ensurePackages.mjs';

const asked = process.argv.indexOf('--date');
const date = asked === -1 ? new Date().toISOString().slice(0, 10) : (process.argv[asked + 1] ?? '');
if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) {
  process.stderr.write('--date takes a day as YYYY-MM-DD.\n');
  process.exit(2);
}
const program = path.join(root, 'out', 'trainMrBenchJudge', 'writeJudge.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['scripts/trainMrBenchJudge/writeJudge.ts'],
  outfile: program,
  bundle: true,
  external: ['prettier'],
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
/** @type {typeof import('./trainMrBenchJudge/writeJudge')} */
const { writeJudge } = await import(pathToFileURL(program).href);
const result = await writeJudge(root, date, (line) => process.stderr.write(`${line}\n`));
if (result.kind === 'missing') {
  process.stderr.write(
    `The labelled replies are not there: ${result.files.join(', ')}. Put the public MRBench files there; nothing was written.\n`,
  );
  process.exitCode = 3;
} else {
  process.stdout.write(`${result.table}\n`);
  process.stderr.write(`${(process.cpuUsage().user / 1e6).toFixed(0)} seconds of processor time.\n`);
}
