import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { kmpSkills } from '../../../src/core/benchmarks/kmpSkills/definition';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { FileHandLabelLog, type HandLabel } from '../../../src/core/store/handLabelLog';
import { RunStoreError } from '../../../src/core/store/runStoreError';
import { readGold } from '../../../src/core/trust/readGold';
import { temporaryFolders } from '../../contract/store/temporaryFolder';
import { starterSamples } from '../labels/playedSession';

const newFolder = temporaryFolders();

const sample = mrBench.sampleSchema.parse({
  system: 'mrbench',
  id: 'd1',
  source: 'MathDial',
  history: [{ role: 'student', content: 'It is 6.' }],
});

function handLabel(change: Partial<HandLabel> = {}): HandLabel {
  return {
    schemaVersion: 1,
    kind: 'label',
    at: '2026-03-04T05:06:07.000Z',
    by: 'Ada',
    mode: 'blind',
    benchmark: 'mrbench',
    sample: JSON.parse(JSON.stringify(sample)) as HandLabel['sample'],
    replies: ['<think>6 is wrong</think>Count again.'],
    judge: 'actionability',
    unit: 'reply',
    label: 'Yes',
    ...change,
  };
}

async function goldOf(labels: readonly HandLabel[], more = '') {
  const log = new FileHandLabelLog(await newFolder());
  for (const label of labels) await log.append(label);
  const file = log.fileOf('mrbench');
  if (more !== '') await writeFile(file, more, { flag: 'a' });
  return readGold(mrBench, { name: 'mrbench.jsonl', text: await readFile(file, 'utf8') }, []);
}

describe('hand labels', () => {
  it('come back as they were written, by benchmark', async () => {
    const log = new FileHandLabelLog(await newFolder());
    expect(await log.read('mrbench')).toEqual({ entries: [], problems: [] });
    const labels = [handLabel({ reason: 'It asks for a count.' }), handLabel({ by: 'Bo', label: null, tutor: 'GPT4' })];
    await Promise.all(labels.map((label) => log.append(label)));
    await log.append(handLabel({ benchmark: 'guideeval' }));
    expect(await log.read('mrbench')).toEqual({ entries: labels, problems: [] });
  });

  it('stand in the order in which they were given, however fast', async () => {
    const log = new FileHandLabelLog(await newFolder());
    const names = Array.from({ length: 60 }, (_, place) => `Person ${place}`);
    const appending = names.map((by) => log.append(handLabel({ by })));
    await expect(log.append(handLabel({ by: '' }))).rejects.toSatisfy((error) => RunStoreError.is(error, 'unwritable'));
    await Promise.all([...appending, log.append(handLabel({ by: 'Last' }))]);
    const { entries } = await log.read('mrbench');
    expect(entries.map(({ by }) => by)).toEqual([...names, 'Last']);
  });

  it('are refused when they do not fit', async () => {
    const log = new FileHandLabelLog(await newFolder());
    await expect(log.append(handLabel({ by: '' }))).rejects.toSatisfy((error) => RunStoreError.is(error, 'unwritable'));
  });

  it('survive a line that a crash cut off', async () => {
    const log = new FileHandLabelLog(await newFolder());
    await log.append(handLabel());
    await writeFile(log.fileOf('mrbench'), '{"schemaVersion":1,"ki', { flag: 'a' });
    await log.append(handLabel({ by: 'Bo' }));
    const { entries, problems } = await log.read('mrbench');
    expect(entries.map(({ by }) => by)).toEqual(['Ada', 'Bo']);
    expect(problems).toHaveLength(1);
  });

  it('are the gold of a calibration: each person’s last word, the majority of several people', async () => {
    const source = await goldOf([
      handLabel({ label: 'No' }),
      handLabel({ label: 'Yes', reason: 'It asks for a count.' }),
      handLabel({ by: 'Bo', label: 'Yes' }),
      handLabel({ by: 'Cy', label: 'No' }),
      handLabel({ judge: 'coherence', label: 'Yes' }),
      handLabel({ judge: 'coherence', label: null }),
      handLabel({ judge: 'tutor_tone', label: 'Neutral' }),
      handLabel({ judge: 'tutor_tone', by: 'Bo', label: 'Encouraging' }),
    ]);
    expect(source.samples.map(({ gold }) => gold)).toEqual([
      [
        {
          tutor: '',
          replies: ['<think>6 is wrong</think>Count again.'],
          labels: [
            { judge: 'actionability', unit: 'reply', label: 'Yes', reason: 'It asks for a count.', by: ['Ada', 'Bo'] },
          ],
        },
      ],
    ]);
    expect(source.notes).toEqual(['Labels on which people are split were left out: 2.']);
  });

  it('are left out and named where no judge can give them', async () => {
    const source = await goldOf([
      handLabel(),
      handLabel({ judge: 'coherence', label: 49.75 }),
      handLabel({ judge: 'coherence', unit: 'message', turn: 7 }),
    ]);
    expect(source.samples[0]?.gold[0]?.labels.map(({ judge }) => judge)).toEqual(['actionability']);
    expect(source.problems).toHaveLength(2);
  });

  it('do not count when a verdict was in sight', async () => {
    const source = await goldOf([handLabel(), handLabel({ judge: 'coherence', mode: 'reviewing' })]);
    expect(source.samples[0]?.gold[0]?.labels.map(({ judge }) => judge)).toEqual(['actionability']);
    expect(source.notes).toEqual(['Labels given with a verdict in sight were left out: 1.']);
    await expect(goldOf([handLabel({ mode: 'reviewing' })])).rejects.toThrow(/no labelled MRBench reply/);
  });

  it('count as they were given blind, whatever was said or taken back with a verdict in sight', async () => {
    const source = await goldOf([
      handLabel({ label: 'Yes' }),
      handLabel({ label: 'No', mode: 'reviewing' }),
      handLabel({ judge: 'coherence', label: 'No' }),
      handLabel({ judge: 'coherence', label: null, mode: 'reviewing' }),
    ]);
    expect(source.samples[0]?.gold[0]?.labels.map(({ judge, label }) => [judge, label])).toEqual([
      ['actionability', 'Yes'],
      ['coherence', 'No'],
    ]);
    expect(source.notes).toEqual(['Labels given with a verdict in sight were left out: 1.']);
  });

  it('of a sample that was changed under its id belong to that sample alone', async () => {
    const changed = { ...handLabel().sample, history: [{ role: 'student', content: 'It is 7.' }] };
    const reordered = Object.fromEntries(Object.entries(handLabel().sample).reverse()) as HandLabel['sample'];
    const source = await goldOf([
      handLabel(),
      handLabel({ label: 'No', sample: changed }),
      handLabel({ judge: 'coherence', sample: reordered }),
    ]);
    expect(source.problems).toEqual([]);
    expect(
      source.samples.map(({ sample: { id }, gold }) => [id, gold[0]?.labels.map(({ judge, label }) => [judge, label])]),
    ).toEqual([
      [
        'd1',
        [
          ['actionability', 'Yes'],
          ['coherence', 'Yes'],
        ],
      ],
      ['d1 (2)', [['actionability', 'No']]],
    ]);
  });

  it('that say there was nothing to decide are left out, and counted', () => {
    const file = starterSamples(kmpSkills).find((one) => 'errorReason' in one && one.errorReason !== undefined)!;
    const about: Partial<HandLabel> = {
      benchmark: 'kmp-skills',
      sample: { ...file },
      replies: ['Step 1.', 'All of it.'],
      judge: 'reason',
      unit: 'message',
      turn: 1,
    };
    const text = [handLabel({ ...about, label: 'stepNotNamed' }), handLabel({ ...about, by: 'Bo', label: true })]
      .map((label) => JSON.stringify(label))
      .join('\n');
    const source = readGold(kmpSkills, { name: 'labels.jsonl', text }, []);
    expect(source.samples[0]?.gold[0]?.labels).toMatchObject([{ judge: 'reason', label: true, by: ['Bo'] }]);
    expect(source.notes).toEqual(['Labels that say there was nothing to decide were left out: 1.']);
  });

  it('lose the lines that are none: unknown judges and labels, other benchmarks’ samples, damaged lines', async () => {
    const source = await goldOf(
      [
        handLabel(),
        handLabel({ by: 'Bo', judge: 'kindness' }),
        handLabel({ by: 'Bo', label: 'Maybe' }),
        handLabel({ by: 'Bo', sample: { id: 'd9', system: 'guideeval' } }),
      ],
      '{"kind":"label","mode":"blind","replies":[],"extra":1}\n{broken\n',
    );
    expect(source.samples[0]?.gold[0]?.labels).toHaveLength(1);
    expect(source.problems.map(({ record }) => record).sort()).toEqual([2, 3, 4, 5, 6]);
  });

  it('that were chosen by a verdict are marked, said, and told apart from labels at random', async () => {
    const plain = await goldOf([handLabel({ order: 'random' }), handLabel({ by: 'Bo' })]);
    expect(plain.samples[0]?.gold[0]?.labels[0]).not.toHaveProperty('chosen');
    expect(plain.notes).toEqual([]);
    for (const order of ['failing', 'disagreement'] as const) {
      const chosen = await goldOf([
        handLabel(),
        handLabel({ by: 'Bo', order }),
        handLabel({ judge: 'coherence', order: 'random' }),
      ]);
      const labels = chosen.samples[0]?.gold[0]?.labels ?? [];
      expect(labels.map((label) => [label.judge, label.chosen])).toEqual([
        ['actionability', true],
        ['coherence', undefined],
      ]);
      expect(chosen.notes).toEqual([expect.stringMatching(/do not represent all replies\. Such labels: 1\.$/)]);
    }
  });
});
