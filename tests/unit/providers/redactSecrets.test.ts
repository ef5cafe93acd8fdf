import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactSecrets } from '../../../src/core/providers/keyTraces';

describe('redactSecrets', () => {
  const key = 'abcd-EFGH-1234-5678';

  it.each([
    ['the key itself', `refused ${key}.`, 'refused [key].'],
    ['a piece of it', `starts with ${key.slice(0, 12)}`, 'starts with [key]'],
    ['the key twice', `${key},${key}`, '[key],[key]'],
    ['base64', `got ${Buffer.from(key).toString('base64')}`, 'got [key]'],
    ['another bearer token', '{"authorization":"Bearer xyz.123"}', '{"authorization":"Bearer [key]"}'],
    ['a masked key', 'Incorrect API key provided: sk-ab*******wxyz.', 'Incorrect API key provided: [key]'],
    ['a key masked in another way', 'key 1a2b****3c4d is unknown', 'key [key] is unknown'],
    ['nothing', 'The model does not exist', 'The model does not exist'],
  ])('takes out %s', (_, text, expected) => {
    expect(redactSecrets(text, [key])).toBe(expected);
  });

  it('takes out a short key as a whole', () => {
    expect(redactSecrets('user abc1 denied', ['abc1'])).toBe('user [key] denied');
  });

  it('leaves no eight characters of a key, wherever it stands', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/);
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (generated, before, after) => {
        const redacted = redactSecrets(before + generated + after, [generated]);
        // The mark itself may be part of a generated text, so only pieces without it are looked for.
        for (let start = 0; start + 8 <= generated.length; start += 1) {
          expect(redacted).not.toContain(generated.slice(start, start + 8));
        }
      }),
    );
  });
});
