import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A real git repository for tests, with its own configuration only. */
export class Repository {
  constructor(readonly folder: string) {
    this.git('init', '--quiet', '--initial-branch=main');
    this.git('config', 'user.email', 'test@example.org');
    this.git('config', 'user.name', 'Test');
    this.git('config', 'commit.gpgSign', 'false');
  }

  git(...args: readonly string[]): string {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
    return execFileSync('git', args, { cwd: this.folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  path(name: string): string {
    return path.join(this.folder, name);
  }

  write(name: string, text: string): string {
    const file = this.path(name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  /** Commits everything; returns the commit's id. */
  commit(date?: string): string {
    this.git('add', '--all');
    if (date !== undefined) process.env.GIT_COMMITTER_DATE = date;
    try {
      this.git('commit', '--quiet', '--allow-empty', '--message', 'change');
    } finally {
      delete process.env.GIT_COMMITTER_DATE;
    }
    return this.git('rev-parse', 'HEAD').trim();
  }
}
