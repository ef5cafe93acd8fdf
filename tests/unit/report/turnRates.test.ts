import { describe, expect, it } from 'vitest';
import type { TurnMapPicture } from '../../../src/core/benchmark/picture';
import { turnRates } from '../../../src/core/report/reportTables';

const layer = (title: string, byTurn: TurnMapPicture['layers'][number]['byTurn']) => ({
  id: title,
  title,
  rows: [],
  byTurn,
});

describe('turnRates', () => {
  it('gives a row a layer, with its own numbers of conversations, and never a mean of two', () => {
    const picture: TurnMapPicture = {
      kind: 'turnMap',
      title: 'Where',
      explain: '',
      judge: 'm',
      turns: 12,
      marks: [],
      layers: [
        layer('J2, with', [
          { failed: 1, judged: 3 },
          ...Array.from({ length: 10 }, () => ({ failed: 0, judged: 2 })),
          { failed: 2, judged: 2 },
        ]),
        layer('J2, without', [
          { failed: 3, judged: 3 },
          ...Array.from({ length: 11 }, () => ({ failed: 0, judged: 0 })),
        ]),
      ],
    };
    const [first, second, ...more] = turnRates({ pictures: [picture] });
    expect(more).toEqual([]);
    expect(first?.head).toEqual(['turn', ...Array.from({ length: 10 }, (_, place) => String(place + 1)), 'n']);
    expect(first?.rows[0]).toEqual(['J2, with', '33', ...Array.from({ length: 9 }, () => '0'), '2 to 3']);
    expect(first?.rows[1]).toEqual(['J2, without', '100', ...Array.from({ length: 9 }, () => '–'), '0 to 3']);
    expect(second).toMatchObject({ head: ['turn', '11', '12', 'n'], rows: [['J2, with', '0', '100', '2'], {}] });
  });
});
