// @ts-check
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './ensurePackages.mjs';

/**
 * Bundles a TypeScript module of this folder into `out/` and imports it.
 *
 * @param {string} entry path below `scripts/`, for instance `measureAttacks/measureAttacks.ts`
 * @returns {Promise<any>} what it exports; the caller names its type
 */
export async function importProgram(entry) {
  const program = path.join(root, 'out', entry.replace(/\.ts$/, '.mjs'));
  await build({
    absWorkingDir: root,
    entryPoints: [`scripts/${entry}`],
    outfile: program,
    bundle: true,
    external: ['prettier'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  return import(pathToFileURL(program).href);
}

/**
 * The day that `--date YYYY-MM-DD` names, today without it. Ends the program with 2 where it is none.
 *
 * @returns {string}
 */
export function dayAsked() {
  const asked = process.argv.indexOf('--date');
  const date = asked === -1 ? new Date().toISOString().slice(0, 10) : (process.argv[asked + 1] ?? '');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) {
    process.stderr.write('--date takes a day as YYYY-MM-DD.\n');
    process.exit(2);
  }
  return date;
}
