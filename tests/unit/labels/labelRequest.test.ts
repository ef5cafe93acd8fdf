import { describe, expect, it } from 'vitest';
import { type FromPanel, sentByPanelSchema } from '../../../src/protocol/messages';

const options = { benchmark: 'mrbench', dimension: '', mode: 'blind' } as const;
const row = { number: 3, position: 'mrbench/d1#0 ', slot: 'actionability||' };

const good: readonly FromPanel[] = [
  { kind: 'openLabelling' },
  { kind: 'chooseLabelling', options },
  { kind: 'startLabelling', options: { ...options, mode: 'reviewing' } },
  { kind: 'nameLabeller' },
  { kind: 'giveLabel', ...row, choice: 0 },
  { kind: 'giveLabel', ...row, choice: 2, reason: 'It asks for one thing.' },
  { kind: 'takeBackLabel', number: 4 },
  { kind: 'moveLabelling', move: 'next', number: 5 },
  { kind: 'moveLabelling', move: 'back', number: 6 },
  { kind: 'moveLabelling', move: 'skip', number: 7 },
  { kind: 'moveLabelling', move: 'returnToSkipped', number: 8 },
  { kind: 'checkByLabels' },
  { kind: 'exportLabels' },
  { kind: 'endLabelling' },
];

const bad: readonly unknown[] = [
  { kind: 'giveLabel', ...row },
  { kind: 'giveLabel', ...row, choice: -1 },
  { kind: 'giveLabel', ...row, choice: 1.5 },
  { kind: 'giveLabel', ...row, choice: 0, by: 'Somebody else' },
  { kind: 'giveLabel', ...row, choice: 0, mode: 'blind' },
  { kind: 'giveLabel', ...row, choice: 0, reason: ' ' },
  { kind: 'giveLabel', ...row, choice: 0, reason: 'r'.repeat(20_001) },
  { kind: 'giveLabel', ...row, position: 'p'.repeat(2_001), choice: 0 },
  { kind: 'startLabelling', options: { ...options, mode: 'seeing' } },
  { kind: 'startLabelling', options: { ...options, path: '../..' } },
  { kind: 'moveLabelling', move: 'next' },
  { kind: 'moveLabelling', number: 9, move: 'other' },
];

describe('requests of label mode', () => {
  it('are taken as they are meant', () => {
    for (const message of good) {
      expect(sentByPanelSchema.parse({ message })).toEqual({ message });
    }
  });

  it.each(bad.map((message) => [JSON.stringify(message).slice(0, 90), message] as const))(
    'refuse %s',
    (_text, message) => {
      expect(sentByPanelSchema.safeParse({ message }).success).toBe(false);
    },
  );
});
