// @ts-check
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../scripts/ensurePackages.mjs';
import { benchFolder } from './benchFolder.mjs';

/**
 * @typedef {{ readonly bytes: number, readonly entryPoint?: string, readonly inputs: Record<string, unknown>,
 *   readonly imports: readonly { readonly path: string, readonly kind: string,
 *   readonly external?: boolean }[] }} Output
 */

/**
 * Sizes of what ships, from the bundler's own account of the extension host and from the files.
 *
 * @returns {Promise<readonly (readonly string[])[]>}
 */
export async function measureSizes() {
  /** @type {{ outputs: Record<string, Output> }} */
  const { outputs } = JSON.parse(await readFile(path.join(root, 'out', 'meta.json'), 'utf8'));
  const outputOf = (/** @type {string} */ source) =>
    Object.keys(outputs).find((file) => outputs[file]?.entryPoint === source) ?? '';
  const entry = outputOf('src/extension.ts');
  const isSdk = (/** @type {string} */ file) =>
    /node_modules\/(?:openai|@anthropic-ai\/sdk)\//.test(outputs[file]?.entryPoint ?? '');
  const isExport = (/** @type {string} */ file) => outputs[file]?.entryPoint === 'src/core/report/htmlReport.ts';
  const all = reachable(outputs, entry, () => true);
  const atOnce = [entry, outputOf('src/vscode/activation.ts')].flatMap((file) => [
    ...reachable(outputs, file, (_, kind) => kind !== 'dynamic-import'),
  ]);
  const withoutSdks = reachable(outputs, entry, (file) => !isSdk(file));
  const withoutExport = reachable(outputs, entry, (file) => !isSdk(file) && !isExport(file));
  const sdks = [...all].filter(isSdk);
  if (entry === '' || sdks.length < 2 || ![...all].some(isExport))
    throw new Error('The bundle is not as expected: entry, two SDKs and the HTML report were looked for.');
  const packageOf = (/** @type {string} */ file) =>
    /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(outputs[file]?.entryPoint ?? '')?.[1] ?? '';
  const onlyWith = (/** @type {string} */ name) => {
    const others = reachable(outputs, entry, (file) => packageOf(file) !== name);
    return [...all].filter((file) => !others.has(file));
  };
  const sum = (/** @type {Iterable<string>} */ files) =>
    [...files].reduce((total, file) => total + (outputs[file]?.bytes ?? 0), 0);
  const webview = await Promise.all(
    (await readdir(path.join(benchFolder, 'dist', 'webview'))).map(async (file) => [
      `webview: ${file}`,
      kilobytes((await stat(path.join(benchFolder, 'dist', 'webview', file))).size),
    ]),
  );
  return [
    ['extension host: entry file', kilobytes(outputs[entry]?.bytes ?? 0)],
    ['extension host: read when it is activated (entry and static imports)', kilobytes(sum(new Set(atOnce)))],
    ['extension host: all it can load, without the SDKs', kilobytes(sum(withoutSdks))],
    ['… and without what only the HTML export loads', kilobytes(sum(withoutExport))],
    ...[...new Set(sdks.map(packageOf))].map((name) => [`only with ${name}`, kilobytes(sum(onlyWith(name)))]),
    ...webview,
    ['VSIX', kilobytes((await stat(path.join(root, 'out', 'tutor-prompt-lab.vsix'))).size)],
  ];
}

/**
 * @param {Record<string, Output>} outputs
 * @param {string} entry
 * @param {(file: string, kind: string) => boolean} follow
 * @returns {ReadonlySet<string>}
 */
function reachable(outputs, entry, follow) {
  const found = new Set([entry]);
  // A set may grow while it is walked: what is added is visited too.
  for (const file of found)
    for (const { path: target, kind, external } of outputs[file]?.imports ?? [])
      if (external !== true && outputs[target] !== undefined && follow(target, kind)) found.add(target);
  return found;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
