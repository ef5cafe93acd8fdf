import { readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { hostileTexts } from './hostileTexts';
import { readTracked, repositoryRoot } from '../unit/repository/markdownPage';

interface Pattern {
  /** File and line. */
  readonly place: string;
  readonly pattern: RegExp;
}

function patternsIn(file: string): readonly Pattern[] {
  const source = ts.createSourceFile(file, readTracked(file), ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    const pattern = patternAt(node);
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    if (pattern !== undefined) found.push({ place: `${file}:${line + 1}`, pattern });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function patternAt(node: ts.Node): RegExp | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
  }
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'RegExp') return undefined;
  const [text, flags] = (node.arguments ?? []).map(staticText);
  return text === undefined ? undefined : new RegExp(text, flags);
}

/** The text of an expression of literals and of constants of the same file; `undefined` where it is made of anything else. */
function staticText(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw') return rawText(node.template);
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.flatMap(({ expression, literal }) => [staticText(expression), literal.text]);
    return joined([node.head.text, ...spans]);
  }
  if (ts.isBinaryExpression(node)) return joined([staticText(node.left), staticText(node.right)]);
  if (!ts.isIdentifier(node)) return undefined;
  const declared = node
    .getSourceFile()
    .statements.flatMap((one) => (ts.isVariableStatement(one) ? one.declarationList.declarations : []))
    .find(({ name }) => name.getText() === node.text);
  return staticText(declared?.initializer);
}

function rawText(template: ts.TemplateLiteral): string | undefined {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.rawText;
  const spans = template.templateSpans.flatMap(({ expression, literal }) => [staticText(expression), literal.rawText]);
  return joined([template.head.rawText, ...spans]);
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join('');
}

/** In milliseconds of this process, which the work of others does not lengthen. */
function cost(pattern: RegExp, text: string): number {
  const before = process.cpuUsage();
  pattern.lastIndex = 0;
  pattern.test(text);
  text.replace(pattern, '');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** In characters; a pattern that takes long for so few would take years for twice as many. */
const few = 24;
/**
 * Lengths of text, each twice the one before, and in milliseconds from when on the next is tried and what is harmful: less may be chance.
 * The short ones come first, for a pattern that would take hours for the long ones.
 */
const trials = [
  { lengths: [400, 800], worthALook: 10, harmful: 80 },
  { lengths: [1_500, 3_000], worthALook: 10, harmful: 80 },
  { lengths: [5_000, 10_000, 20_000, 40_000], worthALook: 3, harmful: 250 },
] as const;

/** A text for which a pattern takes more than three times as long as for half of it; `undefined` where there is none. */
function superLinear(pattern: RegExp): string | undefined {
  const explosive = hostileTexts(pattern, few).find((text) => cost(pattern, text) > 50 && cost(pattern, text) > 50);
  if (explosive !== undefined) return `${JSON.stringify(explosive)}: more than 50 ms`;
  for (const { lengths, worthALook, harmful } of trials) {
    const texts = lengths.map((length) => hostileTexts(pattern, length));
    for (const [index, shortest] of (texts[0] ?? []).entries()) {
      let half = shortest;
      for (const longer of texts.slice(1)) {
        if (cost(pattern, half) < worthALook) break;
        const text = longer[index] ?? '';
        // Measured again before it is said: memory that is tidied up meanwhile counts too.
        const times = [0, 1].map(() => [cost(pattern, half), cost(pattern, text)] as const);
        if (times.every(([short, long]) => long > harmful && long > 3 * short)) {
          return `${JSON.stringify(text.slice(0, 60))}…, ${text.length} characters: ${Math.round(times[0]?.[1] ?? 0)} ms`;
        }
        half = text;
      }
    }
  }
  return undefined;
}

describe('the time that a regular expression takes', () => {
  it('grows no faster than the text, for each in the sources', () => {
    const files = readdirSync(path.join(repositoryRoot, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.posix.join('src', ...file.split(path.sep)));
    const patterns = files.flatMap(patternsIn);
    expect(patterns.length).toBeGreaterThan(500);
    const slow = patterns.flatMap(({ place, pattern }) => {
      const text = superLinear(pattern);
      return text === undefined ? [] : [`${place} ${String(pattern)} over ${text}`];
    });
    expect(slow).toEqual([]);
  });

  it.each([
    [/\s+$/, 'blanks before what is no end'],
    [/\s*(?:\(Review\))?(?:\s*-\s*\d+)?$/, 'two runs of blanks beside each other'],
    [/####\s*([^\n]{1,40}?)\.?\s*$/, 'blanks after a heading'],
    [/(?=[й]*[a-z])(?=[a-z]*[й])[a-zй]{2,}/gu, 'looking ahead at each letter'],
    [/^\s*-{3,}/gm, 'empty lines'],
    [/\([^)]*\)/g, 'brackets that are never closed'],
    [/(?:a+)+b/, 'a run of runs'],
  ])('is seen to grow faster for %s: %s', (pattern) => {
    expect(superLinear(pattern)).toBeDefined();
  });

  it.each([/(?<!\s)\s+$/, /^\s+/, /\([^()]*\)/g, /[a-z]{2,}/gu])('is not taken to grow faster for %s', (pattern) => {
    expect(superLinear(pattern)).toBeUndefined();
  });
});
