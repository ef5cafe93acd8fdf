// @ts-check
// Runs the host suite in a real VS Code. The launcher is TypeScript, so it is bundled first.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { root } from './ensurePackages.mjs';

const launcher = path.join(root, 'out', 'tests', 'host', 'launch.mjs');
await esbuild.build({
  absWorkingDir: root,
  entryPoints: ['tests/host/launch.ts'],
  outfile: launcher,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
const run = spawnSync(process.execPath, [launcher], { cwd: root, stdio: 'inherit' });
process.exit(run.status ?? 1);
