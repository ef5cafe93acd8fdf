import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A copy of `test-fixtures/workspace` that a test may change. */
export class TestWorkspace {
  private constructor(
    /** Absolute path. */
    readonly folder: string,
  ) {}

  static async create(): Promise<TestWorkspace> {
    const folder = await mkdtemp(path.join(tmpdir(), 'tutor-prompt-lab-workspace-'));
    await cp(path.resolve('test-fixtures/workspace'), folder, { recursive: true });
    return new TestWorkspace(folder);
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
