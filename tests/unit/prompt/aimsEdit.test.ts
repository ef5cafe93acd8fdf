import { describe, expect, it } from 'vitest';
import { aimsEdit, withChanges } from '../../../src/core/prompt/aimsEdit';
import { readFrontMatter } from '../../../src/core/prompt/frontMatter';

const aims = { targets: ['guideeval/accErr/P-Redirect'], guards: ['mrbench/a', 'mrbench/b'] };
const lines = 'targets: [guideeval/accErr/P-Redirect]\nguards: [mrbench/a, mrbench/b]\n';

function edited(text: string, wanted = aims): string | undefined {
  const changes = aimsEdit(text, wanted);
  return changes && withChanges(text, changes);
}

describe('targets and guards in front matter', () => {
  it.each([
    ['no front matter', '# Tutor\n', `---\n${lines}---\n# Tutor\n`],
    ['a byte-order mark', '\uFEFF# Tutor\n', `\uFEFF---\n${lines}---\n# Tutor\n`],
    ['an empty file', '', `---\n${lines}---\n`],
    ['other settings', '---\nlimit:   3 # few\n---\nBe kind.', `---\nlimit:   3 # few\n${lines}---\nBe kind.`],
    ['an empty block', '---\n---\nBe kind.', `---\n${lines}---\nBe kind.`],
    [
      'lists over several lines, with comments',
      '---\ntargets:\n  - x/y\n  - x/z # old\n# why\nseed: 4\nguard: x/w # keep\n---\nBe kind.',
      '---\ntargets: [guideeval/accErr/P-Redirect] # old\n# why\nseed: 4\nguards: [mrbench/a, mrbench/b] # keep\n---\nBe kind.',
    ],
    ['both spellings', '---\ntarget: x/y\ntargets: [x/z]\n---\n', `---\n${lines}---\n`],
    ['rules as in Markdown', '---\n\nSome text\n\n---\nmore', `---\n${lines}---\n---\n\nSome text\n\n---\nmore`],
  ])('are written beside %s', (_, text, wanted) => {
    expect(edited(text)).toBe(wanted);
    expect(readFrontMatter(wanted).defaults).toMatchObject(aims);
  });

  it('keep the line ends of the file', () => {
    expect(edited('---\r\nlimit: 3\r\n---\r\nBe kind.\r\n')).toBe(
      `---\r\nlimit: 3\r\n${lines.replaceAll('\n', '\r\n')}---\r\nBe kind.\r\n`,
    );
  });

  it('are removed where none is wanted, and left alone where they are as wanted', () => {
    const none = { targets: [], guards: [] };
    expect(edited('---\nlimit: 3\ntargets:\n  - x/y\nguard: x/z\n---\nBe kind.', none)).toBe(
      '---\nlimit: 3\n---\nBe kind.',
    );
    expect(aimsEdit('Be kind.', none)).toEqual([]);
    const same = '---\ntarget:   guideeval/accErr/P-Redirect\nguards: [ "mrbench/a", mrbench/b ]\n---\n';
    expect(aimsEdit(same, aims)).toEqual([]);
  });

  it('quote what YAML would read as something else', () => {
    const odd = { targets: ['kmp-skills/all/a: b', 'x/#c'], guards: [] };
    const text = edited('Be kind.', odd) ?? '';
    expect(readFrontMatter(text).defaults.targets).toEqual(odd.targets);
  });

  it.each([
    ['not YAML', '---\ntutor: [a\n---\nBe kind.'],
    ['written in braces', '---\n{ targets: [x/y], limit: 3 }\n---\nBe kind.'],
  ])('are not written where the front matter is %s', (_, text) => {
    expect(aimsEdit(text, aims)).toBeUndefined();
  });
});
