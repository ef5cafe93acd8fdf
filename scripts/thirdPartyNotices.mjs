// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './ensurePackages.mjs';

/** Files of a package that must be passed on with its code. */
const passedOn = /^(?:licen[cs]e|unlicense|copying|notice|acknowledgements)/i;

/**
 * Packages that come without the text of their licence, or of that of a package within them, and where it is here, as
 * their repositories have it.
 */
const without = new Map([
  ['@microsoft/fast-element', 'fast.txt'],
  ['@microsoft/fast-foundation', 'fast.txt'],
  ['@microsoft/fast-web-utilities', 'fast.txt'],
  ['standardwebhooks', 'standardwebhooks.txt'],
  ['@vscode/l10n', 'vscode-l10n.txt'],
  ['@modelcontextprotocol/server', 'mcp-server.txt'],
]);

/**
 * The folders of the packages that have a part in these bundles, by what esbuild says it wrote.
 *
 * @param {readonly import('esbuild').Metafile[]} metafiles
 * @returns {readonly string[]} below the repository, sorted
 */
function bundledPackages(metafiles) {
  const folders = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.entries(inputs))
    .flatMap(([file, { bytesInOutput }]) => (bytesInOutput === 0 ? [] : [file]))
    .flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/**
 * What the licences of the bundled packages want to be passed on.
 *
 * @param {readonly import('esbuild').Metafile[]} metafiles
 * @returns {string}
 * @throws when a package has no text of its licence
 */
export function thirdPartyNotices(metafiles) {
  const notices = bundledPackages(metafiles).map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    const files = readdirSync(path.join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && passedOn.test(entry.name))
      .map((entry) => path.join(root, folder, entry.name));
    const kept = without.get(name);
    if (kept !== undefined) files.push(path.join(root, 'scripts', 'licences', kept));
    const texts = files.map((file) => readFileSync(file, 'utf8').trim());
    if (!files.some((file) => !/^(?:notice|acknowledgements)/i.test(path.basename(file)))) {
      throw new Error(`${name} ${version} has no text of its licence. Put it into scripts/licences and name it there.`);
    }
    return [`${'='.repeat(80)}\n${name} ${version} (${license})\n${'='.repeat(80)}`, ...texts].join('\n\n');
  });
  const head = 'Tutor Prompt Lab contains parts of the packages below. Each is under its own licence.';
  const data = [
    `${'='.repeat(80)}\nThe data in the folder example-results\n${'='.repeat(80)}`,
    readFileSync(path.join(root, 'example-results', 'LICENSE'), 'utf8').trim(),
  ];
  return `${[head, ...notices, ...data].join('\n\n')}\n`;
}
