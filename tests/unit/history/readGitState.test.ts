import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { earlierPromptPaths, readGitState } from '../../../src/core/history/git';
import { temporaryFolders } from '../../contract/store/temporaryFolder';
import { Repository } from './repository';

const newFolder = temporaryFolders();

async function repositoryWith(name: string): Promise<{ repository: Repository; file: string; commit: string }> {
  const repository = new Repository(await newFolder());
  const file = repository.write(name, 'Be kind.\nAsk questions.\n');
  return { repository, file, commit: repository.commit() };
}

describe('readGitState', () => {
  it.each(['tutor.md', 'prompts/tutor.md', 'pröm pts/mit “Zeichen” und 🙂.md', 'a:b/-c.md', '*.md', ' .md'])(
    'says commit, branch and path of %j',
    async (name) => {
      const { file, commit } = await repositoryWith(name);
      expect(await readGitState(file)).toEqual({ commit, branch: 'main', dirty: false, path: name });
    },
  );

  it.skipIf(process.platform === 'win32')('copes with a line end in a name (skipped where none can be)', async () => {
    const { file, commit } = await repositoryWith('one\ntwo/three\n.md');
    expect(await readGitState(file)).toEqual({ commit, branch: 'main', dirty: false, path: 'one\ntwo/three\n.md' });
  });

  it('is dirty for this file’s changes only, staged or not', async () => {
    const { repository, file } = await repositoryWith('tutor.md');
    repository.write('other.md', 'Untracked.');
    expect(await readGitState(file)).toMatchObject({ dirty: false });
    repository.write('tutor.md', 'Be kinder.\n');
    expect(await readGitState(file)).toMatchObject({ dirty: true });
    repository.git('add', 'tutor.md');
    expect(await readGitState(file)).toMatchObject({ dirty: true });
    repository.commit();
    expect(await readGitState(file)).toMatchObject({ dirty: false });
  });

  it('is not dirty for line ends that git changes at check-out', async () => {
    const { repository, file } = await repositoryWith('tutor.md');
    repository.write('tutor.md', 'Be kind.\r\nAsk questions.\r\n');
    expect(await readGitState(file)).toMatchObject({ dirty: false });
  });

  it('is dirty for a file that is untracked, ignored or not there', async () => {
    const { repository, commit } = await repositoryWith('.gitignore');
    const untracked = repository.write('sub/new.md', 'New.');
    expect(await readGitState(untracked)).toEqual({ commit, branch: 'main', dirty: true, path: 'sub/new.md' });
    expect(await readGitState(repository.path('gone.md'))).toMatchObject({ dirty: true, path: 'gone.md' });
    const { repository: other, file } = await repositoryWith('tutor.md');
    rmSync(file);
    expect(await readGitState(other.path('tutor.md'))).toMatchObject({ dirty: true });
  });

  it('knows no branch with a detached head, and no commit before the first', async () => {
    const { repository, file, commit } = await repositoryWith('tutor.md');
    repository.git('checkout', '--quiet', '--detach');
    expect(await readGitState(file)).toEqual({ commit, dirty: false, path: 'tutor.md' });
    const empty = new Repository(await newFolder());
    const first = empty.write('tutor.md', 'Be kind.');
    expect(await readGitState(first)).toEqual({ branch: 'main', dirty: true, path: 'tutor.md' });
  });

  it('reads repositories of the second object format', async () => {
    const folder = await newFolder();
    const repository = new Repository(folder);
    rmSync(path.join(folder, '.git'), { recursive: true });
    repository.git('init', '--quiet', '--initial-branch=main', '--object-format=sha256');
    repository.git('config', 'user.email', 'test@example.org');
    repository.git('config', 'user.name', 'Test');
    const file = repository.write('tutor.md', 'Be kind.');
    const commit = repository.commit();
    expect(commit).toHaveLength(64);
    expect(await readGitState(file)).toEqual({ commit, branch: 'main', dirty: false, path: 'tutor.md' });
  });

  it('is nothing outside a repository, inside its own folder, and for a folder that is not there', async () => {
    const folder = await newFolder();
    writeFileSync(path.join(folder, 'tutor.md'), 'Be kind.');
    expect(await readGitState(path.join(folder, 'tutor.md'))).toBeUndefined();
    expect(await readGitState(path.join(folder, 'no', 'such', 'tutor.md'))).toBeUndefined();
    expect(await earlierPromptPaths(folder, path.join(folder, 'tutor.md'))).toEqual([]);
    const { repository } = await repositoryWith('tutor.md');
    expect(await readGitState(repository.path('.git/config'))).toBeUndefined();
  });

  describe('without git, or with its variables set', () => {
    const before = { ...process.env };
    afterEach(() => {
      for (const name of ['PATH', 'GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) {
        if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = before[name];
      }
    });

    it('is nothing where there is no git', async () => {
      const { file } = await repositoryWith('tutor.md');
      process.env.PATH = await newFolder();
      expect(await readGitState(file)).toBeUndefined();
      expect(await earlierPromptPaths(path.dirname(file), file)).toEqual([]);
    });

    it('does not follow the variables that git sets for its hooks', async () => {
      const { file, commit } = await repositoryWith('tutor.md');
      const { repository: other } = await repositoryWith('other.md');
      process.env.GIT_DIR = other.path('.git');
      process.env.GIT_WORK_TREE = other.folder;
      process.env.GIT_INDEX_FILE = other.path('.git/index');
      expect(await readGitState(file)).toMatchObject({ commit, path: 'tutor.md', dirty: false });
    });
  });
});

describe.skipIf(process.platform === 'win32')('a hostile repository (skipped where a script is no program)', () => {
  it('runs none of the programs that its configuration names', async () => {
    const { repository, file, commit } = await repositoryWith('tutor.md');
    repository.git('mv', 'tutor.md', 'renamed.md');
    const last = repository.commit();
    const marker = path.join(await newFolder(), 'ran');
    const script = repository.write('evil.sh', `#!/bin/sh\ntouch '${marker}'\ncat\n`);
    chmodSync(script, 0o755);
    repository.write('.gitattributes', '* filter=evil diff=evil\n');
    mkdirSync(repository.path('hooks'));
    for (const hook of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman']) {
      writeFileSync(repository.path(`hooks/${hook}`), `#!/bin/sh\ntouch '${marker}'\n`);
      chmodSync(repository.path(`hooks/${hook}`), 0o755);
    }
    for (const [name, value] of [
      ['core.hooksPath', repository.path('hooks')],
      ['core.fsmonitor', script],
      ['core.pager', script],
      ['filter.evil.clean', script],
      ['filter.evil.process', script],
      ['diff.evil.textconv', script],
      ['diff.evil.command', script],
      ['diff.external', script],
      ['log.showSignature', 'true'],
      ['gpg.program', script],
      ['alias.rev-parse', `!${script}`],
      ['alias.log', `!${script}`],
    ] as const)
      repository.git('config', name, value);
    // The signature is what a viewer of the log would have checked.
    const signed = repository
      .git('cat-file', 'commit', last)
      .replace(/\n\n/, '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n\n');
    const object = repository.write('.git/signed', signed);
    const id = repository.git('hash-object', '-t', 'commit', '-w', object).trim();
    writeFileSync(repository.path('.git/refs/heads/main'), `${id}\n`);
    const renamed = repository.write('renamed.md', 'Be kind.\nAsk questions!\n');
    expect(await readGitState(renamed)).toEqual({ commit: id, branch: 'main', dirty: true, path: 'renamed.md' });
    expect(await earlierPromptPaths(repository.path('.tutor-prompt-lab'), renamed)).toMatchObject([
      { path: path.basename(file) },
    ]);
    expect(existsSync(marker)).toBe(false);
    expect(id).not.toBe(commit);
    // The trap is one: git's own look at the work tree steps into it.
    repository.git('status');
    expect(existsSync(marker)).toBe(true);
  });

  it('that hides inside a folder as a bare one is not read', async () => {
    const folder = await newFolder();
    const bare = path.join(folder, 'inner');
    mkdirSync(bare);
    const repository = new Repository(await newFolder());
    repository.git('init', '--quiet', '--bare', bare);
    repository.git('-C', bare, 'config', 'core.bare', 'false');
    repository.git('-C', bare, 'config', 'core.worktree', folder);
    const file = path.join(bare, 'tutor.md');
    writeFileSync(file, 'Be kind.');
    expect(await readGitState(file)).toBeUndefined();
  });

  it('that lacks objects is not completed from anywhere', async () => {
    const { repository, file } = await repositoryWith('sub/tutor.md');
    const marker = path.join(await newFolder(), 'fetched');
    repository.git('config', 'core.repositoryFormatVersion', '1');
    repository.git('config', 'extensions.partialClone', 'evil');
    repository.git('config', 'remote.evil.promisor', 'true');
    repository.git('config', 'remote.evil.url', `ext::sh -c touch% ${marker}`);
    repository.git('config', 'protocol.ext.allow', 'always');
    const tree = repository.git('rev-parse', 'HEAD:sub').trim();
    rmSync(repository.path(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`));
    expect(await readGitState(file)).toMatchObject({ dirty: true, path: 'sub/tutor.md' });
    await earlierPromptPaths(path.dirname(file), file);
    expect(existsSync(marker)).toBe(false);
    // The trap is one: whoever asks for the missing object starts the program.
    expect(() => repository.git('cat-file', '-p', tree)).toThrow();
    expect(existsSync(marker)).toBe(true);
  });
});
