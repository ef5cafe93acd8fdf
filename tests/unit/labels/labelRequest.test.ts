import { describe, expect, it } from 'vitest';
import { sentByPanelSchema, type LabelRequest } from '../../../src/protocol/messages';

const wish = { benchmark: 'mrbench', dimension: '', mode: 'blind', layout: 'rows', order: 'random' } as const;
const row = { number: 3, position: 'mrbench/d1#0 ', slot: 'actionability||' };

const good: readonly LabelRequest[] = [
  { do: 'open' },
  { do: 'choose', wish },
  { do: 'start', wish: { ...wish, mode: 'reviewing', layout: 'single', order: 'disagreement' } },
  { do: 'name' },
  { do: 'label', ...row, choice: 0 },
  { do: 'label', ...row, choice: 2, reason: 'It asks for one thing.' },
  { do: 'undo', ...row },
  { do: 'undo', number: 4 },
  { do: 'next', number: 5 },
  { do: 'back', number: 6 },
  { do: 'skip', number: 7 },
  { do: 'takeUp', number: 8 },
  { do: 'check' },
  { do: 'export' },
  { do: 'end' },
];

const bad: readonly unknown[] = [
  { do: 'label', ...row },
  { do: 'label', ...row, choice: -1 },
  { do: 'label', ...row, choice: 1.5 },
  { do: 'label', ...row, choice: 0, by: 'Somebody else' },
  { do: 'label', ...row, choice: 0, mode: 'blind' },
  { do: 'label', ...row, choice: 0, reason: ' ' },
  { do: 'label', ...row, choice: 0, reason: 'r'.repeat(20_001) },
  { do: 'label', ...row, position: 'p'.repeat(2_001), choice: 0 },
  { do: 'start', wish: { ...wish, mode: 'seeing' } },
  { do: 'start', wish: { ...wish, path: '../..' } },
  { do: 'next' },
  { do: 'other' },
];

describe('requests of label mode', () => {
  it('are taken as they are meant', () => {
    for (const request of good) {
      const message = { kind: 'labelling', request };
      expect(sentByPanelSchema.parse({ message })).toEqual({ message });
    }
  });

  it.each(bad.map((request) => [JSON.stringify(request).slice(0, 90), request] as const))(
    'refuse %s',
    (_text, request) => {
      expect(sentByPanelSchema.safeParse({ message: { kind: 'labelling', request } }).success).toBe(false);
    },
  );
});
