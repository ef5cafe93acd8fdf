import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyTraces, redactSecrets } from '../../../src/core/providers/keyTraces';
import { keyForms, tracesIn } from './keyForms';
import { isThorough } from '../../thorough';

/** As providers make them; generated ones that are mostly one letter are none. */
const randomKey = fc
  .tuple(fc.constantFrom('', 'sk-', 'sk-ant-api03-', 'sk-proj-'), fc.nat(), fc.integer({ min: 24, max: 43 }))
  .map(
    ([prefix, seed, length]) => prefix + createHash('sha256').update(String(seed)).digest('base64url').slice(0, length),
  )
  .filter((key) => /\d.*\d/.test(key.slice(key.length / 2)));
const words = fc.lorem({ maxCount: 30 });

describe('traces of a key', () => {
  it.each(Object.keys(keyForms))('are cut from replies and messages: %s', (form) => {
    fc.assert(
      fc.property(randomKey, words, words, (key, before, after) => {
        const echo = keyForms[form]?.(key) ?? '';
        const text = `${before} ${echo} ${after}`;
        expect(tracesIn(text, key)).not.toEqual([]);
        for (const left of [new KeyTraces(key).cutFromReply(text), redactSecrets(text, [key])]) {
          expect(tracesIn(left, key)).toEqual([]);
          expect(left).toContain('[key]');
          // A letter beside a piece may by chance be the one that stands there in the key.
          expect(left.startsWith(before.slice(0, -3))).toBe(true);
          expect(left.endsWith(after.slice(3))).toBe(true);
        }
      }),
      { numRuns: isThorough ? 200 : 20 },
    );
  });

  it('leave ordinary text as it is', () => {
    fc.assert(
      fc.property(
        randomKey,
        fc.oneof(words, fc.string({ maxLength: 400 }), fc.string({ unit: 'binary' })),
        (key, text) => {
          fc.pre(tracesIn(text, key).length === 0);
          expect(new KeyTraces(key).cutFromReply(text)).toBe(text);
        },
      ),
    );
  });

  it.each([
    ['ollama', 'Run ollama, then ask Ollama.'],
    ['none', 'None of these is right, none at all.'],
    ['x', 'Solve for x: 2x = 4.'],
    ['no-key', 'There is no key to it.'],
    ['not-needed', 'This step is not needed; it is a not-needed step.'],
    ['lm-studio', 'LM Studio and lm-studio'],
    ['password', 'What is your password?'],
    ['dummy-key', 'A dummy key.'],
    ['12345678', 'The sum is 12345678.'],
    ['my-school-server-key-2024', 'My school server has a key, and the year is 2024.'],
    ['sk-no-key-required', 'There is no key required, **really** ***not***.'],
    ['', 'An empty key is none.'],
  ])('with the key %j leave a reply about other things as it is', (key, reply) => {
    expect(new KeyTraces(key).cutFromReply(reply)).toBe(reply);
  });

  it.each([
    ['hunter2!x9', 'It is hunter2!x9.', 'It is [key].'],
    ['correct-horse-battery-staple', 'Say correct-horse-battery-staple!', 'Say [key]!'],
    ['!!!!----1a!!!!----', 'Say !!!!----1a!!!!----.', 'Say [key].'],
    ['sk-12ab34cd56ef78', 'Twice: sk-12ab34cd56ef78,sk-12ab34cd56ef78', 'Twice: [key],[key]'],
  ])('of %j are cut from a reply that has it', (key, reply, expected) => {
    expect(new KeyTraces(key).cutFromReply(reply)).toBe(expected);
  });

  it.each([
    ['English', 'What is 3/4 of 12, and why? Let us see: 0.75 times 12 is 9. '],
    ['Greek', 'Πόσο κάνει τρία επί τέσσερα, και γιατί το λες αυτό; Πες μου. '],
    ['escapes', String.raw`\u{0000\00&#x0000&#000%u00\uff\x{000\o{000\1\12\u{41}&#65;x`],
  ])('leave a megabyte of %s as it is', (_, sentence) => {
    const traces = new KeyTraces('sk-proj-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c');
    const text = sentence.repeat(17_000);
    expect(traces.cutFromReply(text)).toBe(text);
  });
});
