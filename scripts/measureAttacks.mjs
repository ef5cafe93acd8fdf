// @ts-check
// Puts the replies of test-fixtures/attacks before every offline judge and prints, by technique and by judge, how often the verdict moves
// from the one on the honest base reply towards what the attack is after.
import { root } from './ensurePackages.mjs';
import { importProgram } from './importProgram.mjs';

/** @type {typeof import('./measureAttacks/measureAttacks')} */
const { measureAttacks } = await importProgram('measureAttacks/measureAttacks.ts');
process.stdout.write(`${measureAttacks(root)}\n`);
