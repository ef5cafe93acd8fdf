// @ts-check
import { spawnSync } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../scripts/ensurePackages.mjs';

/** Everything the measurements write; removed and made anew by each run. */
export const benchFolder = path.join(root, 'out', 'bench');

/** The command line that is measured: a copy of what `npm run build` made, so that another build cannot pull it away. */
export const cliFile = path.join(benchFolder, 'dist', 'cli.js');

/**
 * Builds and packs the product, copies it, and bundles the programs of this folder.
 *
 * @returns {Promise<{ readonly programs: { readonly server: string, readonly report: string, readonly comparison: string, readonly history: string } }>} paths of the bundled programs
 */
export async function prepareBenchFolder() {
  script('package.mjs');
  script('build.mjs', '--quiet', '--meta');
  await rm(benchFolder, { recursive: true, force: true });
  await mkdir(benchFolder, { recursive: true });
  await cp(path.join(root, 'dist'), path.join(benchFolder, 'dist'), { recursive: true });
  await cp(path.join(root, 'starter-sets'), path.join(benchFolder, 'starter-sets'), { recursive: true });
  await build({
    absWorkingDir: root,
    outdir: benchFolder,
    entryPoints: [
      'bench/modelServerProgram.ts',
      'bench/reportProgram.ts',
      'bench/comparisonProgram.ts',
      'bench/historyProgram.ts',
    ],
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    logLevel: 'warning',
  });
  return {
    programs: {
      server: path.join(benchFolder, 'modelServerProgram.mjs'),
      report: path.join(benchFolder, 'reportProgram.mjs'),
      comparison: path.join(benchFolder, 'comparisonProgram.mjs'),
      history: path.join(benchFolder, 'historyProgram.mjs'),
    },
  };
}

/** @param {readonly string[]} command name of a file in scripts/ and its options */
function script(...command) {
  const [file = '', ...options] = command;
  const { status } = spawnSync(process.execPath, [path.join(root, 'scripts', file), ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`scripts/${file} failed; see the lines above.`);
}
