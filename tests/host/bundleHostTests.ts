import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

const SUITE_FOLDER = path.resolve('tests/host');
/** Suites whose file names hold this; all unless set. */
const only = process.env.HOST_SUITE ?? '';
/** Relative to the repository root. */
const BUNDLE = path.resolve('out/tests/host/runner.cjs');

/** Supplies the module `host-suites`, which loads every suite file when asked to, after Mocha has been set up. */
const hostSuites: Plugin = {
  name: 'host-suites',
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /^host-suites$/ }, () => ({ path: 'host-suites', namespace: 'host-suites' }));
    pluginBuild.onLoad({ filter: /.*/, namespace: 'host-suites' }, async () => {
      const files = (await readdir(SUITE_FOLDER))
        .filter((name) => name.endsWith('.hostTest.ts') && name.includes(only))
        .sort();
      const calls = files.map((name) => `require(${JSON.stringify(`./${name}`)});`).join(' ');
      return { contents: `export function loadSuites() { ${calls} }`, resolveDir: SUITE_FOLDER, loader: 'js' };
    });
  },
};

/** Bundles the runner, Mocha and all suites into one CommonJS file and returns its absolute path. */
export async function bundleHostTests(): Promise<string> {
  await build({
    entryPoints: [path.join(SUITE_FOLDER, 'runner.ts')],
    outfile: BUNDLE,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
    sourcemap: 'external',
    sourcesContent: false,
    plugins: [hostSuites],
    logLevel: 'error',
  });
  return BUNDLE;
}
