// @ts-check
// Bundles the extension host, the command line and the webview into dist/. `--watch` rebuilds on change, `--dev`
// leaves it readable with source maps, `--meta` writes out/meta.json for size checks, `--quiet` prints problems only.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { buildWebview } from './buildWebview.mjs';
import { root } from './ensurePackages.mjs';
import { thirdPartyNotices } from './thirdPartyNotices.mjs';

const outdir = path.join(root, 'dist');
const watch = process.argv.includes('--watch');
const dev = watch || process.argv.includes('--dev');

/** @satisfies {esbuild.BuildOptions} */
const shared = {
  absWorkingDir: root,
  outdir,
  bundle: true,
  // Splitting turns every dynamic import into a file of its own: an SDK is read from disk when first used.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: !dev,
  sourcemap: dev ? 'linked' : false,
  metafile: true,
  legalComments: 'none',
  logLevel: process.argv.includes('--quiet') ? 'warning' : 'info',
};

/** @satisfies {esbuild.BuildOptions} */
const extension = {
  ...shared,
  // The thread has an entry of its own and shares the chunks.
  entryPoints: {
    extension: 'src/extension.ts',
    comparisonWorker: 'src/vscode/comparing/comparisonWorker.ts',
  },
  // VS Code 1.101 and newer run extensions in Node 22.
  target: 'node22',
  external: ['vscode'],
  chunkNames: 'chunks/[name]-[hash]',
};

/** @satisfies {esbuild.BuildOptions} */
const cli = {
  ...shared,
  entryPoints: { cli: 'src/cli.ts' },
  chunkNames: 'cli-chunks/[name]-[hash]',
  // Commander is CommonJS and asks for Node's own modules with require, which an ES module lacks.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
};

await rm(outdir, { recursive: true, force: true });
if (watch) {
  await Promise.all([extension, cli].map(async (options) => (await esbuild.context(options)).watch()));
  await buildWebview({ outdir: path.join(outdir, 'webview'), minify: false });
  process.stderr.write('Watching the host and the command line; build again after a change of the webview.\n');
} else {
  const [host, commandLine, page] = await Promise.all([
    esbuild.build(extension),
    esbuild.build(cli),
    buildWebview({ outdir: path.join(outdir, 'webview'), minify: !dev }),
  ]);
  const metafiles = [host, commandLine].map(({ metafile }) => metafile);
  await writeFile(path.join(outdir, 'ThirdPartyNotices.txt'), thirdPartyNotices([...metafiles, ...page.metafiles]));
  if (process.argv.includes('--meta')) {
    await mkdir(path.join(root, 'out'), { recursive: true });
    await writeFile(path.join(root, 'out', 'meta.json'), JSON.stringify(host.metafile));
  }
}
