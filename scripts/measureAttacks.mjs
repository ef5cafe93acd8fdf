// @ts-check
// Runs every offline judge on the replies of test-fixtures/attacks. Prints by technique and judge how often the verdict
// moves from the honest base reply's towards the attack's aim.
import { root } from './ensurePackages.mjs';
import { importProgram } from './importProgram.mjs';

/** @type {typeof import('./measureAttacks/measureAttacks')} */
const { measureAttacks } = await importProgram('measureAttacks/measureAttacks.ts');
process.stdout.write(`${measureAttacks(root)}\n`);
