import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { repository, useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { evaluated } from './printedJson';

const cli = useCommandLine();
let cwd = '';
let first = '';
let explored = '';
let printed = '';

beforeAll(async () => {
  cwd = await cli().workspace();
  first = evaluated((await cli().run(['evaluate', 'tutor.md', '--limit', '8', '--json'], { cwd })).out).runId;
  const rule = await readFile(path.join(repository, 'test-fixtures/workspace/rule.tutor.md'), 'utf8');
  await writeFile(path.join(cwd, 'tutor.md'), rule);
  const { out, err, code } = await cli().run(['evaluate', 'tutor.md', '--explore', 'latest'], { cwd });
  printed = out.replace(/\s+/gu, ' ');
  expect(code, err).toBe(0);
  explored = /Run (\S+) is kept in/u.exec(err)?.[1] ?? '';
});

describe('evaluate --explore', () => {
  it('plays the failing cases with the present prompt, prints the counts, and no word on better or worse', () => {
    expect(printed).toMatch(/Explored failing cases: \d+ of \d+ pass now; the number expected by chance is unknown/u);
    expect(printed).not.toMatch(/\bbetter at|worse at|improve/u);
  });

  it('keeps the run as what it is, and lists it as such', async () => {
    const file = path.join(cwd, '.tutor-prompt-lab', 'runs', explored, 'run.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ purpose: 'explore', explored: { run: first } });
    const { out } = await cli().run(['runs', 'tutor.md'], { cwd });
    const [latest = '', earlier = ''] = out.trim().split('\n');
    expect(latest).toContain('explores failing cases');
    expect(earlier).not.toContain('explores');
  });

  it('is never compared: not by compare, nor as a baseline, nor as the latest run', async () => {
    const message = `error: Run ${explored} explores failing cases, so it is no evidence and is never compared.`;
    for (const args of [
      ['compare', first, explored],
      ['compare', explored, first],
      ['evaluate', 'tutor.md', '--limit', '4', '--baseline', explored, '--allow-simulated'],
      ['report', explored, '--format', 'markdown', '--baseline', first],
      ['evaluate', 'tutor.md', '--explore', explored],
    ]) {
      const { code, err } = await cli().run(args, { cwd });
      expect(code, args.join(' ')).toBe(2);
      expect(err).toContain(message);
    }
    // The latest run of evaluate is compared with itself, not with the one that explores.
    const { err } = await cli().run(['compare', 'latest', first], { cwd });
    expect(err).toContain(`Run ${first} is the same on both sides`);
  });

  it('refuses options that would make it another run', async () => {
    for (const options of [
      ['--tutor', 'openai:x'],
      ['--limit', '3'],
      ['--baseline', first],
      ['--fail-under', 'OSA=1'],
    ])
      expectRefusal(
        await cli().run(['evaluate', 'tutor.md', '--explore', first, ...options], { cwd }),
        new RegExp(`Leave out ${options[0] ?? ''}\\.`, 'u'),
      );
  });
});
