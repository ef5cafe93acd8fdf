// @ts-check
// Checks the offline judges against public labels in ../shared/data, split by problem into a
// development and a held-out part. Prints both parts' statistics and writes judges/offlineCards.json. `--development`
// reads the first part only and writes nothing. `--date YYYY-MM-DD` sets the cards' day.
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
