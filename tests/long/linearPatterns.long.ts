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

/** The text of an expression of literals and constants of the same file; `undefined` for any other expression. */
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
 * Pairs of text lengths, each doubled, and the milliseconds that count as harmful: less may be chance. Short texts come
 * first, because a bad pattern would take hours on the long ones.
 */
const trials = [
  { from: 400, to: 800, harmful: 80 },
  { from: 1_500, to: 3_000, harmful: 80 },
  { from: 5_000, to: 40_000, harmful: 250 },
] as const;

/** A text on which a pattern takes over three times as long as on half of it; `undefined` without one. */
function superLinear(pattern: RegExp): string | undefined {
  const texts = hostileTexts(pattern);
  const explosive = texts.find((text) => cost(pattern, text(few)) > 50 && cost(pattern, text(few)) > 50);
  if (explosive !== undefined) return `${JSON.stringify(explosive(few))}: more than 50 ms`;
  for (const { from, to, harmful } of trials) {
    for (const text of texts) {
      let half = cost(pattern, text(from));
      // Twice the length is tried where the time would be harmful at the last length if it grew with the square.
      for (let length = from; length < to && half > harmful * (length / to) ** 2; length *= 2) {
        const whole = text(2 * length);
        const time = cost(pattern, whole);
        // Measured again before it is said: memory that is tidied up meanwhile counts too.
        if (time > harmful && time > 3 * half && cost(pattern, whole) > 3 * cost(pattern, text(length))) {
          return `${JSON.stringify(whole.slice(0, 60))}…, ${whole.length} characters: ${Math.round(time)} ms`;
        }
        half = time;
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
