// @ts-check
// Builds the extension and packs it to out/tutor-prompt-lab.vsix.
import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { root } from './ensurePackages.mjs';

const build = spawnSync(process.execPath, [path.join(root, 'scripts', 'build.mjs'), '--quiet'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);
await mkdir(path.join(root, 'out'), { recursive: true });
await createVSIX({
  cwd: root,
  packagePath: path.join(root, 'out', 'tutor-prompt-lab.vsix'),
  // Everything the extension needs is in dist/.
  dependencies: false,
});
