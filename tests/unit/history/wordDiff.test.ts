import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffSegment, editScript, wordDiff } from '../../../src/core/history/changedLines';

/** Removed pieces in [-…-], added ones in {+…+}. */
function marked(segments: readonly DiffSegment[]): string {
  const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;
  return segments.map(({ kind, text }) => `${marks[kind][0]}${text}${marks[kind][1]}`).join('');
}

function side(segments: readonly DiffSegment[], without: DiffSegment['kind']): string {
  return segments.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('');
}

/** The length of the longest common subsequence, by the plain table. */
function commonLength(before: readonly string[], after: readonly string[]): number {
  let previous = new Array<number>(after.length + 1).fill(0);
  for (const token of before) {
    const current = [0];
    after.forEach((other, index) => {
      current.push(token === other ? previous[index]! + 1 : Math.max(previous[index + 1]!, current[index]!));
    });
    previous = current;
  }
  return previous.at(-1)!;
}

describe('editScript', () => {
  const tokens = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

  it('leads from one list to the other by as few edits as there can be', () => {
    fc.assert(
      fc.property(tokens, tokens, (before, after) => {
        const edits = editScript(before, after);
        expect(edits.filter(({ kind }) => kind !== 'added').map(({ text }) => text)).toEqual(before);
        expect(edits.filter(({ kind }) => kind !== 'removed').map(({ text }) => text)).toEqual(after);
        expect(edits.filter(({ kind }) => kind === 'same')).toHaveLength(commonLength(before, after));
      }),
      { numRuns: 2_000 },
    );
  });

  it('puts removals before additions between two common tokens', () => {
    fc.assert(
      fc.property(tokens, tokens, (before, after) => {
        const kinds = editScript(before, after).map(({ kind }) => kind);
        expect(kinds.some((kind, index) => kind === 'added' && kinds[index + 1] === 'removed')).toBe(false);
      }),
    );
  });

  it('gives lists without a common middle as a whole', () => {
    const list = (mark: string): string[] => [
      'first',
      ...Array.from({ length: 30_000 }, (_, i) => `${mark}${i}`),
      'last',
    ];
    const edits = editScript(list('a'), list('b'));
    expect(edits).toHaveLength(60_002);
    expect(edits.filter(({ kind }) => kind === 'same').map(({ text }) => text)).toEqual(['first', 'last']);
  });
});

describe('wordDiff', () => {
  it.each([
    ['', '', ''],
    ['same', 'same', 'same'],
    ['', 'new', '{+new+}'],
    ['old', '', '[-old-]'],
    ['Well done, Ann!', 'Well tried, Ann!', 'Well [-done-]{+tried+}, Ann!'],
    ['What is two and two?', 'What was two plus two?', 'What [-is-]{+was+} two [-and-]{+plus+} two?'],
    ['You are right here.', 'He was right here.', '[-You are-]{+He was+} right here.'],
    ['one two three', 'one three', 'one [-two -]three'],
    ['これは正しいです', 'これは正しくないです', undefined],
    ['ไปโรงเรียน', 'ไปตลาด', undefined],
    ['family 👨‍👩‍👧 here', 'family 👨‍👩‍👦 here', 'family [-👨‍👩‍👧-]{+👨‍👩‍👦+} here'],
    ['cafe\u0301 now', 'cafe now', '[-cafe\u0301-]{+cafe+} now'],
    ['a\r\nb', 'a\nb', 'a[-\r\n-]{+\n+}b'],
  ])('of %j and %j', (before, after, wanted) => {
    const segments = wordDiff(before, after);
    expect(side(segments, 'added')).toBe(before);
    expect(side(segments, 'removed')).toBe(after);
    if (wanted !== undefined) expect(marked(segments)).toBe(wanted);
    // Scripts without blanks are cut too: what both texts begin with is common.
    else expect(segments[0]).toMatchObject({ kind: 'same' });
  });

  it('always holds both texts, in as few pieces as there are changes', () => {
    const words = fc.array(fc.constantFrom('a', 'b', ' ', '\n', '  ', 'ß', '語', '👍🏽', '\ud800', '.'), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(words, words, (one, other) => {
        const segments = wordDiff(one.join(''), other.join(''));
        expect(side(segments, 'added')).toBe(one.join(''));
        expect(side(segments, 'removed')).toBe(other.join(''));
        expect(segments.some(({ kind }, index) => kind === segments[index + 1]?.kind)).toBe(false);
        expect(segments.every(({ text }) => text !== '')).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['words that all differ', 'x', 'y', 5_000],
    ['long texts', 'x', 'y', 100_000],
  ])('compares %s', (_what, one, other, count) => {
    const text = (mark: string): string => `Begin\n${`${mark} `.repeat(count)}\nEnd\n`;
    const segments = wordDiff(text(one), text(other));
    expect(side(segments, 'added')).toBe(text(one));
    expect(side(segments, 'removed')).toBe(text(other));
    expect(segments[0]).toMatchObject({ kind: 'same' });
  });
});
