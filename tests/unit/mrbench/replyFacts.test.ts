import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { replyFacts } from '../../../src/core/benchmarks/mrbench/plan';
import type { Dialogue } from '../../../src/core/benchmark/dialogue';

function dialogue(...visible: readonly string[]): Dialogue {
  return {
    plan: { system: '', opening: [], studentTurns: [], decoding: { maxOutputTokens: 1 }, warnings: [] },
    replies: visible.map((text, index) => ({
      turn: index + 1,
      raw: `<think>One. Two. Three.</think>${text}`,
      visible: text,
      finish: 'stop',
    })),
    status: visible.includes('') ? 'noReply' : 'complete',
  };
}

const free = { ...defaultPolicy, oneSentence: false };

describe('replyFacts', () => {
  it.each([
    ['Look at 3.5 again. What is half of it?', '2'],
    ['What is half of \\(x = 3. 5\\)?', '1'],
    ['…', '0'],
  ])('counts the sentences of the visible reply: %s', (text, count) => {
    expect(replyFacts(dialogue(text), free)).toEqual([{ label: 'Sentences in the reply', value: count }]);
  });

  it('says when one was asked for', () => {
    expect(replyFacts(dialogue('Well. Try again.'), defaultPolicy)).toEqual([
      { label: 'Sentences in the reply', value: '2, asked for one' },
    ]);
  });

  it('says nothing of a reply that is not there', () => {
    expect(replyFacts(dialogue(), defaultPolicy)).toEqual([]);
    expect(replyFacts(dialogue(''), defaultPolicy)).toEqual([]);
  });
});
