import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecordedReplies } from '../../../../src/core/run/recorded/recordedReplies';

function read(text: string) {
  const found = readRecordedReplies(text);
  return found.kind === 'read' ? found : expect.fail(found.reason);
}

const reply = fc.record({
  sample: fc.string({ minLength: 1 }).filter((id) => id.trim() === id && !id.includes('\u0000')),
  turn: fc.integer({ min: 1, max: 9 }),
  reply: fc.string().filter((text) => !text.includes('\u0000')),
});

describe('readRecordedReplies', () => {
  it('reads back every reply that was written as JSON lines, as a list and as CSV', () => {
    fc.assert(
      fc.property(fc.array(reply, { minLength: 1, maxLength: 8 }), (replies) => {
        const expected = replies.map(({ sample, turn, reply: text }, index) => {
          return { kind: 'reply', record: index + 1, sample, turn, trial: 0, text };
        });
        const lines = replies.map((one) => JSON.stringify(one)).join('\n');
        expect(read(lines).entries).toEqual(expected);
        expect(read(JSON.stringify(replies)).entries).toEqual(expected);
        const rows = replies.map(({ sample, turn, reply: text }) => [sample, String(turn), text]);
        const quoted = [['Sample', 'Turn', 'Reply'], ...rows].map((row) =>
          row.map((cell) => `"${cell.replaceAll('"', '""')}"`),
        );
        expect(read(quoted.join('\n')).entries).toEqual(expected);
      }),
    );
  });

  it.each<[string, string, object]>([
    ['a number as id', '{"id": 7, "response": "r"}', { sample: '7', text: 'r' }],
    ['an id in metadata', '{"metadata": {"sample": "a"}, "reply": "r"}', { sample: 'a' }],
    ['a turn as text, as CSV has it', 'sample_id,turn,reply\na,2,r\n', { sample: 'a', turn: 2 }],
    ['an empty turn', 'sample,turn,reply\na,,r\n', { sample: 'a' }],
    [
      'a line of a journal',
      '{"kind":"reply","at":"","item":"mrbench/a#b#1","turn":1,"raw":"r"}',
      { sample: 'a#b', trial: 1 },
    ],
    ['a chat', '{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"r"}]}', { kind: 'chat' }],
    ['a list that is one chat', '[{"role":"user","content":"q"},{"role":"assistant","content":"r"}]', { kind: 'chat' }],
  ])('reads %s', (_what, text, expected) => {
    const { entries, problems } = read(text);
    expect(problems).toEqual([]);
    expect(entries).toEqual([expect.objectContaining(expected)]);
  });

  it('leaves out of a chat what is not said in it, and joins what one side says in a row', () => {
    const messages = [
      { role: 'developer', content: 'Be kind.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'one' },
          { type: 'image_url', image_url: { url: 'x' } },
        ],
      },
      { role: 'user', content: 'two' },
      { role: 'assistant', content: null, tool_calls: [{}] },
      { role: 'tool', content: '4' },
      { role: 'assistant', content: 'three' },
    ];
    const [chat] = read(JSON.stringify({ custom_id: 'a', messages })).entries;
    expect(chat).toEqual({
      kind: 'chat',
      record: 1,
      sample: 'a',
      messages: [
        { role: 'user', content: 'one\ntwo' },
        { role: 'assistant', content: 'three' },
      ],
    });
  });

  it('passes over the other lines of a journal', () => {
    const lines = [
      '{"kind":"status","at":"","status":"running"}',
      '{"kind":"reply","at":"","item":"mrbench/a#0","turn":1,"raw":"r"}',
    ];
    const { entries, problems } = read(lines.join('\n'));
    expect([entries.length, problems]).toEqual([1, []]);
  });

  it.each<[string, string, RegExp]>([
    ['no object', '[1, {"sample":"a","reply":"r"}]', /not an object/],
    ['no sample', '{"reply": "r"}', /names no sample/],
    ['an inherited sample', '{"__proto__": {"sample": "a"}, "reply": "r"}', /names no sample/],
    ['no reply', '{"sample": "a"}', /no reply/],
    ['a reply that is no text', '{"sample": "a", "reply": 1}', /no reply/],
    ['a turn of nought', '{"sample": "a", "turn": 0, "reply": "r"}', /whole number from 1/],
    ['half a turn', '{"sample": "a", "turn": 1.5, "reply": "r"}', /whole number from 1/],
    ['half a play', '{"sample": "a", "repeat": "x", "reply": "r"}', /whole number from 0/],
    [
      'an endless reply',
      JSON.stringify({ sample: 'a', reply: 'x'.repeat(1_000_001) }),
      /more than 1,000,000 characters/,
    ],
    ['messages that are no list', '{"messages": "hi"}', /must be a list/],
    ['an unknown role', '{"messages": [{"role":"judge","content":"x"}]}', /“user” for the student/],
    ['content that is a number', '{"messages": [{"role":"user","content":1}]}', /must be a text/],
    [
      'too many messages',
      JSON.stringify({ messages: Array(1_001).fill({ role: 'user', content: 'x' }) }),
      /more than 1000 messages/,
    ],
  ])('names a record with %s', (_what, text, message) => {
    const { problems } = read(text);
    expect(problems).toEqual([expect.objectContaining({ severity: 'error', record: 1 })]);
    expect(problems[0]?.message).toMatch(message);
  });

  it('never throws, whatever the file holds', () => {
    fc.assert(fc.property(fc.json(), (text) => void readRecordedReplies(text)));
    fc.assert(fc.property(fc.string(), (text) => void readRecordedReplies(text)));
  });
});
