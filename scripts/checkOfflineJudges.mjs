// @ts-check
// Checks the offline judges of the benchmarks other than MRBench against the public labels in ../shared/data, split by problem into a part
// for development and one that is held out. Prints the figures of both and writes judges/offlineCards.json. `--development` looks at the
// first part alone and writes nothing; `--date YYYY-MM-DD` sets the day that the cards name, today unless told.
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
const program = path.join(root, 'out', 'checkOfflineJudges', 'writeCards.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['scripts/checkOfflineJudges/writeCards.ts'],
  outfile: program,
  bundle: true,
  external: ['prettier'],
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
/** @type {typeof import('./checkOfflineJudges/writeCards')} */
const { writeCards } = await import(pathToFileURL(program).href);
const result = await writeCards(root, process.argv.includes('--development') ? undefined : date);
if (result.kind === 'missing') {
  process.stderr.write(
    `The public labels are not there: ${result.files.join(', ')}. Put the files there; nothing was written.\n`,
  );
  process.exitCode = 3;
} else {
  process.stdout.write(`${result.text}\n`);
}
