import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileHandLabelLog, type HandLabel } from '../../../src/core/store/handLabelLog';
import { useCommandLine } from './commandLine';
import { expectRefusal } from './expectRefusal';
import { calibrated } from './printedCalibration';

const cli = useCommandLine();

function label(id: string, given: string): HandLabel {
  return {
    schemaVersion: 1,
    kind: 'label',
    at: '2026-03-04T05:06:07.000Z',
    by: 'Ada',
    mode: 'blind',
    benchmark: 'mrbench',
    sample: { system: 'mrbench', id, source: 'MathDial', history: [{ role: 'student', content: 'It is 6.' }] },
    replies: [`Which step gave you 6, ${id}?`],
    judge: 'actionability',
    unit: 'reply',
    label: given,
    reason: 'It asks for one thing.',
  };
}

async function labelled(): Promise<{ readonly cwd: string; readonly entries: readonly HandLabel[] }> {
  const cwd = await cli().folder();
  const log = new FileHandLabelLog(path.join(cwd, '.tutor-prompt-lab'));
  const entries = ['d1', 'd2', 'd3'].map((id) => label(id, id === 'd3' ? 'No' : 'Yes'));
  for (const entry of entries) await log.append(entry);
  await appendFile(log.fileOf('mrbench'), 'no line of a log\n');
  return { cwd, entries };
}

describe('labels', () => {
  it('prints the store’s labels in their own form, and names what is damaged', async () => {
    const { cwd, entries } = await labelled();
    const { code, out, err } = await cli().run(['labels', 'mrbench'], { cwd });
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as HandLabel)).toEqual(entries);
    expect(err).toContain('line 4 is damaged');
    expect(err).toContain('3 entries of 1 person');
  });

  it('writes a file that calibrate takes', async () => {
    const { cwd } = await labelled();
    const { code } = await cli().run(['labels', 'mrbench', '--out', 'mine.jsonl'], { cwd });
    expect(code).toBe(0);
    expect((await readFile(path.join(cwd, 'mine.jsonl'), 'utf8')).split('\n')).toHaveLength(4);
    const checked = await cli().run(['calibrate', 'mrbench', 'mine.jsonl', '--json'], { cwd });
    expect(checked.code).toBe(0);
    expect(calibrated(checked.out)).toMatchObject({
      gold: { format: 'hand-labels' },
      dimensions: [{ id: 'actionability', n: 3 }],
    });
  });

  it('refuses a benchmark without labels, and one that is not there', async () => {
    const { cwd } = await labelled();
    expectRefusal(await cli().run(['labels', 'guideeval'], { cwd }), /no hand labels for GuideEval/);
    expectRefusal(await cli().run(['labels', 'other'], { cwd }), /There is no benchmark “other”/);
  });
});
