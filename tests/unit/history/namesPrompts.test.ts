import { describe, expect, it } from 'vitest';
import { historyRuns, namesPrompts } from '../../../src/core/history/promptHistory';
import type { RevisionEntry } from '../../../src/core/store/revisionLog';
import { onDay, storeWith } from './historyStore';

async function runsOf(path: string) {
  const store = await storeWith({ id: 'run-1', day: 1, text: 'Be kind.', path });
  return historyRuns(await store.summaries());
}

function move(from: string, to: string): RevisionEntry {
  return { kind: 'moved', at: onDay(2), from, to };
}

describe('whether a path may have runs', () => {
  it.each([
    ['the prompt itself', 'prompts/a.md', true],
    ['its folder', 'prompts', true],
    ['a file beside it', 'prompts/b.md', false],
    ['a file whose name only begins alike', 'prompts/a.md.bak', false],
    ['a folder whose name only begins alike', 'prom', false],
  ])('%s: %s is %s', async (_, path, expected) => {
    expect(namesPrompts(path, await runsOf('prompts/a.md'), [])).toBe(expected);
  });

  it('follows a prompt that was renamed', async () => {
    expect(namesPrompts('tutor.md', await runsOf('a.md'), [move('a.md', 'tutor.md')])).toBe(true);
  });

  it('follows one whose folder was renamed, and that folder’s own folder', async () => {
    const runs = await runsOf('old/a.md');
    const entries = [move('old', 'all/new')];
    expect(namesPrompts('all/new/a.md', runs, entries)).toBe(true);
    expect(namesPrompts('all', runs, entries)).toBe(true);
    expect(namesPrompts('other/a.md', runs, entries)).toBe(false);
  });

  it('knows paths of Windows outside the store’s folder', async () => {
    const runs = await runsOf('C:\\prompts\\a.md');
    expect(namesPrompts('C:\\prompts', runs, [])).toBe(true);
    expect(namesPrompts('C:\\prom', runs, [])).toBe(false);
  });
});
