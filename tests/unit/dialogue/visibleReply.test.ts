import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleReply } from '../../../src/core/benchmark/visibleReply';

const names = 'think|thinking|thought|reasoning|analysis';

/** The rules as plain expressions, one after the other: right but not linear, and for whole tags only. */
function byRules(text: string): string {
  const pair = new RegExp(`<(${names})(?=[\\s>])[^>]*>[\\s\\S]*?</\\1(?=[\\s>])[^>]*>`, 'gi');
  const close = new RegExp(`^[\\s\\S]*</(?:${names})(?=[\\s>])[^>]*>`, 'i');
  const open = new RegExp(`<(?:${names})(?=[\\s>])[^>]*>[\\s\\S]*$`, 'i');
  return text.replace(pair, '').replace(close, '').replace(open, '').trim();
}

const piece = fc.constantFrom(
  '<think>',
  '</think>',
  '<THINK>',
  '</Think >',
  '<thinking level="high">',
  '</thinking>',
  '<thought\n>',
  '</thought>',
  '<reasoning>',
  '</reasoning>',
  '<analysis>',
  '</analysis>',
  '<b>',
  '</b>',
  '<thinker>',
  'think',
  'x',
  ' ',
  '\n',
  '3 > 2',
);
const shard = fc.constantFrom(
  '<',
  '>',
  '/',
  '</',
  '<th',
  'ink',
  'ink>',
  'think',
  '<think',
  ' ',
  'a',
  '<think>',
  '</think>',
  '<think/>',
);

describe('visibleReply', () => {
  it.each([
    ['a trace over several lines', '<think>\na\nb\n</think>\n\nWhat is 3/4 of 12?', 'What is 3/4 of 12?'],
    ['closing tags only of the same name', '<think>a<reasoning>b</think>c', 'c'],
    ['a trace inside a trace of the same name', '<think>a<think>b</think>c</think>d', 'd'],
    ['crossed traces', '<think>a<reasoning>b</think>c</reasoning>d', 'd'],
    ['an orphan closing tag before an orphan opening tag', 'a</think>Hello<analysis>b', 'Hello'],
    ['a pair of different names', 'a<think>b</thinking>c', 'c'],
    ['white space in the closing tag', '<thought>a</thought\n>b', 'b'],
    ['an empty element', '<think/>What do you get?', 'What do you get?'],
    ['a tag that appears when a pair is taken out', '<th<think>a</think>ink>secret', ''],
    ['marks of Mistral', '[THINK]The key is 42.[/THINK]What have you tried?', 'What have you tried?'],
    ['a mark of Mistral whose beginning is in the template', 'The key is 42.[/THINK] Hello', 'Hello'],
    ['a mark of Mistral that is cut off', '[THINK]The key is', ''],
    [
      'channels',
      '<|channel|>analysis<|message|>42<|end|><|start|>assistant<|channel|>final<|message|>What have you tried?<|return|>',
      'What have you tried?',
    ],
    ['a channel with a constraint', '<|channel|>final <|constrain|>json<|message|>{"a":1}', '{"a":1}'],
    ['a channel that is cut off', '<|channel|>analysis<|message|>The key', ''],
    ['no channel for the student', '<|channel|>commentary<|message|>{"path":"/"}<|end|>', ''],
    ['channels whose marks were lost', 'analysisWe answer "four".assistantfinalFour', 'Four'],
    ['nothing', '', ''],
    ['an opening tag alone', '<reasoning>', ''],
  ])('handles %s', (_what, text, visible) => {
    expect(visibleReply(text)).toBe(visible);
  });

  it.each([
    'I think 3 < 4',
    'a <b>bold</b> step',
    '<thinker>a</thinker>',
    '<analysis-of>x',
    'x <think',
    '&lt;think&gt;',
    'the interval [THINK, 3]',
    '[think] about it',
    'analysis of the assistant',
  ])('leaves %j alone', (text) => {
    expect(visibleReply(text)).toBe(text);
  });

  it('follows the rules for any order of whole tags', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        expect(visibleReply(text)).toBe(byRules(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('leaves no trace tag behind and nothing more to take away', () => {
    fc.assert(
      fc.property(fc.array(shard, { maxLength: 20 }), (shards) => {
        const visible = visibleReply(shards.join(''));
        expect(visible).not.toMatch(new RegExp(`</?(?:${names})(?=[\\s/>])[^>]*>`, 'i'));
        expect(visibleReply(visible)).toBe(visible);
      }),
      { numRuns: 3000 },
    );
  });

  // Texts on which an expression that looks for the end of a trace from each of its beginnings takes time with the
  // square of the length. In linear time each is a matter of a fraction of a second, so the limit is far off even on a
  // busy machine.
  it.each([
    ['unfinished tags', '<think ', (text: string) => text.trim()],
    ['unfinished closing tags', '</think ', (text: string) => text.trim()],
    ['opening tags', '<think>', () => ''],
    ['closing tags', '</think>', () => ''],
    ['alternating names', '<think><thinking></reasoning><analysis>', () => ''],
    ['tags inside tags', '<th<think></think>ink>', () => ''],
    ['opening marks', '[THINK]', () => ''],
    ['channels', '<|channel|>final<|message|>', () => ''],
    ['pairs', '<think>a</think>b', (text: string) => text.replaceAll('<think>a</think>', '')],
    ['angle brackets', '<', (text: string) => text],
    ['blanks around a word', ' '.repeat(1000) + 'a', (text: string) => text.trim()],
  ])(
    'is done with 2 million characters of %s',
    (_what, unit, visible) => {
      const text = unit.repeat(Math.ceil(2_000_000 / unit.length));
      expect(visibleReply(text) === visible(text)).toBe(true);
    },
    10_000,
  );
});
