import { describe, expect, it } from 'vitest';
import { storeWatch } from '../../../src/vscode/prompts/promptWork';
import { HeldWork } from './heldWork';

/** A prompt whose store is named `first` at the beginning. */
function newWatch(): {
  readonly look: () => Promise<void>;
  readonly work: HeldWork;
  readonly taken: unknown[];
  readonly name: (root: string) => Promise<void>;
} {
  let named = 'first';
  const work = new HeldWork();
  const taken: unknown[] = [];
  const look = storeWatch(
    work,
    () => named,
    (former, justEnded) => {
      taken.push([former, named, justEnded]);
      return Promise.resolve();
    },
  );
  const name = (root: string): Promise<void> => {
    named = root;
    return look();
  };
  return { look, work, taken, name };
}

describe('storeWatch', () => {
  it('takes up another store once, and none where the setting names the same one', async () => {
    const { look, taken, name } = newWatch();
    await look();
    expect(taken).toEqual([]);
    await name('second');
    await look();
    expect(taken).toEqual([['first', 'second', false]]);
    await name('first');
    expect(taken.slice(1)).toEqual([['second', 'first', false]]);
  });

  it('lets a run end in the store that it began in', async () => {
    const { work, taken, name } = newWatch();
    work.begin();
    const looks = [name('second'), name('third')];
    expect(taken).toEqual([]);
    work.end();
    await Promise.all(looks);
    expect(taken).toEqual([['first', 'third', true]]);
  });

  it('changes nothing where the setting is set back before the run ends', async () => {
    const { work, taken, name } = newWatch();
    work.begin();
    const looks = [name('second'), name('first')];
    work.end();
    await Promise.all(looks);
    expect(taken).toEqual([]);
  });
});
