// @ts-check
import { spawnSync } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../scripts/ensurePackages.mjs';

/** Everything the measurements write; removed and made again by each run. */
export const benchFolder = path.join(root, 'out', 'bench');

/** The command line under test: a copy of the build, so that another build cannot replace it. */
export const cliFile = path.join(benchFolder, 'dist', 'cli.js');

const programs = {
  server: 'bench/modelServerProgram.ts',
  report: 'bench/reportProgram.ts',
  comparison: 'bench/comparisonProgram.ts',
  thread: 'bench/threadProgram.ts',
  history: 'bench/historyProgram.ts',
  bareLoop: 'bench/bareLoopProgram.ts',
  panel: 'bench/panelProgram.ts',
  drawing: 'bench/drawingProgram.ts',
  decision: 'bench/decisionProgram.ts',
  samples: 'tests/contract/crash/oneCriterionSamples.ts',
};

/** Paths of the bundled programs of this folder, and of the module that writes samples. */
/** @typedef {Readonly<Record<keyof typeof programs, string>>} Programs */

/**
 * Builds and packs the product, copies it, and bundles the programs of this folder.
 *
 * @returns {Promise<Programs>}
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
    entryPoints: programs,
    bundle: true,
    splitting: true,
    // Those that start programs of their own, and scripts that find the repository from where they lie.
    external: ['playwright-core', 'esbuild', './scripts/*'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    logLevel: 'warning',
  });
  const file = (/** @type {keyof Programs} */ name) => path.join(benchFolder, `${name}.mjs`);
  return {
    server: file('server'),
    report: file('report'),
    comparison: file('comparison'),
    thread: file('thread'),
    history: file('history'),
    decision: file('decision'),
    bareLoop: file('bareLoop'),
    panel: file('panel'),
    drawing: file('drawing'),
    samples: file('samples'),
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
