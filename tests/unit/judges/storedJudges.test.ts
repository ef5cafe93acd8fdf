import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import type { TrustCard } from '../../../src/core/benchmark/trustCard';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { calibrationSession } from '../../../src/core/trust/calibrationSession';
import { planCalibration } from '../../../src/core/trust/planCalibration';
import { buildReport } from '../../../src/core/results/buildReport';
import { summarizeRun } from '../../../src/core/history/summarizeRun';
import { createRun } from '../../../src/core/store/runStore';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { FileTrustCardStore } from '../../../src/core/store/trustCardStore';
import type { StatusRecord } from '../../../src/core/store/runRecord';
import { trustCards } from '../../../src/core/trust/trustCards';
import { unfinishedCalibrations } from '../../../src/vscode/judges/promptJudges';
import { readLabelledReplies } from '../../../src/vscode/judges/calibrateJudge';
import { temporaryFolders } from '../../contract/store/temporaryFolder';
import { labelledReplies } from '../../e2e/labelledReplies';
import { trustCard } from '../trust/trustCards';

const newFolder = temporaryFolders();

/** A folder with a file of six labelled replies. */
async function labelFile(text = labelledReplies()): Promise<string> {
  const file = path.join(await newFolder(), 'labelled.json');
  await writeFile(file, text);
  return file;
}

/** Stores a calibration that ended like this. */
async function calibrated(store: FileRunStore, runId: string, status: StatusRecord['status'], summarized = false) {
  const source = await readLabelledReplies(mrBench, await labelFile());
  const samples = source.samples.map(({ sample }) => sample);
  const { notes, ...planned } = planCalibration(
    mrBench,
    source,
    { samples, images: [], format: source.format, problems: [] },
    {
      runId,
      createdAt: '2026-03-04T05:06:07.000Z',
      toolVersion: '0.1.0',
      judges: [{ provider: 'openai', model: 'm', simulated: false }],
      seed: 1,
      limit: undefined,
      batch: false,
    },
  );
  expect(notes).toEqual([]);
  const writer = await createRun(store, planned);
  const record: StatusRecord = { kind: 'status', at: '2026-03-04T05:06:08.000Z', status };
  await writer.append(record);
  if (!summarized) return writer;
  const session = calibrationSession({ ...planned, records: [record], problems: [] }, benchmarks);
  await writer.close();
  expect(await store.writeSummary(runId, summarizeRun(buildReport(session), session, '0.1.0'))).toBe(true);
  return writer;
}

describe('unfinishedCalibrations', () => {
  it('lists those that were cut off, with or without a summary, and none that is over or goes on elsewhere', async () => {
    const store = new FileRunStore(await newFolder());
    await (await calibrated(store, 'a-cancelled', 'cancelled')).close();
    await calibrated(store, 'b-summarized', 'overBudget', true);
    await calibrated(store, 'c-over', 'completed', true);
    await (await calibrated(store, 'd-incomplete', 'incomplete')).close();
    const elsewhere = await calibrated(store, 'e-elsewhere', 'running');
    const found = await unfinishedCalibrations(store, undefined);
    expect(found.map(({ runId, statusText }) => [runId, statusText]).sort()).toEqual([
      ['a-cancelled', 'cancelled'],
      ['b-summarized', 'stopped at a cap'],
    ]);
    expect(found[0]).toMatchObject({
      benchmarkTitle: 'MRBench',
      judges: ['openai:m'],
      gold: 'labelled.json',
      isUnderWay: false,
    });
    const going = await unfinishedCalibrations(store, 'e-elsewhere');
    expect(going.find(({ runId }) => runId === 'e-elsewhere')).toMatchObject({
      statusText: 'under way',
      isUnderWay: true,
    });
    await elsewhere.close();
  });
});

describe('the cards of a store', () => {
  it('are those of the store and those of offline judges that come with the program, and are read anew', async () => {
    const root = await newFolder();
    const cards = async (...simulated: boolean[]): Promise<readonly TrustCard[]> => {
      const judges = simulated.map((one) => ({ provider: 'openai', model: 'm', simulated: one }));
      return (await trustCards(root, simulated.length === 0 ? undefined : { judges })).cards;
    };
    const shipped = await cards();
    expect(new Set(shipped.map(({ judge, runId }) => `${judge} ${runId}`))).toEqual(new Set(['offline ']));
    expect(await cards(false)).toEqual([]);
    await new FileTrustCardStore(root).put(trustCard());
    expect(await cards()).toEqual([trustCard(), ...shipped]);
    expect(await cards(false, true)).toEqual([trustCard(), ...shipped]);
    expect(await cards(false)).toEqual([trustCard()]);
  });
});

describe('readLabelledReplies', () => {
  it('reads labels of people', async () => {
    const { samples } = await readLabelledReplies(mrBench, await labelFile());
    expect([samples.length, samples.flatMap(({ gold }) => gold).length]).toEqual([3, 6]);
  });

  it('refuses what it cannot read', async () => {
    const file = await labelFile();
    await expect(readLabelledReplies(mrBench, path.join(path.dirname(file), 'none.json'))).rejects.toThrow(
      /cannot be read/,
    );
    await writeFile(file, Buffer.from([0xff, 0xfe, 0x00]));
    await expect(readLabelledReplies(mrBench, file)).rejects.toThrow(/not UTF-8/);
  });
});
