// @ts-check
// Puts the replies of test-fixtures/attacks before every offline judge and prints, by technique and by judge, how often the verdict moves
// from the one on the honest base reply towards what the attack is after.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './ensurePackages.mjs';

const program = path.join(root, 'out', 'measureAttacks', 'measureAttacks.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['scripts/measureAttacks/measureAttacks.ts'],
  outfile: program,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
/** @type {typeof import('./measureAttacks/measureAttacks')} */
const { measureAttacks } = await import(pathToFileURL(program).href);
process.stdout.write(`${measureAttacks(root)}\n`);
