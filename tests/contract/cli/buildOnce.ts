import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { buildWebview } from '../../../scripts/buildWebview.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the command line that was built for these tests. */
    readonly commandLine: string;
  }
}

const repository = path.join(import.meta.dirname, '../../..');

/** Builds the command line like scripts/build.mjs, once for all test files, into a folder removed at the end. */
export default async function buildOnce(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tutor-prompt-lab-cli-'));
  const outdir = path.join(folder, 'dist');
  await mkdir(outdir);
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  // Where the program looks for them: beside the folder it stands in.
  for (const shipped of ['starter-sets', 'judges', 'example-results']) {
    await symlink(path.join(repository, shipped), path.join(folder, shipped));
  }
  await build({
    absWorkingDir: repository,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: false,
    legalComments: 'none',
    entryPoints: { cli: 'src/cli.ts', commandLine: 'src/cli/commandLine.ts' },
    chunkNames: 'cli-chunks/[name]-[hash]',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  await buildWebview({ outdir: path.join(outdir, 'webview'), minify: true });
  project.provide('commandLine', path.join(outdir, 'cli.js'));
  return () => rm(folder, { recursive: true, force: true });
}
