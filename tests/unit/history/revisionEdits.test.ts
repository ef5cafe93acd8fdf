import { describe, expect, it } from 'vitest';
import { revisionTitle } from '../../../src/core/store/statusTexts';
import { type KnownChanges, revisionsOfRule, withEdits } from '../../../src/core/history/revisionEdits';
import type { HistoryRun, PromptHistory } from '../../../src/core/history/promptHistory';

const texts: Readonly<Record<string, string>> = {
  'sha256:aaaaaaaaaaaaaaaa': '- Nudge.\n- When they nail it, say so plainly.\n',
  'sha256:bbbbbbbbbbbbbbbb': '- Nudge.\n- When they nail it, confirm it openly.\n',
  'sha256:cccccccccccccccc': '- Nudge.\n- When they nail it, confirm it openly.\n- Praise effort.\n',
};

/** The latest revision comes first. */
function historyOf(names: readonly string[]): PromptHistory {
  const runs = names.map((revision, index) => ({ id: `run-${index}`, revision }) as HistoryRun);
  const revisions = names.map((revision, index) => ({
    ...{ revision, label: undefined, pinned: false, firstAt: '', lastAt: '', git: [] },
    runs: runs.slice(index, index + 1),
  }));
  return { prompt: 'coach.tutor.md', revisions, runs, damaged: [], problems: [] };
}

const names = Object.keys(texts).toReversed();

function textOf(revision: string): Promise<string> {
  const text = texts[revision];
  return text === undefined ? Promise.reject(new Error('gone')) : Promise.resolve(text);
}

describe('revisionsOfRule', () => {
  const revisionsOf = async (rule: string, last = texts): Promise<readonly string[]> => {
    const known = Object.keys(last).toReversed();
    const read = (revision: string): Promise<string> => Promise.resolve(last[revision] ?? '');
    const { revisions } = await withEdits(historyOf(known), read, new Map());
    return revisionsOfRule(rule, revisions).map(({ edit = '' }) => edit);
  };

  it('are those that changed it by any of its wordings, and nothing else', async () => {
    const again = {
      ...texts,
      'sha256:dddddddddddddddd': '- Nudge.\n- When they nail it, confirm it at once.\n- Praise effort.\n',
    };
    expect(await revisionsOf('When they nail it, confirm it at once.', again)).toEqual([
      'rule 2: at once.',
      'rule 2: confirm it openly.',
    ]);
    expect(await revisionsOf('Praise effort.')).toEqual(['added rule 3: Praise effort.']);
    expect(await revisionsOf('Nudge.')).toEqual([]);
  });

  it('are also those that removed it, where it came back', async () => {
    const back = {
      ...texts,
      'sha256:dddddddddddddddd': '- Nudge.\n- When they nail it, confirm it openly.\n',
      'sha256:eeeeeeeeeeeeeeee': '- Nudge.\n- When they nail it, confirm it openly.\n- Praise effort!\n',
    };
    expect(await revisionsOf('Praise effort!', back)).toEqual(['added rule 3: Praise effort!']);
    const same = { ...back, 'sha256:eeeeeeeeeeeeeeee': `${texts['sha256:cccccccccccccccc']} ` };
    expect(await revisionsOf('Praise effort.', same)).toEqual([
      'added rule 3: Praise effort.',
      'removed rule 3: Praise effort.',
      'added rule 3: Praise effort.',
    ]);
  });

  it('leave out one that changed another rule as well', async () => {
    const both = {
      ...texts,
      'sha256:dddddddddddddddd': '- Nudge gently.\n- When they nail it, cheer.\n- Praise effort.\n',
    };
    expect(await revisionsOf('Nudge gently.', both)).toEqual([]);
    const heading = {
      ...texts,
      'sha256:dddddddddddddddd':
        '# Rules\n- Nudge gently.\n- When they nail it, confirm it openly.\n- Praise effort.\n',
    };
    expect(await revisionsOf('Nudge gently.', heading)).toEqual([]);
  });
});

describe('withEdits', () => {
  it('names each revision by what it changed in the one before it', async () => {
    const { revisions } = await withEdits(historyOf(names), textOf, new Map());
    expect(revisions.map(({ edit }) => edit)).toEqual([
      'added rule 3: Praise effort.',
      'rule 2: confirm it openly.',
      'first version',
    ]);
    expect(revisions.map(revisionTitle)).toEqual(revisions.map(({ edit }) => edit));
  });

  it('reads no text twice', async () => {
    let reads = 0;
    const counted = (revision: string): Promise<string> => {
      reads += 1;
      return textOf(revision);
    };
    const known: KnownChanges = new Map();
    await withEdits(historyOf(names), counted, known);
    const first = reads;
    await withEdits(historyOf(names), counted, known);
    expect(first).toBe(3);
    expect(reads).toBe(first);
  });

  it('names a revision whose text is gone by its time, and one whose rules are the same by that', async () => {
    const { revisions } = await withEdits(historyOf(['sha256:dddddddddddddddd', ...names]), textOf, new Map());
    expect(revisions[0]).not.toHaveProperty('edit');
    expect(revisions[0] && revisionTitle(revisions[0])).toMatch(/^version of/);
    const same = await withEdits(historyOf(['sha256:bb', 'sha256:aa']), () => Promise.resolve('- Nudge.\n'), new Map());
    expect(same.revisions[0]?.edit).toBe('no rule changed');
  });

  it('keeps all revisions of a long history, the oldest without a name', async () => {
    const many = Array.from({ length: 70 }, (_, index) => `sha256:${String(index)}`);
    const { revisions } = await withEdits(historyOf(many), () => Promise.resolve('- Nudge.\n'), new Map());
    expect(revisions.map(({ revision }) => revision)).toEqual(many);
    expect(revisions.at(-1)).not.toHaveProperty('edit');
  });

  it('prefers a label', () => {
    expect(revisionTitle({ label: 'The gentle one', edit: 'rule 1: x' })).toBe('The gentle one');
  });
});
