import { describe, expect, it } from 'vitest';
import { InTurn } from '../../../src/core/store/inTurn';

describe('InTurn', () => {
  it('does last what was asked for last, however long the others take', async () => {
    const turns = new InTurn();
    const done: string[] = [];
    let read = (): void => undefined;
    const large = new Promise<void>((resolve) => (read = resolve));
    const first = turns.next(async () => {
      await large;
      done.push('large');
    });
    const second = turns.next(() => Promise.resolve(done.push('small')));
    read();
    await Promise.all([first, second]);
    expect(done).toEqual(['large', 'small']);
  });

  it('goes on after one that went wrong, which only its asker hears of', async () => {
    const turns = new InTurn();
    const wrong = turns.next(() => Promise.reject(new Error('No such run.')));
    const right = turns.next(() => Promise.resolve('shown'));
    await expect(wrong).rejects.toThrow('No such run.');
    expect(await right).toBe('shown');
  });
});
