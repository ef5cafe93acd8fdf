import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastJsonObject } from '../../../src/core/benchmark/judging/lastJsonObject';

function valueOf(text: string): unknown {
  const search = lastJsonObject(text);
  return search.kind === 'found' ? search.value : `none: ${search.problem}`;
}

describe('lastJsonObject', () => {
  it.each<[string, string, unknown]>([
    ['a bare object', '{"a": 1}', { a: 1 }],
    ['an object in a fence', 'Here:\n```json\n{"a": 1}\n```\nDone.', { a: 1 }],
    ['the last of several', '{"a": 1} no, rather {"a": 2}', { a: 2 }],
    ['the last complete one', '{"a": 1}\n{"a": 2}\n{"a":', { a: 1 + 1 }],
    ['an object with inner objects', 'x {"a": {"b": {"c": 3}}} y', { a: { b: { c: 3 } } }],
    ['braces and quotes inside strings', '{"a": "} \\" {", "b": 2}', { a: '} " {', b: 2 }],
    ['sets and LaTeX groups in the prose', 'The set {1, 2} and \\frac{3}{4} give {"a": 1}', { a: 1 }],
    ['an unclosed brace in the prose', 'as in {x | x > 0 we see {"a": 1}', { a: 1 }],
    ['a trace before it', '<think>{"a": 0}</think>{"a": 1}', { a: 1 }],
    ['nothing but an empty object', 'so {}', {}],
  ])('reads %s', (_what, text, expected) => {
    expect(valueOf(text)).toEqual(expected);
  });

  it.each<[string, string, string]>([
    ['an invalid escape', '{"a": "\\(x\\) and \\sqrt{2}"}', '\\(x\\) and \\sqrt{2}'],
    ['LaTeX that looks like an escape', '{"a": "\\frac{1}{2} \\beta"}', '\\frac{1}{2} \\beta'],
    ['an escape without its digits', '{"a": "\\underline{x}"}', '\\underline{x}'],
    ['a raw line end', '{"a": "one\ntwo\ttabs"}', 'one\ntwo\ttabs'],
    ['a backslash before a raw line end', '{"a": "one\\\ntwo"}', 'one\\\ntwo'],
    ['valid escapes, left as they are', '{"a": "\\u00e9 \\n \\t \\\\frac \\/ \\""}', 'é \n \t \\frac / "'],
  ])('repairs the inside of strings: %s', (_what, text, expected) => {
    expect(valueOf(text)).toEqual({ a: expected });
  });

  it.each<[string, string, RegExp]>([
    ['an object that is cut off', '{"reasoning": "well", "perception": 1', /cut off/],
    ['one cut off after an inner object', '{"checks": {"perception": 1}, "reas', /cut off/],
    ['one cut off inside a string', '{"perception": 1, "reasoning": "and so }', /cut off/],
    ['an object that is no JSON, and nothing inside it', '{"a": {"perception": 1}, oops}', /not valid/],
    ['a cut-off trace', '<think>{"a": 1}', /no JSON/],
    ['a list', '[1, 2]', /no JSON/],
    ['nothing', '', /no JSON/],
  ])('finds none in %s', (_what, text, problem) => {
    expect(valueOf(text)).toMatch(problem);
  });

  it('quotes the object as it stands', () => {
    expect(lastJsonObject('x {"a": "\\("} y')).toMatchObject({ kind: 'found', value: { a: '\\(' } });
  });

  it('reads an object that stands alone as it reads one among words', () => {
    const slips = fc.constantFrom(
      '\\b',
      '\\f',
      '\\frac',
      '\\\\beta',
      '\\(',
      '\n',
      '"',
      '{',
      '}',
      ' ',
      'a',
      'é',
      '\\u0062',
      ': 1, ',
    );
    const content = fc.array(slips, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(content, content, (one, other) => {
        const json = `{"a": "${one}", "b": {"c": "${other}"}}`;
        const among = lastJsonObject(`So: ${json}.`);
        const alone = lastJsonObject(` ${json}\n`);
        if (among.kind === 'found') expect(alone).toStrictEqual(among);
        else expect(alone.kind).toBe('none');
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<[string, string]>([
    ['opening braces', '{'],
    ['openings of objects', '{"'],
    ['empty objects', '{}'],
    ['nested objects', '{"a":'],
    ['backslashes', '{"\\'],
    ['braces and blanks', '{ \n'],
    ['broken objects', '{"a"}'],
  ])('comes to an end with 2 MB of %s', (_what, unit) => {
    const text = unit.repeat(Math.ceil(2_000_000 / unit.length));
    // Quadratic work on texts of this size would run into the time-out.
    expect(['found', 'none']).toContain(lastJsonObject(text).kind);
  });

  it('never throws, and finds whatever object is appended to a text without braces', () => {
    const prose = fc.string({ unit: 'binary' }).map((text) => text.replace(/[{<]/g, ''));
    const record = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)));
    fc.assert(
      fc.property(prose, record, prose, (before, value, after) => {
        // Traces are stripped before the search, so tags must not stand in the strings either.
        const json = JSON.stringify(value);
        fc.pre(!json.includes('<') && !/\\[bf][A-Za-z]/.test(json));
        expect(valueOf(`${before}${json}${after}`)).toEqual(JSON.parse(json));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '"', '\\', 'a', ':', '<think>', '\n') }), (text) => {
        expect(['found', 'none']).toContain(lastJsonObject(text).kind);
      }),
    );
  });
});
