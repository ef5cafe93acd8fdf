// @ts-check
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Bundles the pages of panel and HTML reports into `outdir`. The bundles fetch nothing, not even a font.
 *
 * @param {{ readonly outdir: string, readonly minify: boolean }} options `outdir`: relative to the root, or absolute
 * @returns {Promise<{ readonly scriptBytes: number, readonly metafiles: readonly import('esbuild').Metafile[] }>}
 *   size of `main.js`, and the contents of both
 * @throws when a source does not compile
 */
export async function buildWebview({ outdir, minify }) {
  /** @type {import('esbuild').BuildOptions} */
  const shared = {
    absWorkingDir: root,
    outdir,
    bundle: true,
    minify,
    sourcemap: minify ? false : 'linked',
    legalComments: 'none',
    target: 'es2022',
    metafile: true,
    logLevel: 'warning',
  };
  const scripts = { main: 'webview/main.ts', report: 'webview/report.ts' };
  const script = await build({ ...shared, metafile: true, entryPoints: scripts, format: 'iife' });
  const sheets = { main: 'webview/styles.css', report: 'webview/report.css' };
  const styles = await build({ ...shared, metafile: true, entryPoints: sheets });
  const output = Object.entries(script.metafile.outputs).find(([path]) => path.endsWith('main.js'));
  return { scriptBytes: output?.[1].bytes ?? 0, metafiles: [script.metafile, styles.metafile] };
}
