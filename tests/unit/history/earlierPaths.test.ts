import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EarlierPath, earlierPromptPaths } from '../../../src/core/history/git';
import { temporaryFolders } from '../../contract/store/temporaryFolder';
import { Repository } from './repository';

const newFolder = temporaryFolders();
const text = Array.from({ length: 20 }, (_, line) => `Rule ${line}.\n`).join('');

async function renamed(...names: readonly string[]): Promise<Repository> {
  const repository = new Repository(await newFolder());
  names.forEach((name, index) => {
    repository.write(name, `${text}Change ${index}.\n`);
    const before = names[index - 1];
    if (before !== undefined) repository.git('rm', '--quiet', '--cached', '--', before);
    if (before !== undefined) repository.git('clean', '--quiet', '--force', '--', before);
    repository.commit(`2026-03-0${index + 1}T10:00:00Z`);
  });
  return repository;
}

function earlierOf(repository: Repository, name: string): Promise<readonly EarlierPath[]> {
  return earlierPromptPaths(repository.path('.tutor-prompt-lab'), repository.path(name));
}

async function namesOf(repository: Repository, name: string): Promise<readonly string[]> {
  return (await earlierOf(repository, name)).map((earlier) => earlier.path);
}

describe('earlierPromptPaths', () => {
  it('follows renamings through folders, the latest first, with the times at which names were given up', async () => {
    const repository = await renamed('a.md', 'pröm pts/b c.md', 'deep/er/d.md');
    expect(await earlierOf(repository, 'deep/er/d.md')).toEqual([
      { path: 'pröm pts/b c.md', until: expect.stringMatching(/^2026-03-03T10:00:00/) as string },
      { path: 'a.md', until: expect.stringMatching(/^2026-03-02T10:00:00/) as string },
    ]);
  });

  it('follows a file that was renamed back', async () => {
    const repository = await renamed('a.md', 'b.md', 'a.md');
    expect(await namesOf(repository, 'a.md')).toEqual(['b.md', 'a.md']);
  });

  it('knows a renaming that is staged', async () => {
    const repository = await renamed('a.md', 'b.md');
    repository.git('mv', 'b.md', 'c.md');
    const [staged, committed] = await earlierOf(repository, 'c.md');
    expect(staged).toEqual({ path: 'b.md' });
    expect(committed).toMatchObject({ path: 'a.md' });
    expect(await namesOf(repository, 'b.md')).toEqual(['a.md']);
  });

  it('finds none for a file that always had its name, is untracked, or is in a repository without commits', async () => {
    const repository = await renamed('a.md');
    expect(await namesOf(repository, 'a.md')).toEqual([]);
    expect(await namesOf(repository, 'untracked.md')).toEqual([]);
    expect(await namesOf(new Repository(await newFolder()), 'a.md')).toEqual([]);
  });

  it('is not led astray by names that look like options or patterns', async () => {
    const repository = await renamed('--all', '*.md');
    repository.write('x.md', 'Something else.');
    repository.commit();
    expect(await namesOf(repository, '*.md')).toEqual(['--all']);
    expect(await namesOf(repository, 'x.md')).toEqual([]);
  });

  it('gives the whole path where the store is elsewhere', async () => {
    const repository = await renamed('old/a.md', 'new/a.md');
    const elsewhere = path.join(await newFolder(), '.tutor-prompt-lab');
    expect(await earlierPromptPaths(elsewhere, repository.path('new/a.md'))).toMatchObject([
      { path: repository.path('old/a.md') },
    ]);
  });
});
