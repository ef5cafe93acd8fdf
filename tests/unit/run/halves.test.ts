import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { halfOf } from '../../../src/core/run/editTrial';
import { FileEditLog } from '../../../src/core/store/editLog';

const roots: string[] = [];
afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, { recursive: true, force: true });
});

async function editLog(): Promise<FileEditLog> {
  const root = await mkdtemp(path.join(tmpdir(), 'halves-'));
  roots.push(root);
  return new FileEditLog(root);
}

describe('the halves of edits', () => {
  it('have about as many units each', () => {
    const work = Array.from({ length: 1_000 }, (_, index) => halfOf(`mrbench/s${index}`)).filter(
      (half) => half === 'work',
    );
    // Three standard errors of 1,000 fair coins are 47.
    expect(Math.abs(work.length - 500)).toBeLessThan(47);
  });

  it('are worn out by each confirmation that asks one of their units, whatever else it asks', async () => {
    const log = await editLog();
    const at = new Date().toISOString();
    expect(await log.spend({ at, run: 'first', units: ['a', 'b', 'c'] })).toBe(0);
    expect(await log.spend({ at, run: 'other samples', units: ['d'] })).toBe(0);
    expect(await log.spend({ at, run: 'fewer', units: ['b'] })).toBe(1);
    expect(await log.confirmationsOn(['c', 'd', 'e'])).toEqual(['first', 'other samples']);
    expect(await log.spend({ at, run: 'more', units: ['a', 'b', 'c', 'd'] })).toBe(3);
  });

  it('count no confirmation where a line of the file is damaged, and say which; dismissals stay known', async () => {
    const log = await editLog();
    const at = new Date().toISOString();
    const dismissal = {
      kind: 'dismissal',
      at,
      prompt: 'tutor.md',
      title: 'remove rule 2',
      key: 'remove\nBe kind.\n',
      reason: 'It stays.',
    } as const;
    await log.append(dismissal);
    await log.spend({ at, run: 'first', units: ['a'] });
    await appendFile(log.path, '<<<<<<< HEAD\n{"kind":"confirmation","at":\n');
    const message = new RegExp(`edits\\.jsonl line 3 .*line 4 .*from a copy.*delete`, 's');
    await expect(log.confirmationsOn(['a'])).rejects.toThrow(message);
    await expect(log.confirmationsOn(['other samples'])).rejects.toThrow(message);
    await expect(log.spend({ at, run: 'second', units: ['a'] })).rejects.toThrow(message);
    expect(await log.dismissalsOf('tutor.md')).toEqual([dismissal]);
    await writeFile(log.path, `${JSON.stringify({ kind: 'confirmation', at, run: 'first', units: ['a'] })}\n`);
    expect(await log.spend({ at, run: 'second', units: ['a'] })).toBe(1);
  });
});
