import { describe, expect, it } from 'vitest';
import { base64Url } from '../../../src/core/providers/message';

/** As deep in calls as a stack goes, less some for the work itself. */
function deep<T>(work: () => T, depth = 0): T {
  return depth >= 6_000 ? work() : deep(work, depth + 1);
}

describe('a data URL', () => {
  it('is taken apart', () => {
    expect(base64Url('data:image/png;base64,AAAA')).toEqual({ mediaType: 'image/png', base64: 'AAAA' });
    expect(base64Url('data:image/png;base64,AA\n AA==')).toEqual({ mediaType: 'image/png', base64: 'AA\n AA==' });
  });

  it.each(['https://example.org/a.png', 'data:image/png,AAAA', 'data:image/png;base64,', 'data:;base64,AAAA', ''])(
    'is not found in “%s”',
    (url) => {
      expect(base64Url(url)).toBeUndefined();
    },
  );

  it.each(['AA"onload=', 'AA<', 'AÄ', 'A\u200bA', 'AA%41'])('has no %j in its content', (content) => {
    expect(base64Url(`data:image/png;base64,${content}`)).toBeUndefined();
  });

  it('may have tens of megabytes, however deep the stack', () => {
    const content = 'A'.repeat(40_000_000);
    expect(deep(() => base64Url(`data:image/jpeg;base64,${content}`)?.base64.length)).toBe(content.length);
    expect(deep(() => base64Url(`data:image/jpeg;base64,${content}"`))).toBeUndefined();
  });
});
