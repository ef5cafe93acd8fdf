// @ts-check
// Trains the MRBench judge from the labels in ../shared/data/mrbench, writes judges/ and prints cross-validated
// statistics. The same data give the same weights. `--date YYYY-MM-DD` sets the card's day, today by default.
import { root } from './ensurePackages.mjs';
import { dayAsked, importProgram } from './importProgram.mjs';

const date = dayAsked();
const say = (/** @type {string} */ line) => void process.stderr.write(`${line}\n`);
/** @type {typeof import('./trainMrBenchJudge/writeJudge')} */
const { writeJudge } = await importProgram('trainMrBenchJudge/writeJudge.ts');
const result = await writeJudge(root, date, say);
if (result.kind === 'missing') {
  process.stderr.write(
    `The labelled replies are not there: ${result.files.join(', ')}. Put the public MRBench files there; nothing was written.\n`,
  );
  process.exitCode = 3;
} else {
  process.stdout.write(`${result.table}\n`);
  process.stderr.write(`${(process.cpuUsage().user / 1e6).toFixed(0)} seconds of processor time.\n`);
}
