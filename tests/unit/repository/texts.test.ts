import { readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { textsOfSources } from '../../../scripts/l10n.mjs';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { t } from '../../../src/core/text/countWords';
import { readTracked, repositoryRoot } from './markdownPage';

const textsIn = (file: string): Readonly<Record<string, string>> =>
  z.record(z.string(), z.string()).parse(JSON.parse(readTracked(file)));
const keys = await textsOfSources();
const listed = readdirSync(path.join(repositoryRoot, 'l10n'));
const languages = listed.flatMap((file) => /^bundle\.l10n\.(\w+)\.json$/.exec(file)?.[1] ?? []);

const placesIn = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();
const blanksAround = (text: string): readonly (string | undefined)[] => [
  /^\s*/.exec(text)?.[0],
  /\s*$/.exec(text)?.[0],
];

describe('the texts of all screens', () => {
  const english = textsIn('l10n/bundle.l10n.json');

  it('are those of the sources (node scripts/l10n.mjs writes them)', () => {
    expect(Object.keys(english)).toEqual(keys);
    expect(Object.entries(english).filter(([key, text]) => key !== text)).toEqual([]);
  });

  it('have no brace that keeps a value out of its place', () => {
    const values = Array.from({ length: 10 }, (_, at) => `<${String(at)}>`);
    expect(keys.filter((key) => /\{\d+\}/.test(t(key, ...values)))).toEqual([]);
  });
});

describe.each(languages)('%s', (language) => {
  const texts = textsIn(`l10n/bundle.l10n.${language}.json`);

  it('has every text, and no other', () => {
    expect(Object.keys(texts)).toEqual(keys);
  });

  it('has the places and the blanks of the English texts', () => {
    const entries = Object.entries(texts);
    expect(entries.filter(([key, text]) => String(placesIn(key)) !== String(placesIn(text)))).toEqual([]);
    const marks = ',.';
    const others = entries.filter(([key]) => key !== marks);
    expect(others.filter(([key, text]) => String(blanksAround(key)) !== String(blanksAround(text)))).toEqual([]);
    expect(texts[marks]).toHaveLength(marks.length);
  });

  it('names commands by their own titles, not by the English ones', () => {
    const titles = Object.entries(textsIn('package.nls.json')).filter(([key]) => key.startsWith('command.'));
    const english = titles.map(([, title]) => title.replace('…', ''));
    expect(Object.values(texts).filter((text) => english.some((title) => text.includes(title)))).toEqual([]);
  });

  it('has what every benchmark asks, and the explanation of every metric', () => {
    const said = [...benchmarks.values()].flatMap(({ question, metrics }) => [
      question,
      ...metrics.map(({ explain }) => explain),
    ]);
    expect(said.filter((text) => [undefined, text].includes(texts[text]))).toEqual([]);
  });

  it('has the names of commands and settings, with the same links', () => {
    const english = textsIn('package.nls.json');
    const own = textsIn(`package.nls.${language}.json`);
    expect(Object.keys(own)).toEqual(Object.keys(english));
    const links = (text = ''): readonly string[] => text.match(/\(command:[^)]*\)|`[^`]*`|#[\w.]+#/g) ?? [];
    const unlike = Object.keys(english).filter((key) => links(english[key]).length !== links(own[key]).length);
    expect(unlike).toEqual([]);
  });

  it('is shipped, and can be chosen', () => {
    const shipped = readTracked('.vscodeignore').split('\n');
    expect(shipped).toEqual(expect.arrayContaining([`!package.nls.${language}.json`, '!l10n/bundle.l10n.*.json']));
    expect(readTracked('package.json')).toContain(`"${language}"`);
  });
});

/** Calls whose words a user reads, and members of objects that VS Code shows. */
const speaking = /(?:^|window\.)(?:show\w+Message|setStatusBarMessage)$|^(?:inform|warn|warnWithLog|offer|choose)$/;
const shownMembers =
  /^(?:label|description|detail|title|placeHolder|placeholder|prompt|tooltip|openLabel|message|about)$/;
const names = new Set(['Tutor Prompt', 'Tutor Prompt Lab']);

/** Literals with words in these places that do not come from `t`. */
function plainWords(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readTracked(file), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const note = (node: ts.Node): void => {
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return;
    const words = ts.isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('')
      : node.text;
    if (/\p{L}{2,} \p{L}|^\p{Lu}\p{Ll}+…?$/u.test(words.replace(/\$\([\w~-]+\)/g, '')) && !names.has(words))
      found.push(`${file}: ${words}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && speaking.test(node.expression.getText())) node.arguments.forEach(note);
    if (ts.isPropertyAssignment(node) && shownMembers.test(node.name.getText())) note(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it('name each section of the settings by a key', () => {
  const Sections = z.object({ contributes: z.object({ configuration: z.array(z.object({ title: z.string() })) }) });
  const { configuration } = Sections.parse(JSON.parse(readTracked('package.json'))).contributes;
  expect(configuration.filter(({ title }) => !/^%.+%$/.test(title) && !names.has(title))).toEqual([]);
});

it('reach the editor through `t` only', () => {
  const files = readdirSync(path.join(repositoryRoot, 'src/vscode'), { recursive: true, encoding: 'utf8' });
  const plain = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => plainWords(path.join('src/vscode', file)));
  expect(plain).toEqual([]);
});
