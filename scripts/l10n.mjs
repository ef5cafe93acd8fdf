// @ts-check
// Writes l10n/bundle.l10n.json: every English text of host and page, as `t` and its kin have them in the sources, and
// what the benchmarks say of themselves.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { root } from './ensurePackages.mjs';
import { importProgram } from './importProgram.mjs';

/** Keys that code compares and shows as words, by `t(key)`. */
const shownKeys = [
  ...['before', 'after', 'tutor', 'judge', 'student', 'added', 'changed', 'removed', 'above', 'below'],
  ...['overview', 'cases', 'rules', 'compare', 'history', 'judges', 'blind', 'reviewing'],
  ...['benchmark', 'group', 'subject', 'language', 'tag', 'failure', 'cited by judges'],
];

/**
 * @param {ts.Node} node
 * @returns {string | undefined} the text of a literal or template with `{0}` for its first expression, and so on
 */
function literal(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.templateSpans.reduce((text, { literal: { text: rest } }, at) => `${text}{${at}}${rest}`, node.head.text);
}

/**
 * @param {ts.Node} node
 * @returns {readonly string[]} the texts that this node asks for
 */
function textsAt(node) {
  if (ts.isTaggedTemplateExpression(node) && /^(?:t|sentence)$/.test(node.tag.getText()))
    return [literal(node.template) ?? ''];
  if (!ts.isCallExpression(node)) return [];
  const words = (/** @type {number} */ from) => node.arguments.slice(from).flatMap((one) => literal(one) ?? []);
  switch (node.expression.getText()) {
    case 't':
      return words(0).slice(0, 1);
    case 'countWords':
      return words(1).map((one) => `{0} ${one}`);
    case 'countOf':
      return words(2).map((one) => `{0} ${one}`);
    case 'verbFor':
      return words(1);
    default:
      return [];
  }
}

/** @returns {Promise<readonly string[]>} all texts of the sources, once each and sorted */
export async function textsOfSources() {
  /** @type {Set<string>} */
  const found = new Set(shownKeys);
  for (const folder of ['src', 'webview'])
    for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || /^cli[./]/.test(name)) continue;
      const text = readFileSync(path.join(root, folder, name), 'utf8');
      if (!/\b(?:t|sentence)`|\b(?:t|countWords|countOf|verbFor)\(/.test(text)) continue;
      const visit = (/** @type {ts.Node} */ node) => {
        for (const one of textsAt(node)) found.add(one);
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
    }
  /** @type {typeof import('./l10n/benchmarkTexts')} */
  const { benchmarkTexts } = await importProgram('l10n/benchmarkTexts.ts');
  for (const text of benchmarkTexts(root)) found.add(text);
  return [...found].sort((one, other) => (one < other ? -1 : 1));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bundle = Object.fromEntries((await textsOfSources()).map((text) => [text, text]));
  writeFileSync(path.join(root, 'l10n', 'bundle.l10n.json'), `${JSON.stringify(bundle, null, 2)}\n`);
}
