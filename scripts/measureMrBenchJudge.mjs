// @ts-check
// Prints what bench/judges.md says of the shipped learned judge within tutors, and of corrections of its scores, from the public labels in
// ../shared/data/mrbench and the answers in judges/mrbenchCrossValidated.json. The same every time.
import { root } from './ensurePackages.mjs';
import { importProgram } from './importProgram.mjs';

/** @type {typeof import('./measureMrBenchJudge/measureJudge')} */
const { measureJudge } = await importProgram('measureMrBenchJudge/measureJudge.ts');
process.stdout.write(`${measureJudge(root)}\n`);
