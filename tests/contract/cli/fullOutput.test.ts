import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useCommandLine } from './commandLine';
import { evaluated } from './printedJson';

const cli = useCommandLine();
const evaluate = ['evaluate', 'tutor.md', '--limit', '2'];

describe.skipIf(!existsSync('/dev/full'))('standard output that takes nothing', () => {
  it('is said in one line, with exit code 2, and the run is kept', async () => {
    const cwd = await cli().workspace();
    const { code, err } = await cli().run(evaluate, { cwd, full: ['out'] });
    expect(err.match(/^error: Cannot write to standard output: .*ENOSPC.*$/gm)).toHaveLength(1);
    expect(err).toMatch(/^Run \S+ is kept in /m);
    expect(err).not.toMatch(/\n\s+at |Unhandled/);
    expect(code).toBe(2);
    expect((await cli().run(['runs'], { cwd })).out).toContain('completed');
  });

  it('is said of a list and of help, too', async () => {
    const cwd = await cli().workspace();
    await cli().run(evaluate, { cwd });
    for (const args of [['runs'], ['--help'], ['--version']]) {
      const { code, err } = await cli().run(args, { cwd, full: ['out'] });
      expect([code, err]).toEqual([2, expect.stringMatching(/^error: Cannot write to standard output: .*\n$/)]);
    }
  });

  it('does not hide that a check failed', async () => {
    const cwd = await cli().workspace();
    const { code, err } = await cli().run([...evaluate, '--fail-under', 'O-Advance=2', '--allow-simulated'], {
      cwd,
      full: ['out'],
    });
    expect([code, err]).toEqual([1, expect.stringMatching(/^failed: /m)]);
  });
});

describe.skipIf(!existsSync('/dev/full'))('standard error that takes nothing', () => {
  it('does not stop a run', async () => {
    const cwd = await cli().workspace();
    const { code, out } = await cli().run([...evaluate, '--json'], { cwd, full: ['err'] });
    expect(code).toBe(0);
    expect(evaluated(out).status).toBe('completed');
  });

  it('leaves the exit code when neither stream takes anything', async () => {
    const cwd = await cli().workspace();
    expect((await cli().run(evaluate, { cwd, full: ['out', 'err'] })).code).toBe(2);
    expect((await cli().run(['evaluate', 'none.md'], { cwd, full: ['out', 'err'] })).code).toBe(2);
  });
});
