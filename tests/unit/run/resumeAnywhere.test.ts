import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import type { RunRecord } from '../../../src/core/store/runRecord';
import { RunStoreError } from '../../../src/core/store/runStoreError';
import { temporaryFolders } from '../../contract/store/temporaryFolder';
import { chainedToy } from '../../toyBenchmarks/chainedToy';
import { defaultAnswer, FakeProvider, isJudgeCall, untilAborted } from './fakeProvider';
import { resumeRun, startRun } from './toyRun';

const newFolder = temporaryFolders();
const samples = ['a', 'b'].map((id, index) => ({ id, step: index === 0 ? 1 : 2, reference: `reference of ${id}` }));

/** Says the same whenever it is asked the same; claims step 2, so that one of two gets the dependent judge. */
const steady = () =>
  new FakeProvider((request) =>
    isJudgeCall(request) ? defaultAnswer(request) : `Step 2, after ${request.messages.length}, #${request.repeat}.`,
  );
const options = { benchmark: chainedToy, repeats: 2, judgeModels: ['judge', 'other'] };

/** What was answered: one line for each planned call, and what came of it. */
function answers(records: readonly RunRecord[]): string[] {
  return records
    .flatMap((record) => {
      if (record.kind === 'reply') return [`${record.item} turn ${record.turn}: ${record.raw}`];
      if (record.kind === 'judged')
        return [`${record.item} ${record.judgeModel} ${record.key}: ${JSON.stringify(record.verdicts)}`];
      return [];
    })
    .sort();
}

describe('a run cut off anywhere', () => {
  it('reaches the same end when resumed, each planned call answered exactly once', async () => {
    const root = await newFolder();
    const whole = await startRun({ ...options, samples, provider: steady(), store: new FileRunStore(root) });
    expect(whole.status.status).toBe('completed');
    const planned = answers(whole.records);
    // 4 plays: 2 turns; for each of 2 judges location, two orders and the pair; 2 plays get the dependent judge.
    expect(planned).toHaveLength(4 * 2 + 2 * (4 * 4 + 2));
    const journal = await readFile(path.join(root, 'runs', 'run-1', 'journal.jsonl'));
    const resumeFrom = async (length: number): Promise<void> => {
      const copy = await newFolder();
      await cp(root, copy, { recursive: true });
      await writeFile(path.join(copy, 'runs', 'run-1', 'journal.jsonl'), journal.subarray(0, length));
      const provider = steady();
      const store = new FileRunStore(copy);
      const left = answers((await store.open('run-1')).records);
      const resumed = await resumeRun({ ...options, samples, provider, store });
      expect(resumed.status.status).toBe('completed');
      expect(answers(resumed.records)).toEqual(planned);
      const paid = (lines: readonly string[]) => lines.filter((line) => !/ (location|pair): /.test(line)).length;
      expect(provider.requests).toHaveLength(paid(planned) - paid(left));
      expect((await store.open('run-1')).problems.length).toBeLessThanOrEqual(1);
    };
    const borders = [0, ...[...journal.entries()].filter(([, byte]) => byte === 0x0a).map(([index]) => index + 1)];
    for (const border of borders) await resumeFrom(border);
    await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: journal.length }), resumeFrom), {
      numRuns: 40,
      seed: 11,
    });
  }, 30_000);
});

describe('two resumes at once', () => {
  it('the second is refused as locked and calls nobody', async () => {
    const store = new FileRunStore(await newFolder());
    const stopped = new AbortController();
    stopped.abort();
    await startRun({ ...options, samples, provider: steady(), store }, { signal: stopped.signal });
    const controller = new AbortController();
    const slow = new FakeProvider((_request, _index, signal) => untilAborted(signal));
    const first = resumeRun({ ...options, samples, provider: slow, store }, { signal: controller.signal });
    await expect.poll(() => slow.requests.length).toBeGreaterThan(0);
    const provider = steady();
    const refused: unknown = await resumeRun({ ...options, samples, provider, store }).catch((error: unknown) => error);
    expect(RunStoreError.is(refused, 'locked')).toBe(true);
    expect(provider.requests).toEqual([]);
    controller.abort();
    expect((await first).status.status).toBe('cancelled');
    expect((await resumeRun({ ...options, samples, provider, store })).status.status).toBe('completed');
  });
});
