import { describe, expect, it } from 'vitest';
import { kmpDialogue } from '../../../src/core/benchmarks/kmpDialogue/definition';
import type { BenchmarkPicture, PreferencePicture } from '../../../src/core/benchmark/picture';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { dialogueWith, kmpSample, resultWith, verdictsOf } from './kmpDialogueFixtures';

type Results = Parameters<NonNullable<typeof kmpDialogue.pictures>>[0];

function drawn(results: Results, policy = defaultPolicy): PreferencePicture | undefined {
  const pictures: readonly BenchmarkPicture[] = kmpDialogue.pictures?.(results, policy) ?? [];
  expect(pictures.length).toBeLessThanOrEqual(1);
  return pictures.find((picture): picture is PreferencePicture => picture.kind === 'preferences');
}

function rows(
  picture: PreferencePicture | undefined,
): Record<string, readonly (readonly [string, number, number, number, number])[]> {
  const groups = picture?.groups ?? [];
  return Object.fromEntries(
    groups.map(({ label, rows: list }) => [
      label,
      list.map(({ label: name, win, tie, lose, unscored }) => [name, win, tie, lose, unscored] as const),
    ]),
  );
}

const one = kmpSample({ id: 'one', principles: ['feedback'] });
const other = kmpSample({ id: 'other', principles: ['challenge'] });

describe('pictures', () => {
  it('counts trials per verdict, the principles that occur in the paper’s order, the whole last', () => {
    const picture = drawn([
      resultWith(
        one,
        { 'general.1': 'win', 'feedback.2': 'tie', overall: 'win' },
        { 'general.1': 'lose', overall: null },
      ),
      resultWith(other, { 'general.1': 'tie', 'challenge.3': 'lose' }, 'noReply'),
    ]);
    const found = rows(picture);
    expect(Object.keys(found)).toEqual(['General', 'Challenge', 'Feedback', 'Overall']);
    expect(found.General?.[0]).toEqual(['Correct mathematics', 1, 1, 1, 0]);
    expect(found.General?.[1]).toEqual(['Fits the situation', 0, 0, 0, 3]);
    expect(found.Challenge?.[2]).toEqual(['Thinking stays with the student', 0, 0, 1, 0]);
    expect(found.Feedback?.[1]).toEqual(['Next step', 0, 1, 0, 1]);
    expect(found.Overall).toEqual([['The reply as a whole', 1, 0, 0, 2]]);
    expect(picture?.judge).toBe('preference');
  });

  it('is left out while there is no verdict', () => {
    expect(drawn([])).toBeUndefined();
    expect(drawn([resultWith(one, 'noReply')])).toBeUndefined();
    expect(drawn([resultWith(one, { 'general.1': null })])).toBeUndefined();
  });

  it('counts what both orders agree on where both were judged', () => {
    const verdicts = [
      ...verdictsOf({ 'general.1': 'win' }),
      ...verdictsOf({ 'general.1': 'lose' }, 'preference-swapped'),
      ...verdictsOf({ 'general.1': 'tie' }, 'preference-agreed'),
    ];
    const picture = drawn([{ sample: one, repeats: [{ repeat: 0, dialogue: dialogueWith('x'), verdicts }] }], {
      ...defaultPolicy,
      bothOrders: true,
    });
    expect(rows(picture).General?.[0]).toEqual(['Correct mathematics', 0, 1, 0, 0]);
    expect(picture?.judge).toBe('preference-agreed');
  });
});
