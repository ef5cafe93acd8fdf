// @ts-check
// Checks the offline judges of the benchmarks other than MRBench against the public labels in ../shared/data, split by problem into a part
// for development and one that is held out. Prints the figures of both and writes judges/offlineCards.json. `--development` looks at the
// first part alone and writes nothing; `--date YYYY-MM-DD` sets the day that the cards name, today unless told.
import { root } from './ensurePackages.mjs';
import { dayAsked, importProgram } from './importProgram.mjs';

const date = dayAsked();
/** @type {typeof import('./checkOfflineJudges/writeCards')} */
const { writeCards } = await importProgram('checkOfflineJudges/writeCards.ts');
const result = await writeCards(root, process.argv.includes('--development') ? undefined : date);
if (result.kind === 'missing') {
  process.stderr.write(
    `The public labels are not there: ${result.files.join(', ')}. Put the files there; nothing was written.\n`,
  );
  process.exitCode = 3;
} else {
  process.stdout.write(`${result.text}\n`);
}
