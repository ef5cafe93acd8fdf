// @ts-check
// Prints the statistics of bench/judges.md on the learned judge within tutors and on corrections of its scores. Reads
// ../shared/data/mrbench and judges/mrbenchCrossValidated.json; the output is always the same.
import { root } from './ensurePackages.mjs';
import { importProgram } from './importProgram.mjs';

/** @type {typeof import('./measureMrBenchJudge/measureJudge')} */
const { measureJudge } = await importProgram('measureMrBenchJudge/measureJudge.ts');
process.stdout.write(`${measureJudge(root)}\n`);
